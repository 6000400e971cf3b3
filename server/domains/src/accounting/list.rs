//! The lists of runs and of exported documents.

use gridbill_core::accounting::{AccountingRun, ListedDocument};
use gridbill_core::number::BulkId;
use uuid::Uuid;

use crate::list::{Filter, Key, List, NewestFirst, columns};

/// The runs of a bulk account or of one profile, or one run.
pub struct Runs<'a> {
    pub bulk_id: &'a BulkId,
    pub profile_id: Option<Uuid>,
    pub run_no: Option<i64>,
}

impl List for Runs<'_> {
    type Row = AccountingRun;
    type By = NewestFirst;
    const NAME: &'static str = "accountingRuns";
    const FROM: (&'static str, &'static str) = ("accounting_run", "r");

    fn keys(_: NewestFirst) -> &'static [Key] {
        const { &[Key::new("r.made_at", "timestamptz"), Key::new("r.profile_id", "uuid"), Key::new("r.run_no", "bigint")] }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("r.bulk_id = {}", &[&self.bulk_id.as_str()]);
        only.and_some("r.profile_id = {}", self.profile_id);
        only.and_some("r.run_no = {}", self.run_no);
    }
}

columns! { AccountingRun, "left join person p on p.person_id = r.made_by" =>
    profile_id: "r.profile_id::text",
    profile_name: "r.draft ->> 'name'",
    stream: "r.draft ->> 'stream'",
    run_no: "r.run_no",
    profile_version: "r.profile_version",
    made_at: "r.made_at",
    made_by: "p.name",
    documents: "r.documents",
    reversals: "r.reversals",
    lines: "r.lines",
    debit: "r.debit",
    credit: "r.credit",
    numbered: "(select count(*) from accounting_document d
                where d.bulk_id = r.bulk_id and d.profile_id = r.profile_id and d.run_no = r.run_no
                  and d.their_no is not null)",
}

/// Exported documents.
pub struct Documents<'a> {
    pub bulk_id: &'a BulkId,
    pub profile_id: Option<Uuid>,
    pub run_no: Option<i64>,
    pub source_no: Option<&'a str>,
    /// The pattern for part of a number.
    pub pattern: Option<String>,
    pub has_their_no: Option<bool>,
}

impl List for Documents<'_> {
    type Row = ListedDocument;
    type By = ();
    const NAME: &'static str = "accountingDocuments";
    const FROM: (&'static str, &'static str) = ("accounting_document", "d");

    fn keys((): ()) -> &'static [Key] {
        const { &[Key::new("d.profile_id", "uuid"), Key::new("d.run_no", "bigint"), Key::new("d.place", "bigint")] }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("d.bulk_id = {}", &[&self.bulk_id.as_str()]);
        only.and_some("d.profile_id = {}", self.profile_id);
        only.and_some("d.run_no = {}", self.run_no);
        only.and_some("d.source_no = {}", self.source_no);
        if let Some(pattern) = &self.pattern {
            only.and(
                "(d.document_no ilike {} or d.source_no ilike {} or d.their_no ilike {})",
                &[pattern, pattern, pattern],
            );
        }
        only.and_some("(d.their_no is not null) = {}", self.has_their_no);
    }
}

columns! { ListedDocument, "join accounting_run r on r.bulk_id = d.bulk_id and r.profile_id = d.profile_id and r.run_no = d.run_no" =>
    profile_id: "d.profile_id::text",
    profile_name: "r.draft ->> 'name'",
    run_no: "d.run_no",
    document_no: "d.document_no",
    source_no: "d.source_no",
    reverses: "d.reverses",
    document_date: "d.document_date",
    account_no: "d.account_no",
    amount: "d.amount",
    is_current: "d.is_current",
    their_no: "d.their_no",
    made_at: "r.made_at",
}
