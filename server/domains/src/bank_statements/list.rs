//! The list of uploaded statements.

use gridbill_core::bank_statements::{BankStatementsRequest, UploadedStatement};
use gridbill_core::number::BankId;
use gridbill_core::{Day, Instant, Problem};
use uuid::Uuid;

use super::name_of;
use crate::list::{Filter, Key, List, columns, searched_pattern};

/// The statements of all banks, newest first.
pub struct Statements<'a> {
    /// Part of a file name, or of the uploader's name.
    pattern: Option<String>,
    bank_ids: Option<&'a [String]>,
}

impl<'a> Statements<'a> {
    /// Fails when core rejects the searched text.
    pub fn new(request: &'a BankStatementsRequest) -> Result<Self, Problem> {
        let pattern = searched_pattern("search", request.search.as_deref())?;
        Ok(Self { pattern, bank_ids: request.bank_ids.as_deref() })
    }
}

impl List for Statements<'_> {
    type Row = BankStatementRow;
    type By = crate::list::NewestFirst;
    const NAME: &'static str = "bank statements";
    const FROM: (&'static str, &'static str) = ("bank_statement", "s");

    fn keys(_: Self::By) -> &'static [Key] {
        const { &[Key::new("s.uploaded_at", "timestamptz"), Key::new("s.statement_id", "uuid")] }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and_some("s.bank_id = any({})", self.bank_ids);
        if let Some(pattern) = &self.pattern {
            only.and(
                "(s.file_name ilike {} or s.uploaded_by in (select person_id from person where is_staff and name ilike {}))",
                &[pattern, pattern],
            );
        }
    }
}

/// A stored statement.
pub struct BankStatementRow {
    statement_id: Uuid,
    bank_id: BankId,
    file_name: String,
    uploaded_by: String,
    uploaded_at: Instant,
    lines: i64,
    decided: i64,
    first_day: Option<Day>,
    last_day: Option<Day>,
}

// A line is also decided by the same line in another file of the bank, known by its texts, unless an officer declared it to be
// other money. The statement's own page compares more (`matched.rs`).
columns! { BankStatementRow, "join person by on by.person_id = s.uploaded_by" =>
    statement_id: "s.statement_id",
    bank_id: "s.bank_id",
    file_name: "s.file_name",
    uploaded_by: "by.name",
    uploaded_at: "s.uploaded_at",
    lines: "s.lines::bigint",
    decided: "(select count(*) from bank_statement_line l
               where l.statement_id = s.statement_id and l.problem is null
                 and l.amount <= (select sum(u.share) from bank_line_used u
                                  where (u.statement_id, u.line) = (l.statement_id, l.line)
                                     or (u.bank_id, u.day, u.reference_key, u.amount, u.ordinal)
                                        = (s.bank_id, l.day, l.reference_key, l.amount, l.ordinal)
                                        and not exists (select from bank_line_declared_other d
                                                        where (d.statement_id, d.line) = (l.statement_id, l.line))))",
    first_day: "s.first_day",
    last_day: "s.last_day",
}

impl BankStatementRow {
    pub fn shown(self) -> UploadedStatement {
        UploadedStatement {
            statement_id: self.statement_id.to_string(),
            bank_name: name_of(&self.bank_id),
            bank_id: self.bank_id,
            file_name: self.file_name,
            uploaded_by: self.uploaded_by,
            uploaded_at: self.uploaded_at,
            lines: self.lines,
            decided: self.decided,
            from: self.first_day,
            to: self.last_day,
        }
    }
}
