//! The list of e-mails that the mail server has not accepted. Recipients are shown, because every role with this
//! permission may see the portal's users. The content of e-mails is not read.

use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::OperationsFact;
use gridbill_core::list::Sort;
use gridbill_core::operations::{OutboxRequest, OutboxState, SendEmailRequest, UnsentEmail};
use gridbill_core::{Code, Instant, Language, Page, Problem};
use uuid::Uuid;

use super::errors;
use crate::app::App;
use crate::auth::who::Staff;
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};
use crate::list::{self, Filter, Key, List, NewestFirst, columns, searched_pattern};
use crate::mail;

pub async fn page(app: App, _: Staff, request: OutboxRequest) -> Answer<Page<UnsentEmail>> {
    let now = app.now();
    let outbox = Outbox::new(&request, now)?;
    Ok(list::page(&app.pool, &outbox, Sort::default(), request.page()).await?.map(|row| row.shown(now)))
}

pub async fn send_again(app: App, who: Staff, request: SendEmailRequest) -> Answer<Nothing> {
    let mail_id = Uuid::try_parse(&request.mail_id).map_err(|_| Code::EmailNotFound)?;
    let mut tx = app.begin().await?;
    let unsent = app.mail.send_again(&mut tx, mail_id, request.attempts).await?;
    let fact = OperationsFact::EmailSentAgain {
        attempts: unsent.attempts.into(),
        error: unsent.last_error.as_deref().map(errors::shown),
    };
    let entry = Entry::by(&who.person, Subject::Email(mail_id), fact, &unsent.recipient);
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// E-mails that the mail server has not accepted, newest first.
struct Outbox<'a> {
    pattern: Option<String>,
    states: &'a [OutboxState],
    now: Instant,
}

impl<'a> Outbox<'a> {
    /// Fails with Core's refusal of the search text.
    fn new(request: &'a OutboxRequest, now: Instant) -> Result<Self, Problem> {
        let pattern = searched_pattern("search", request.search.as_deref())?;
        Ok(Self { pattern, states: request.states.as_deref().unwrap_or_default(), now })
    }
}

impl List for Outbox<'_> {
    type Row = OutboxEmailRow;
    type By = NewestFirst;
    const NAME: &'static str = "outbox";
    const FROM: (&'static str, &'static str) = ("mail", "m");

    fn keys(_: NewestFirst) -> &'static [Key] {
        const { &[Key::new("m.created_at", "timestamptz"), Key::new("m.mail_id", "uuid")] }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("m.accepted_at is null", &[]);
        if let Some(pattern) = &self.pattern {
            only.and("(m.recipient ilike {} or m.subject ilike {})", &[pattern, pattern]);
        }
        if self.states.is_empty() {
            return;
        }
        let (oldest, refusals) = (mail::oldest(self.now).utc(), mail::MAX_REFUSALS);
        only.and_parts("(", " or ", |part| {
            for state in self.states {
                match state {
                    OutboxState::Waiting => part.add("(m.attempts = 0 and m.created_at > {})", &[&oldest]),
                    OutboxState::Refused => part.add(
                        "(m.attempts > 0 and m.created_at > {}
                          and not (m.attempts >= {} and coalesce(m.last_error, '') ~ '^5[^3]'))",
                        &[&oldest, &refusals],
                    ),
                    OutboxState::GivenUp => part.add(
                        "(m.created_at > {} and m.attempts >= {} and coalesce(m.last_error, '') ~ '^5[^3]')",
                        &[&oldest, &refusals],
                    ),
                    OutboxState::TooOld => part.add("m.created_at <= {}", &[&oldest]),
                }
            }
        });
    }
}

/// An e-mail without its content.
struct OutboxEmailRow {
    mail_id: Uuid,
    recipient: String,
    subject: String,
    language: Language,
    created_at: Instant,
    attempts: i32,
    last_error: Option<String>,
    run_at: Option<Instant>,
}

columns! { OutboxEmailRow, "" =>
    mail_id: "m.mail_id",
    recipient: "m.recipient",
    subject: "m.subject",
    language: "m.language",
    created_at: "m.created_at",
    attempts: "m.attempts",
    last_error: "m.last_error",
    run_at: "(select run_at from graphile_worker._private_jobs where key = 'mail ' || m.mail_id)",
}

impl OutboxEmailRow {
    fn shown(self, now: Instant) -> UnsentEmail {
        let is_too_old = mail::is_too_old(self.created_at, now);
        let state = if is_too_old {
            OutboxState::TooOld
        } else if mail::is_refused_for_good(self.attempts, self.last_error.as_deref()) {
            OutboxState::GivenUp
        } else if self.attempts > 0 {
            OutboxState::Refused
        } else {
            OutboxState::Waiting
        };
        UnsentEmail {
            mail_id: self.mail_id.to_string(),
            recipient: self.recipient,
            subject: self.subject,
            language: self.language,
            state,
            since: self.created_at,
            attempts: self.attempts.into(),
            error: self.last_error.as_deref().map(errors::shown),
            next_at: self.run_at.filter(|_| matches!(state, OutboxState::Waiting | OutboxState::Refused)),
            is_too_old,
        }
    }
}
