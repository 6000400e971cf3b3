//! E-mails about facts to the confirmed addresses of a company (docs/domain/remittance.md#addresses-of-the-company).

use gridbill_core::Language;
use gridbill_core::audience::Audience;
use gridbill_core::mailboxes::{MAX_MAILS_A_DAY, MailTopic, STOP_SECONDS};
use gridbill_core::notifications::Reader;
use gridbill_core::number::BulkId;
use gridbill_core::permission::{Permissions, Role};
use minijinja::{Value, context};
use sqlx::PgConnection;
use uuid::Uuid;

use super::Entry;
use super::email::NewsEmail;
use super::sql::mailboxes as sql;
use crate::app::Context;
use crate::auth::token;
use crate::error::Answer;
use crate::mail::{self, Email, StopLink, To, Words, named, words};

/// Sends a fact to each address of its bulk account that receives the topic. An address that had its e-mails of the day
/// gets no more until tomorrow.
pub(super) async fn notify(
    context: &Context,
    db: &mut PgConnection,
    entry: &Entry<'_>,
    topic: MailTopic,
) -> Answer<()> {
    let Some(bulk_id) = entry.bulk_id else { return Ok(()) };
    let since = context.now().plus_seconds(-24 * 3600);
    for mailbox in sql::receivers(&mut *db, bulk_id, topic, since, MAX_MAILS_A_DAY).await? {
        let link = stop_link(context, db, bulk_id, mailbox.mailbox_id, Some(topic)).await?;
        // The link leads to what a Master may open. It needs a sign-in, which the address does not have.
        let reader =
            Reader { side: Audience::Customers, role: Some(Role::Master), permissions: Permissions::default() };
        let email = MailboxEmail {
            news: NewsEmail::of(context.config(), entry, reader, mailbox.language),
            company: &mailbox.company,
            is_remittance: topic == MailTopic::Remittance,
            stop: StopLink { mailbox_id: Some(mailbox.mailbox_id), link: &link },
        };
        let to = To { email: &mailbox.email, name: None, language: mailbox.language };
        context.send(db, to, email).await?;
    }
    Ok(())
}

/// Creates a link that stops a topic or, without one, all e-mails to an address.
pub async fn stop_link(
    context: &Context,
    db: &mut PgConnection,
    bulk_id: &BulkId,
    mailbox_id: Uuid,
    topic: Option<MailTopic>,
) -> Answer<String> {
    let (token, now) = (context.token(), context.now());
    let expires_at = now.plus_seconds(STOP_SECONDS);
    sql::add_stop_link(db, bulk_id, mailbox_id, &token::hashed(&token), topic, now, expires_at).await?;
    Ok(mail::stop_page(context.config(), &token))
}

/// Reads stored topics. A newer version of the portal may have stored others.
#[must_use]
pub fn known_topics(stored: &[String]) -> Vec<MailTopic> {
    stored.iter().filter_map(|code| MailTopic::from_code(code)).collect()
}

/// An e-mail about a fact to an address of the company.
pub struct MailboxEmail<'a> {
    news: NewsEmail,
    company: &'a str,
    is_remittance: bool,
    stop: StopLink<'a>,
}

impl Email for MailboxEmail<'_> {
    fn words(&self) -> Words {
        words!("mailbox")
    }

    fn link(&self) -> Option<&str> {
        self.news.link()
    }

    fn stop(&self) -> Option<StopLink<'_>> {
        Some(self.stop)
    }

    fn values(&self, language: Language) -> Value {
        let (company, is_remittance) = (named(self.company), self.is_remittance);
        context! { company, is_remittance, ..self.news.values(language) }
    }
}
