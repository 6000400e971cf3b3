//! The list of a bulk account's requested statements.

use gridbill_core::number::{AccountNo, BulkId, ReferenceId};
use gridbill_core::search::{Search, recognise};
use gridbill_core::statements::{RequestedStatement, StatementChannel, StatementState, StatementsRequest};
use gridbill_core::{Code, Day, Instant, Language, Problem};
use uuid::Uuid;

use crate::list::{Filter, Key, List, columns, contains};

/// The unexpired statements of a bulk account, newest first.
pub struct Statements<'a> {
    bulk_id: &'a BulkId,
    now: Instant,
    /// Account numbers, or part of a number or reference ID.
    search: Search,
    state: Option<StatementState>,
}

impl<'a> Statements<'a> {
    /// Fails when core rejects the searched text.
    pub fn new(bulk_id: &'a BulkId, now: Instant, request: &StatementsRequest) -> Result<Self, Problem> {
        let search = recognise(request.search.as_deref().unwrap_or_default())
            .map_err(|problem| Problem::at("search", problem))?;
        Ok(Self { bulk_id, now, search, state: request.state })
    }
}

impl List for Statements<'_> {
    type Row = AccountStatementRow;
    type By = crate::list::NewestFirst;
    const NAME: &'static str = "statements";
    const FROM: (&'static str, &'static str) = ("statement", "s");

    fn keys(_: Self::By) -> &'static [Key] {
        const { &[Key::new("s.requested_at", "timestamptz"), Key::new("s.statement_id", "uuid")] }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("s.bulk_id = {}", &[&self.bulk_id.as_str()]);
        only.and("s.expires_at > {}", &[&self.now.utc()]);
        only.and_some("s.state = {}", self.state.map(StatementState::code));
        if self.search.is_empty() {
            return;
        }
        let Search { accounts, text, part, .. } = &self.search;
        only.and_parts("(", " or ", |any| {
            any.add("s.account_no = any({})", &[accounts]);
            if let Some(pattern) = part.as_deref().map(contains) {
                any.add("s.account_no like {}", &[&pattern]);
            }
            if let Some(pattern) = text.as_deref().map(contains) {
                any.add(
                    "s.account_no in (select a.account_no from electricity_account a
                                      where a.bulk_id = {} and a.reference_id ilike {})",
                    &[&self.bulk_id.as_str(), &pattern],
                );
            }
        });
    }
}

/// A stored statement.
pub struct AccountStatementRow {
    statement_id: Uuid,
    account_no: AccountNo,
    reference_id: Option<ReferenceId>,
    is_own: bool,
    months: i32,
    first_day: Day,
    last_day: Day,
    language: Language,
    emails: Vec<String>,
    requested_by: String,
    requested_at: Instant,
    state: StatementState,
    failure: Option<String>,
    made_at: Option<Instant>,
    expires_at: Instant,
}

columns! { AccountStatementRow, "join person by on by.person_id = s.requested_by
                 left join electricity_account a on a.account_no = s.account_no and a.bulk_id = s.bulk_id" =>
    statement_id: "s.statement_id",
    account_no: "s.account_no",
    reference_id: "a.reference_id",
    is_own: "s.is_own",
    months: "s.months",
    first_day: "s.first_day",
    last_day: "s.last_day",
    language: "s.language",
    emails: "array(select r.email from statement_recipient r where r.statement_id = s.statement_id order by r.email)",
    requested_by: "by.name",
    requested_at: "s.requested_at",
    state: "s.state",
    failure: "s.failure",
    made_at: "s.made_at",
    expires_at: "s.expires_at",
}

impl AccountStatementRow {
    /// Converts the row for a response in a language.
    pub fn shown(self, language: Language) -> RequestedStatement {
        // A code that this version does not know gets the general sentence.
        let failure = self.failure.map(|name| Code::from_name(&name).unwrap_or(Code::Unavailable));
        RequestedStatement {
            statement_id: self.statement_id.to_string(),
            ca_no: self.account_no,
            reference_id: self.reference_id,
            is_owned_account: self.is_own,
            statement_period: u32::try_from(self.months).unwrap_or_default(),
            from: self.first_day,
            to: self.last_day,
            language: self.language,
            channel: if self.emails.is_empty() { StatementChannel::Download } else { StatementChannel::Email },
            emails: self.emails,
            requested_by: self.requested_by,
            requested_at: self.requested_at,
            state: self.state,
            ready_at: self.made_at,
            expires_at: self.expires_at,
            failure: failure.map(|code| code.sentence(language).to_owned()),
        }
    }
}
