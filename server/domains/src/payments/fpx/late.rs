//! Lists late receipts, open or decided: money that came after the payment had ended, or came twice.

use gridbill_core::list::Sort;
use gridbill_core::number::{AccountNo, BulkId, TransactionNo};
use gridbill_core::payments::fpx::{AlertReason, LateWay};
use gridbill_core::payments::officers::needs_two;
use gridbill_core::payments::staff::{
    LateConfirmation, LateConfirmationDetails, LateConfirmationRequest, LateConfirmationsRequest, LateDecision,
};
use gridbill_core::payments::{Event, Status, next_status};
use gridbill_core::{Code, Instant, Money, Page};
use sqlx::PgPool;
use uuid::Uuid;

use super::sql::late as sql;
use crate::app::App;
use crate::auth::who::Staff;
use crate::error::Answer;
use crate::facts::{self, Actor};
use crate::list::{self as lists, Filter, Key, List, NewestFirst, columns};
use crate::payments::transition;

pub async fn list(app: App, who: Staff, request: LateConfirmationsRequest) -> Answer<Page<LateConfirmation>> {
    let late = Late { only: None, resolved: Some(request.resolved.unwrap_or(false)) };
    let page = lists::page(&app.pool, &late, Sort::default(), request.page()).await?;
    let mut items = Vec::with_capacity(page.items.len());
    for row in page.items {
        items.push(row.shown(&app.pool, &who).await?);
    }
    Ok(Page { items, total: page.total, next: page.next, not_found: page.not_found, malformed: page.malformed })
}

pub async fn details(app: App, who: Staff, request: LateConfirmationRequest) -> Answer<LateConfirmationDetails> {
    let late_id = parse(&request.late_id)?;
    let found = lists::one(&app.pool, &Late { only: Some(late_id), resolved: None }).await?;
    let late = found.ok_or(Code::TransactionNotFound)?.shown(&app.pool, &who).await?;
    let bills = sql::bills(&app.pool, late_id).await?;
    let why_not = match next_status(late.status, Event::LateToBills) {
        Err(code) => Some(transition::payment_moved_problem(code, late.status, Actor::Person(&who.person))),
        Ok(_) if bills.unpaid < bills.total => Some(Code::LateBillsTaken.into()),
        Ok(_) => None,
    };
    let above = app.config.payments.second_officer_above;
    Ok(LateConfirmationDetails {
        total_invoices: bills.total,
        unpaid_invoices: bills.unpaid,
        why_not_bills: why_not.map(|problem| problem.sentence(who.person.language)),
        accounts: sql::accounts(&app.pool, late_id).await?,
        needs_second_officer: needs_two(late.amount, above),
        late,
    })
}

/// Parses the id of a late receipt; text that is not a number gives "not found".
pub fn parse(late_id: &str) -> Result<i64, Code> {
    late_id.trim().parse().map_err(|_| Code::TransactionNotFound)
}

/// Late receipts, newest first.
struct Late {
    only: Option<i64>,
    resolved: Option<bool>,
}

impl List for Late {
    type Row = LateReceiptRow;
    type By = NewestFirst;
    const NAME: &'static str = "late money";
    const FROM: (&'static str, &'static str) = (
        "(select alert_id, at, order_no, settled_at, reason, value, f.amount, coalesce(f.payment_id, r.payment_id) as payment_id
          from fpx_alert f left join fpx_request r using (order_no)
          where is_late_money(reason))",
        "a",
    );

    fn keys(_: NewestFirst) -> &'static [Key] {
        const { &[Key::new("a.at", "timestamptz"), Key::new("a.alert_id", "bigint")] }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and_some("a.alert_id = {}", self.only);
        match self.resolved {
            Some(true) => only.and("a.settled_at is not null", &[]),
            Some(false) => only.and("a.settled_at is null", &[]),
            None => {}
        }
    }
}

/// A late receipt with its payment and its decision or proposal.
struct LateReceiptRow {
    late_id: i64,
    at: Instant,
    reason: AlertReason,
    value: String,
    order_no: String,
    transaction_no: TransactionNo,
    bulk_id: BulkId,
    company_name: String,
    amount: Money,
    status: Status,
    is_resolved: bool,
    way: Option<LateWay>,
    account_no: Option<AccountNo>,
    reference: Option<String>,
    by_id: Option<Uuid>,
    by: Option<String>,
    decided_at: Option<Instant>,
}

columns! { LateReceiptRow, "join payment p using (payment_id) join bulk_account b using (bulk_id)
                 left join late_decision d using (alert_id) left join late_proposal q using (alert_id)
                 left join person officer on officer.person_id = coalesce(d.decided_by, q.proposed_by)" =>
    late_id: "a.alert_id",
    at: "a.at",
    reason: "a.reason",
    value: "a.value",
    order_no: "a.order_no",
    transaction_no: "p.transaction_no",
    bulk_id: "p.bulk_id",
    company_name: "b.company_name",
    amount: "coalesce(a.amount, p.amount)",
    status: "p.status",
    is_resolved: "d.alert_id is not null",
    way: "coalesce(d.way, q.way)",
    account_no: "case when d.alert_id is not null then d.account_no else q.account_no end",
    reference: "case when d.alert_id is not null then d.reference else q.reference end",
    by_id: "officer.person_id",
    by: "officer.name",
    decided_at: "coalesce(d.decided_at, q.proposed_at)",
}

impl LateReceiptRow {
    async fn shown(self, db: &PgPool, who: &Staff) -> Answer<LateConfirmation> {
        let own = who.person.person_id;
        let is_related = match self.by_id.filter(|by| *by != own && !self.is_resolved) {
            Some(by) => facts::are_related(db, by, own).await?,
            None => false,
        };
        let decision = self.way.zip(self.by).zip(self.decided_at).map(|((way, by), at)| LateDecision {
            way,
            account_no: self.account_no,
            reference: self.reference,
            by,
            at,
            is_own: self.by_id == Some(own),
            is_related,
        });
        let (resolved, proposed) = if self.is_resolved { (decision, None) } else { (None, decision) };
        Ok(LateConfirmation {
            late_id: self.late_id.to_string(),
            at: self.at,
            reason: self.reason,
            title: self.reason.word(who.person.language).to_owned(),
            bank_reference: self.value,
            merchant_tran_id: self.order_no,
            transaction_no: self.transaction_no,
            bulk_id: self.bulk_id,
            company_name: self.company_name,
            amount: self.amount,
            status: self.status,
            resolved,
            proposed,
        })
    }
}
