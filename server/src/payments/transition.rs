//! The one way in which a payment changes.
//!
//! [`Held::by_id`] and its neighbours lock the payment's row; [`Held::change`] asks core's state machine, then writes
//! in the caller's transaction, one statement for each table: the payment, its bills' status, its hold on them, the
//! event, and what follows from it (a job after `accepted`; a receipt and a credit once paid), and tells open pages.
//!
//! ```text
//! let mut held = Held::by_order(&mut tx, confirmation.exchange_order_no()).await?.ok_or(…)?;
//! let change = Change { bank_code: Some("51".into()), ..Change::new(Event::FpxDeclined, Actor::Bank("Maybank2E")) };
//! held.change(&context, &mut tx, change).await?;         // Code::PaymentMoved when the state does not know the event
//! ```
//!
//! Locks are taken in one order everywhere, payment before bills and bills by number, as making a payment takes them.

use gridbill_core::number::{AccountNo, BulkId, TransactionNo};
use gridbill_core::payments::{Event, PaymentMethod, PaymentMoved, ReconcileKind, Status, next};
use gridbill_core::{Code, Language, Money, Problem, Topic};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::context::Context;
use crate::error::Answer;
use crate::who::Person;
use crate::{jobs, live};

pub mod sql;

/// A payment whose row this transaction has locked.
#[derive(Debug, Clone)]
pub struct Held {
    pub payment_id: Uuid,
    pub transaction_no: TransactionNo,
    pub bulk_id: BulkId,
    pub method: PaymentMethod,
    pub status: Status,
    /// The sum of its items when it was made.
    pub amount: Money,
    pub version: i32,
    /// The reconciliation asked for last.
    pub reconcile: Option<(ReconcileKind, Money)>,
    pub paid_amount: Option<Money>,
    pub credit_account_no: Option<AccountNo>,
}

/// Who changes a payment.
#[derive(Debug, Clone, Copy)]
pub enum Actor<'a> {
    /// Somebody signed in.
    Person(&'a Person),
    /// A bank, by its name, through the gateway.
    Bank(&'a str),
    /// The portal itself: a job, by what it does.
    Job(&'static str),
}

impl Actor<'_> {
    fn name(&self) -> &str {
        match self {
            Self::Person(person) => &person.name,
            Self::Bank(name) | Self::Job(name) => name,
        }
    }

    const fn person_id(&self) -> Option<Uuid> {
        match self {
            Self::Person(person) => Some(person.person_id),
            Self::Bank(_) | Self::Job(_) => None,
        }
    }

    /// The status in the words and the language of whoever is told.
    fn word(&self, status: Status) -> &'static str {
        match self {
            Self::Person(person) if !person.is_staff => status.word_for_customers(person.language),
            Self::Person(person) => status.word_for_staff(person.language),
            Self::Bank(_) | Self::Job(_) => status.word_for_staff(Language::En),
        }
    }
}

/// What happens to a payment, and what it brings along.
#[derive(Debug, Clone)]
pub struct Change<'a> {
    pub event: Event,
    pub actor: Actor<'a>,
    /// The difference that staff found, with what was paid by it.
    pub reconcile: Option<(ReconcileKind, Money, Money)>,
    /// The account that an overpayment is credited to.
    pub credit_account_no: Option<AccountNo>,
    /// The bank's answer code where it declined or failed.
    pub bank_code: Option<String>,
    /// Reference numbers, account or reason, for the activity.
    pub note: Option<String>,
}

impl<'a> Change<'a> {
    /// An event that brings nothing along.
    #[must_use]
    pub const fn new(event: Event, actor: Actor<'a>) -> Self {
        Self { event, actor, reconcile: None, credit_account_no: None, bank_code: None, note: None }
    }
}

impl Held {
    /// Locks a payment of any bulk account, for staff and jobs.
    pub async fn by_id(db: &mut PgConnection, payment_id: Uuid) -> Answer<Option<Self>> {
        sql::lock(db, None, Some(payment_id), None, None).await?.map(TryInto::try_into).transpose()
    }

    /// Locks a payment of one bulk account, by the number that people know.
    pub async fn by_number(db: &mut PgConnection, bulk_id: &BulkId, number: &TransactionNo) -> Answer<Option<Self>> {
        sql::lock(db, Some(bulk_id), None, Some(number), None).await?.map(TryInto::try_into).transpose()
    }

    /// Locks an FPX payment by the gateway's order number.
    pub async fn by_order(db: &mut PgConnection, order_no: &str) -> Answer<Option<Self>> {
        sql::lock(db, None, None, None, Some(order_no)).await?.map(TryInto::try_into).transpose()
    }

    /// The state after an event, before anything is written.
    ///
    /// # Errors
    /// [`Code::PaymentMoved`] with the state that it is in now, in the actor's words.
    pub fn after(&self, event: Event, actor: Actor<'_>) -> Result<Status, Problem> {
        next(self.status, event).map_err(|code| Problem::new(code).with("status", actor.word(self.status)))
    }

    /// Changes the payment; it holds the new state afterwards.
    ///
    /// # Errors
    /// [`Code::PaymentMoved`] when the state does not know the event. Nothing is written then.
    pub async fn change(&mut self, context: &Context, db: &mut PgConnection, change: Change<'_>) -> Answer<()> {
        let from = self.status;
        self.status = self.after(change.event, change.actor)?;
        let now = context.now();
        let about = self.take(&change);
        let decided = matches!(change.event, Event::Accepted | Event::Rejected);
        let stored = sql::Stored {
            held: self,
            decided: change.actor.person_id().filter(|_| decided).map(|person_id| (person_id, now)),
            bank_code: change.bank_code.as_deref(),
            posted_at: (self.status == Status::Paid).then_some(now),
        };
        sql::store(db, &stored).await?;
        sql::set_bills(db, self.payment_id, self.status.of_bill()).await?;
        if !self.status.is_live() {
            sql::release_items(db, self.payment_id).await?;
        }
        let event = sql::NewEvent {
            payment_id: self.payment_id,
            event: change.event,
            at: now,
            person_id: change.actor.person_id(),
            actor: change.actor.name(),
            from: Some(from),
            to: self.status,
            amount: about,
            paid_amount: self.paid_amount,
            version: self.version,
            note: change.note.as_deref(),
        };
        sql::add_event(db, &event).await?;
        match self.status {
            Status::Processing => jobs::post(context, db, self.payment_id).await?,
            Status::Paid => self.settle(context, db).await?,
            _ => {}
        }
        let topics = match self.method {
            PaymentMethod::Fpx => &[Topic::Payments, Topic::Bills, Topic::Gateway][..],
            PaymentMethod::EftGiro | PaymentMethod::EftRentas | PaymentMethod::Cheque => {
                &[Topic::Payments, Topic::Bills]
            }
        };
        live::publish(&mut *db, live::Change::of(topics).in_account(&self.bulk_id)).await?;
        Ok(())
    }

    /// Takes over what the change brings along; the amount that the event is about.
    fn take(&mut self, change: &Change<'_>) -> Money {
        let difference = self.reconcile.map(|(_, amount)| amount);
        match change.event {
            Event::InsufficientRequested | Event::OverpaymentRequested => {
                self.reconcile = change.reconcile.map(|(kind, amount, _)| (kind, amount));
                self.paid_amount = change.reconcile.map(|(_, _, paid)| paid);
                // Chosen for an earlier difference, which this one takes the place of.
                self.credit_account_no = None;
                self.reconcile.map_or(self.amount, |(_, amount)| amount)
            }
            Event::DifferencePaid => {
                self.version += 1;
                difference.unwrap_or(self.amount)
            }
            Event::CreditChosen => {
                self.version += 1;
                self.credit_account_no.clone_from(&change.credit_account_no);
                difference.unwrap_or(self.amount)
            }
            _ => self.amount,
        }
    }

    /// Receipt, and credit of an overpayment: the money is the utility's now.
    async fn settle(&self, context: &Context, db: &mut PgConnection) -> Answer<()> {
        let over = match self.reconcile {
            Some((ReconcileKind::Overpayment, over)) => Some(over),
            // The missing part was paid before the payment came this far.
            Some((ReconcileKind::Insufficient, _)) | None => None,
        };
        let received = self.amount.plus(over.unwrap_or(Money::ZERO))?;
        sql::add_receipt(db, self.payment_id, &self.receipt_no(), received, context.now()).await?;
        if let Some(over) = over {
            let account = self.credit_account_no.as_ref().ok_or(Code::CreditAccountUnknown)?;
            sql::add_credit(db, self.payment_id, account, over, context.now()).await?;
        }
        Ok(())
    }

    /// Numbered as its payment, `R` for `P`: one receipt for each.
    fn receipt_no(&self) -> String {
        self.transaction_no.as_str().replacen('P', "R", 1)
    }
}

impl From<&Held> for PaymentMoved {
    fn from(held: &Held) -> Self {
        Self {
            transaction_no: held.transaction_no.clone(),
            e_bulk_payment_id: held.payment_id.to_string(),
            status: held.status,
        }
    }
}
