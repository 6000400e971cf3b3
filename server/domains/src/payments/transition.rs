//! The only path through which a payment changes.
//!
//! [`LockedPayment::by_id`] and its siblings lock the payment's row. [`LockedPayment::change`] then asks core's state
//! machine, which returns the fact. It writes in the caller's transaction, in few statements: the payment with the status of its
//! bills, its hold on them, and the fact with its consequences. Acceptance also adds the posting job. A paid payment also gets a
//! receipt and, for an overpayment, a credit.
//!
//! ```text
//! let mut payment = LockedPayment::by_order(&mut tx, confirmation.exchange_order_no()).await?.ok_or(…)?;
//! let declined = PaymentEvent::FpxDeclined { bank_code: Some("51".into()) };
//! // Fails with Code::PaymentMoved if the status does not allow the event:
//! payment.change(&context, &mut tx, Actor::Bank("Maybank2E"), declined).await?;
//! ```
//!
//! All code locks in one order, also when a payment is made: the payment before its bills, and bills by their numbers.

use gridbill_core::fact::PaymentEvent;
use gridbill_core::number::{BulkId, TransactionNo};
use gridbill_core::payments::{Event, PaymentMoved, ReconcileKind, Status, next_status};
use gridbill_core::{Code, Language, Money, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use super::post;
use super::sql::transition::{self as sql, By};
use crate::app::Context;
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};

pub use super::sql::transition::LockedPayment;

/// Builds the refusal of an event that the payment's current status does not allow.
#[must_use]
pub fn payment_moved_problem(code: Code, status: Status, actor: Actor<'_>) -> Problem {
    Problem::new(code).with("status", word(actor, status))
}

/// Returns the status in the words and the language of the actor, who reads the refusal.
fn word(actor: Actor<'_>, status: Status) -> &'static str {
    match actor {
        Actor::Person(person) if !person.is_staff => status.word_for_customers(person.language),
        Actor::Person(person) => status.word_for_staff(person.language),
        Actor::Visitor { .. } | Actor::Integration { .. } | Actor::Bank(_) | Actor::Utility(_) | Actor::Portal(_) => {
            status.word_for_staff(Language::En)
        }
    }
}

impl LockedPayment {
    /// Locks a payment of any bulk account, for staff and jobs.
    pub async fn by_id(db: &mut PgConnection, payment_id: Uuid) -> Answer<Option<Self>> {
        sql::lock(db, By::Id(payment_id)).await?.map(TryInto::try_into).transpose()
    }

    /// Locks a payment of one bulk account, by the number that users see.
    pub async fn by_number(db: &mut PgConnection, bulk_id: &BulkId, number: &TransactionNo) -> Answer<Option<Self>> {
        sql::lock(db, By::Number(bulk_id, number)).await?.map(TryInto::try_into).transpose()
    }

    /// Locks an FPX payment by the gateway's order number.
    pub async fn by_order(db: &mut PgConnection, order_no: &str) -> Answer<Option<Self>> {
        sql::lock(db, By::Order(order_no)).await?.map(TryInto::try_into).transpose()
    }

    /// Locks the bills of several payments in the order of their numbers. A transaction that changes several payments
    /// calls this after it has locked the payments.
    pub async fn lock_bills(db: &mut PgConnection, payment_ids: impl Iterator<Item = Uuid>) -> Answer<()> {
        Ok(sql::lock_bills(db, &payment_ids.collect::<Vec<_>>()).await?)
    }

    /// Refuses an event that the payment's status does not allow, before anything is written.
    /// Fails with [`Code::PaymentMoved`] with the current status, in the actor's words.
    pub fn check_allows(&self, event: Event, actor: Actor<'_>) -> Result<Status, Problem> {
        next_status(self.state.status, event).map_err(|code| self.moved_problem(code, actor))
    }

    fn moved_problem(&self, code: Code, actor: Actor<'_>) -> Problem {
        payment_moved_problem(code, self.state.status, actor)
    }

    /// Applies an event to the payment and updates `self` to the new state.
    /// Fails with [`Code::PaymentMoved`] when the state does not allow the event. Nothing is written then.
    pub async fn change(
        &mut self,
        context: &Context,
        db: &mut PgConnection,
        actor: Actor<'_>,
        event: PaymentEvent,
    ) -> Answer<()> {
        let (after, fact) = self.state.apply_event(event).map_err(|code| self.moved_problem(code, actor))?;
        let (now, status, event) = (context.now(), after.status, fact.event.event());
        let has_moved = self.state.status != status;
        self.state = after;
        // Every event except a proposed acceptance ends the first officer's proposal.
        self.proposed_by = actor.person_id().filter(|_| event == Event::AcceptanceProposed);
        let decided = matches!(event, Event::Accepted | Event::Rejected);
        let is_paid = has_moved && status == Status::Paid;
        let stored = sql::PaymentUpdate {
            locked: self,
            decided: actor.person_id().filter(|_| decided).map(|person_id| (person_id, now)),
            bank_code: fact.event.bank_code(),
            remark: match &fact.event {
                PaymentEvent::PaymentRejected { remark } => remark.as_deref(),
                _ => None,
            },
            posted_at: is_paid.then_some(now),
            received: if is_paid {
                Some(self.state.billed.plus(self.overpaid().unwrap_or(Money::ZERO))?)
            } else {
                None
            },
            now,
        };
        if event == Event::LateToBills {
            sql::hold_items(db, self.payment_id).await?;
        }
        sql::update_payment(db, &stored).await?;
        if !status.is_live() {
            sql::release_items(db, self.payment_id).await?;
        }
        let entry = Entry::of(Subject::Payment(self.payment_id), actor, fact, self.transaction_no.as_str());
        // Internal events of officers do not appear in the customer's activity log.
        let bulk_id = Some(&self.bulk_id).filter(|_| !event.is_internal());
        facts::record(context, db, entry.in_account(bulk_id)).await?;
        match status {
            _ if !has_moved => Ok(()),
            Status::Processing => post::add(context, db, self.payment_id).await,
            Status::Paid => self.credit(context, db).await,
            _ => Ok(()),
        }
    }

    /// The amount of an overpayment.
    fn overpaid(&self) -> Option<Money> {
        match self.state.reconcile {
            Some((ReconcileKind::Overpayment, over)) => Some(over),
            // The missing part was paid before the payment could become Paid.
            Some((ReconcileKind::Insufficient, _)) | None => None,
        }
    }

    /// Writes the credit of an overpayment.
    async fn credit(&self, context: &Context, db: &mut PgConnection) -> Answer<()> {
        let Some(over) = self.overpaid() else { return Ok(()) };
        let account = self.state.credit_account_no.as_ref().ok_or(Code::CreditAccountUnknown)?;
        Ok(sql::add_credit(db, self, account, over, context.now()).await?)
    }

    /// Returns the payment's number with `R` instead of `P`. A payment has one receipt.
    #[must_use]
    pub fn receipt_no(&self) -> String {
        self.transaction_no.as_str().replacen('P', "R", 1)
    }
}

impl From<&LockedPayment> for PaymentMoved {
    fn from(locked: &LockedPayment) -> Self {
        Self {
            transaction_no: locked.transaction_no.clone(),
            e_bulk_payment_id: locked.payment_id.to_string(),
            status: locked.state.status,
            awaits_second_officer: locked.proposed_by.is_some(),
        }
    }
}
