//! Lists of settlements.

use gridbill_core::number::BulkId;
use gridbill_core::settlements::{SettlementFilter, SettlementMethod, SettlementPart, UnmatchedSettlement};

use crate::list::{Filter, Key, List, NewestFirst, columns};

const NEWEST: &[Key] =
    &[Key::new("p.paid_on", "date"), Key::new("p.settlement_no", "text"), Key::new("p.place", "smallint")];

/// The settlements of a bulk account.
pub struct Settlements<'a> {
    pub bulk_id: &'a BulkId,
    pub filter: &'a SettlementFilter,
}

impl List for Settlements<'_> {
    type Row = SettlementPart;
    type By = NewestFirst;
    const NAME: &'static str = "settlements";
    const FROM: (&'static str, &'static str) = ("settlement_part", "p");

    fn keys(_: NewestFirst) -> &'static [Key] {
        NEWEST
    }

    fn filter(&self, only: &mut Filter<'_>) {
        let SettlementFilter { account_nos, invoice_nos, method, from, to } = self.filter;
        let texts = |numbers: &[_]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>();
        only.and("p.bulk_id = {}", &[&self.bulk_id.as_str()]);
        only.and_some("p.account_no = any({})", account_nos.as_deref().map(texts));
        let texts = |numbers: &[_]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>();
        only.and_some("p.invoice_no = any({})", invoice_nos.as_deref().map(texts));
        let by_method = "p.settlement_no in (select settlement_no from settlement where method = {})";
        only.and_some(by_method, method.map(SettlementMethod::code));
        only.and_some("p.paid_on >= {}", from.map(gridbill_core::Day::date));
        only.and_some("p.paid_on <= {}", to.map(gridbill_core::Day::date));
    }
}

columns! { SettlementPart, "join settlement s using (settlement_no)
                            left join electricity_account a on a.account_no = p.account_no and a.bulk_id = p.bulk_id" =>
    settlement_no: "p.settlement_no",
    account_no: "p.account_no",
    reference_id: "a.reference_id",
    invoice_no: "p.invoice_no",
    method: "s.method",
    paid_on: "p.paid_on",
    amount: "p.amount",
    state: "p.state",
    reference: "s.reference",
}

/// The parts of all settlements that pay no bill.
pub struct Unmatched;

impl List for Unmatched {
    type Row = UnmatchedSettlement;
    type By = NewestFirst;
    const NAME: &'static str = "unmatched settlements";
    const FROM: (&'static str, &'static str) = ("settlement_part", "p");

    fn keys(_: NewestFirst) -> &'static [Key] {
        NEWEST
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("p.state in ('waits', 'unmatched')", &[]);
    }
}

columns! { UnmatchedSettlement, "join settlement s using (settlement_no) join account_master m on m.account_no = p.account_no" =>
    settlement_no: "p.settlement_no",
    bulk_id: "p.bulk_id",
    company_name: "m.company_name",
    account_no: "p.account_no",
    invoice_no: "p.invoice_no",
    method: "s.method",
    paid_on: "p.paid_on",
    amount: "p.amount",
    state: "p.state",
    reference: "s.reference",
}
