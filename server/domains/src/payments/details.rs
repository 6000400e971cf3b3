//! The details of one payment: its head, reference numbers, invoices (paged) and history.

use gridbill_core::fact::{Fact, StoredFact, actor_display_name};
use gridbill_core::list::Sort;
use gridbill_core::number::{BulkId, TransactionNo};
use gridbill_core::payments::fpx::{FpxStatus, FpxStatusInput, fpx_status, is_cancelled, is_unknown_to_bank};
use gridbill_core::payments::{
    ActivityEntry, ActivityHead, Event, PaymentActivity, PaymentDetails, PaymentItem, PaymentMethod, ReconcileAsked,
    ReconcileKind, Settlement, Status, TransactionRequest, VersionedReference, compute_settlement, failure_sentence,
    initial_status, reason_code,
};
use gridbill_core::{Code, Instant, Language, Money, Page};
use sqlx::PgPool;

use super::approval::acts;
use super::list::Items;
use super::sql::details as sql;
use crate::app::App;
use crate::auth::who::Customer;
use crate::documents::payment::PrintedApproval;
use crate::error::Answer;
use crate::facts::Subject;
use crate::list as lists;

pub use super::sql::details::{FoundPayment, credit_accounts};

impl FoundPayment {
    /// Finds a payment by number, within one bulk account or, for staff, in any.
    /// Fails with [`Code::TransactionNotFound`] when there is no such payment, or it belongs to another company.
    pub async fn by_number(pool: &PgPool, bulk_id: Option<&BulkId>, number: &TransactionNo) -> Answer<Self> {
        Ok(sql::payment(pool, bulk_id, number).await?.ok_or(Code::TransactionNotFound)?)
    }

    /// Returns the reason why the payment failed or was declined.
    #[must_use]
    pub fn reason(&self, language: Language) -> Option<String> {
        let code = reason_code(self.bank_code.as_deref(), self.heard_code.as_deref());
        failure_sentence(self.transaction.status, code, language).map(str::to_owned)
    }

    /// Whether the payer cancelled the payment at the bank.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        let code = reason_code(self.bank_code.as_deref(), self.heard_code.as_deref());
        self.transaction.status == Status::FpxDeclined && code.is_some_and(is_cancelled)
    }

    /// The payment's status at the bank gateway; `None` for other methods.
    #[must_use]
    pub fn fpx_status(&self) -> Option<FpxStatus> {
        let known = FpxStatusInput {
            status: self.transaction.status,
            heard: self.heard_code.as_deref().or(self.bank_code.as_deref()),
            credit: self.credit_code.as_deref(),
        };
        (self.transaction.payment_method == PaymentMethod::Fpx).then(|| fpx_status(known))
    }

    /// Whether FPX has answered that it has no record of the payment.
    #[must_use]
    pub fn is_unknown_to_bank(&self, after_minutes: u32) -> bool {
        let heard = self.heard_code.as_deref().zip(self.heard_at);
        self.sent_at.is_some_and(|sent_at| is_unknown_to_bank(self.transaction.status, sent_at, heard, after_minutes))
    }

    /// When the bank confirmed the payment.
    #[must_use]
    pub fn bank_transaction_date(&self) -> Option<Instant> {
        self.fpx_transaction_time.as_deref().and_then(Instant::from_compact)
    }

    /// The last reconciliation that the utility requested.
    #[must_use]
    pub fn latest_reconcile_request(&self) -> Option<ReconcileAsked> {
        let asked = self.reconcile_type.zip(self.reconcile_amount);
        asked.map(|(reconcile_type, reconcile_amount)| ReconcileAsked { reconcile_type, reconcile_amount })
    }

    /// The amounts that are billed, missing or in excess after reconciliation.
    /// Fails when the database holds a value that core does not know.
    pub fn settlement(&self) -> Answer<Settlement> {
        let kind = self.reconcile_type.map(ReconcileKind::from_type).transpose()?;
        let made = &self.transaction;
        Ok(compute_settlement(made.status, made.transaction_amount, kind.zip(self.reconcile_amount))?)
    }

    /// Lists its reference numbers, by version.
    pub async fn references(&self, pool: &PgPool) -> Answer<Vec<VersionedReference>> {
        Ok(sql::references(pool, self.payment_id).await?)
    }

    /// Loads the proposal that released it, with its approvals, for its documents.
    pub async fn approval(&self, pool: &PgPool) -> Answer<Option<PrintedApproval>> {
        let Some(proposal_id) = self.proposal_id.clone() else { return Ok(None) };
        let mut approvals = acts(pool, &self.transaction.bulk_id, &proposal_id).await?;
        approvals.retain(|act| act.is_approval);
        Ok(Some(PrintedApproval { proposal_id, approvals }))
    }

    /// Loads a page of its invoices, by number.
    pub async fn invoices(&self, pool: &PgPool, request: &TransactionRequest) -> Answer<Page<PaymentItem>> {
        lists::page(pool, &Items { payment_id: self.payment_id }, Sort::default(), request.page()).await
    }

    /// Loads all of its invoices, by number.
    pub async fn all_invoices(&self, pool: &PgPool) -> Answer<Vec<PaymentItem>> {
        lists::all(pool, &Items { payment_id: self.payment_id }, Sort::default()).await
    }

    /// The first entry of a payment that was taken over: it was made, and has ended.
    fn taken_over(&self) -> ActivityEntry {
        let made = &self.transaction;
        ActivityEntry {
            event: initial_status(made.payment_method).0,
            at: made.payment_date,
            by: made.requested_by.clone(),
            from: None,
            to: made.status,
            amount: made.transaction_amount,
            paid_amount: None,
            version: self.version,
            note: None,
        }
    }

    /// Loads its history, oldest first.
    pub async fn activity(&self, pool: &PgPool, language: Language) -> Answer<Activity> {
        let facts = sql::facts(pool, &Subject::Payment(self.payment_id).to_string()).await?;
        let mut timeline = facts.into_iter().map(|fact| entry(fact, language)).collect::<Answer<Vec<_>>>()?;
        if self.transaction.taken_over_at.is_some() {
            timeline.insert(0, self.taken_over());
        }
        let init = timeline.first().cloned().ok_or_else(|| anyhow::anyhow!("the payment has no first fact"))?;
        let each = |event| timeline.iter().filter(|entry| entry.event == event).cloned().collect();
        Ok(Activity {
            init,
            insufficient: each(Event::InsufficientRequested),
            excessive: each(Event::OverpaymentRequested),
            timeline,
        })
    }
}

/// Converts a stored fact to an entry of the payment's timeline.
fn entry(happened: sql::Happened, language: Language) -> Answer<ActivityEntry> {
    let sql::Happened { kind, data, at, actor_id, by } = happened;
    let Fact::Payment(fact) = Fact::from_stored(StoredFact { kind, data }).map_err(anyhow::Error::from)? else {
        return Err(anyhow::anyhow!("the payment has a fact of another kind").into());
    };
    Ok(ActivityEntry {
        event: fact.event.event(),
        at,
        by: actor_display_name(by, actor_id.is_some(), language),
        from: fact.before,
        to: fact.after.status,
        amount: fact.amount(),
        paid_amount: fact.after.paid,
        version: fact.after.version,
        note: fact.note(),
    })
}

/// The facts of a payment, grouped as its pages show them.
pub struct Activity {
    pub init: ActivityEntry,
    pub insufficient: Vec<ActivityEntry>,
    pub excessive: Vec<ActivityEntry>,
    pub timeline: Vec<ActivityEntry>,
}

impl Activity {
    /// Removes the entries that are internal to the utility's officers.
    fn for_customers(mut self) -> Self {
        self.timeline.retain(|entry| !entry.event.is_internal());
        self
    }

    /// The amount of the reconciliation that was requested before the last one.
    fn previous_reconciliation(&self) -> Option<Money> {
        let asked =
            |entry: &&ActivityEntry| matches!(entry.event, Event::InsufficientRequested | Event::OverpaymentRequested);
        self.timeline.iter().rev().filter(asked).nth(1).map(|entry| entry.amount)
    }
}

/// Loads the details of a payment for a customer.
pub async fn of_customer(app: &App, who: &Customer, request: &TransactionRequest) -> Answer<PaymentDetails> {
    let pool = &app.pool;
    let found = FoundPayment::by_number(pool, Some(&who.bulk_id), &request.transaction_no).await?;
    let language = who.person.language;
    let (reason, settlement) = (found.reason(language), found.settlement()?);
    Ok(PaymentDetails {
        previous_reconciliation_amount: found.activity(pool, language).await?.previous_reconciliation(),
        payment_channel: found.transaction.payment_method.channel(),
        remarks: found.remark.clone().or_else(|| reason.clone()),
        may_give_up: found.requested_by == Some(who.person.person_id)
            && found.is_unknown_to_bank(app.config.payments.give_up_after),
        references: found.references(pool).await?,
        invoices: found.invoices(pool, request).await?,
        reason,
        is_cancelled: found.is_cancelled(),
        fpx_status: found.fpx_status(),
        bank_transaction_date: found.bank_transaction_date(),
        lines: settlement.lines(found.transaction.status),
        settlement,
        receipt_no: found.receipt_no,
        receipt_at: found.receipt_at,
        merchant_tran_id: found.merchant_tran_id,
        fpx_transaction_id: found.fpx_transaction_id,
        reconcile_type: found.reconcile_type,
        reconcile_amount: found.reconcile_amount,
        credit_account_no: found.credit_account_no,
        decided_at: found.decided_at,
        reminded_at: found.reminded_at,
        proposal_id: found.proposal_id,
        transaction: found.transaction,
    })
}

/// Loads the history of a customer's payment.
pub async fn activity(pool: &PgPool, who: &Customer, number: &TransactionNo) -> Answer<PaymentActivity> {
    let found = FoundPayment::by_number(pool, Some(&who.bulk_id), number).await?;
    let activity = found.activity(pool, who.person.language).await?.for_customers();
    Ok(PaymentActivity {
        head: ActivityHead {
            status: found.transaction.status,
            payment_method: found.transaction.payment_method,
            transaction_amount: found.transaction.transaction_amount,
        },
        init: activity.init,
        insufficient: activity.insufficient,
        excessive: activity.excessive,
        latest_reconcile_request: found.latest_reconcile_request(),
        timeline: activity.timeline,
    })
}
