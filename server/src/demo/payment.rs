//! A complete payment of the demo: the row with its items, references, events and gateway messages.

use anyhow::{Context as _, ensure};
use gridbill_core::fact::{PaymentEvent, PaymentFact, PortalActor};
use gridbill_core::number::{AccountNo, InvoiceNo};
use gridbill_core::payments::{Event, PaymentMethod, Reference, Status};
use gridbill_core::{Instant, Money, Problem, bills};
use rand_chacha::ChaCha20Rng;
use uuid::Uuid;

use super::random::uuid;
use super::story::{Brought, ReplayedPayment, Story, replay};
use crate::fpx::{Kind, Message, Order, SigningKey};

/// A bill that can be paid.
#[derive(Debug, Clone)]
pub struct Owed {
    pub bulk_id: String,
    pub bill_batch_id: String,
    pub age_days: i32,
    pub invoice_no: InvoiceNo,
    pub account_no: AccountNo,
    pub amount: Money,
}

/// A user of the demo, as events name them.
#[derive(Debug, Clone)]
pub struct DemoUser {
    pub person_id: Uuid,
    pub name: String,
    pub email: String,
}

pub struct DemoEvent {
    pub at: Instant,
    pub person_id: Option<Uuid>,
    pub actor: String,
    pub fact: PaymentFact,
}

pub struct DemoMessage {
    pub at: Instant,
    pub way: &'static str,
    pub raw: String,
    pub verdict: &'static str,
    pub confirmed_amount: Option<Money>,
}

pub struct DemoRequest {
    pub fields: serde_json::Value,
    pub fpx_txn_id: Option<String>,
    pub fpx_txn_time: Option<String>,
    /// The last answer code, and its time.
    pub heard: Option<(String, Instant)>,
    /// The id of the key that signed the answers.
    pub key_id: String,
    pub messages: Vec<DemoMessage>,
}

pub struct DemoPayment {
    pub payment_id: Uuid,
    pub transaction_no: String,
    pub bulk_id: String,
    pub method: PaymentMethod,
    pub bank: (&'static str, &'static str),
    pub requested_by: Uuid,
    pub requested_at: Instant,
    pub amount: Money,
    pub accounts: i32,
    pub told: ReplayedPayment,
    pub decided: Option<(Uuid, Instant)>,
    pub bank_code: Option<String>,
    pub posted_at: Option<Instant>,
    pub items: Vec<Owed>,
    /// The version and the reference.
    pub references: Vec<(i32, Reference)>,
    pub events: Vec<DemoEvent>,
    pub request: Option<DemoRequest>,
}

/// The inputs of a payment.
pub struct Ingredients<'a> {
    /// The running number of the payment.
    pub number: u64,
    pub company: &'a str,
    /// The key with which the demo's bank signs.
    pub fpx_key: &'a SigningKey,
    pub payer: &'a DemoUser,
    pub staff: &'a DemoUser,
    pub method: PaymentMethod,
    pub story: Story,
    pub begins: Instant,
    pub bank: (&'static str, &'static str),
    pub items: Vec<Owed>,
}

impl DemoPayment {
    /// Builds a payment. Fails when core does not allow such a payment.
    pub fn make(from: &Ingredients<'_>, rng: &mut ChaCha20Rng) -> anyhow::Result<Self> {
        let Ingredients { number, payer, method, begins, bank, items, .. } = from;
        let selection = bills::select(items.iter().map(|item| (&item.account_no, item.amount)))?;
        method.check_amount(selection.total)?;
        let bulk_id = items.first().context("a payment of no bills")?.bulk_id.clone();
        let day = begins.compact();
        let transaction_no = format!("P{}{number:07}", &day[2..8]);
        let mut references = references(*method, *number, selection.total)?;
        let brought = Brought {
            references: references.iter().map(|(_, reference)| reference.number.clone()).collect(),
            difference: (difference(selection.total), written(*method, *number, 9)),
            account_no: items.first().context("a payment of no bills")?.account_no.clone(),
        };
        let told = replay(*method, from.story, *begins, selection.total, &brought)?;
        for step in &told.steps {
            if let PaymentEvent::DifferencePaid { difference, reference } = &step.fact.event {
                let (number, amount) = (reference.clone(), *difference);
                references.push((step.fact.after.version, Reference { number, amount }));
            }
        }
        let bank_code = told.steps.last().and_then(|step| step.fact.event.bank_code()).map(str::to_owned);
        let mut payment = Self {
            payment_id: uuid(rng),
            transaction_no,
            bulk_id,
            method: *method,
            bank: *bank,
            requested_by: payer.person_id,
            requested_at: *begins,
            amount: selection.total,
            accounts: i32::try_from(selection.accounts)?,
            decided: decided(&told, from.staff),
            bank_code,
            posted_at: told.steps.last().filter(|step| step.fact.after.status == Status::Paid).map(|step| step.at),
            references,
            events: Vec::new(),
            request: None,
            items: from.items.clone(),
            told,
        };
        payment.events = payment.events_by(payer, from.staff);
        if *method == PaymentMethod::Fpx {
            payment.request = Some(payment.request_by(payer, from.company, from.fpx_key)?);
        }
        Ok(payment)
    }

    fn events_by(&self, payer: &DemoUser, staff: &DemoUser) -> Vec<DemoEvent> {
        let events = self.told.steps.iter().map(|step| {
            let (person_id, actor) = match step.fact.event.event() {
                Event::Submitted
                | Event::FpxStarted
                | Event::FpxGivenUp
                | Event::DifferencePaid
                | Event::CreditChosen => (Some(payer.person_id), payer.name.clone()),
                Event::Accepted
                | Event::Rejected
                | Event::InsufficientRequested
                | Event::OverpaymentRequested
                | Event::AcceptanceProposed
                | Event::AcceptanceTurnedDown
                | Event::LateProposed
                | Event::LateToBills
                | Event::LateToAccount
                | Event::LateRefunded => (Some(staff.person_id), staff.name.clone()),
                Event::FpxApproved | Event::FpxPending | Event::FpxDeclined | Event::FpxFailed => {
                    (None, self.bank.1.to_owned())
                }
                Event::FpxExpired => (None, PortalActor::FpxExpiry.name().to_owned()),
                Event::Posted => (None, PortalActor::Posting.name().to_owned()),
            };
            DemoEvent { at: step.at, person_id, actor, fact: step.fact.clone() }
        });
        events.collect()
    }

    /// Builds the request, and the gateway's answers as the demo's bank would have sent them.
    fn request_by(&self, payer: &DemoUser, company: &str, fpx_key: &SigningKey) -> anyhow::Result<DemoRequest> {
        let sent = self.requested_at;
        let field = |name: &str| match name {
            "buyerBankId" => self.bank.0.to_owned(),
            "buyerEmail" => payer.email.clone(),
            "buyerName" => gridbill_core::payments::fpx::sanitise(company, 40),
            "makerName" => gridbill_core::payments::fpx::sanitise(&payer.name, 40),
            "msgToken" => "02".to_owned(),
            "productDesc" => format!("Electricity bills {}", self.items.len()),
            "sellerBankCode" => "01".to_owned(),
            "sellerExId" => "EX00011982".to_owned(),
            "sellerId" => "SE00013501".to_owned(),
            "sellerExOrderNo" | "sellerOrderNo" => self.transaction_no.clone(),
            "sellerTxnTime" => sent.compact(),
            "txnAmount" => self.amount.to_string(),
            "txnCurrency" => gridbill_core::payments::fpx::CURRENCY.to_owned(),
            "version" => "7.0".to_owned(),
            _ => String::new(),
        };
        let request = Message::new(Kind::Ar, field);
        let order = Order::from_request(&request).context("the message is an AR")?;
        let mut messages = vec![DemoMessage {
            at: sent,
            way: "request",
            raw: encoded(&request)?,
            verdict: "sent",
            confirmed_amount: None,
        }];
        let (mut answered, mut heard) = (None, None);
        for step in &self.told.steps {
            let code = match &step.fact.event {
                PaymentEvent::FpxApproved => "00",
                PaymentEvent::FpxPending => "99",
                PaymentEvent::FpxDeclined { bank_code } | PaymentEvent::FpxFailed { bank_code } => {
                    bank_code.as_deref().unwrap_or_default()
                }
                _ => continue,
            };
            let time = step.at.compact();
            let id = format!("{}{}", &time[2..], &self.transaction_no[10..]);
            let answer = Message::new(Kind::Ac, |name| match name {
                "debitAuthCode" => code.to_owned(),
                "creditAuthCode" if code == "00" => code.to_owned(),
                "fpxTxnId" => id.clone(),
                "fpxTxnTime" => time.clone(),
                other => request.get(other).to_owned(),
            });
            messages.push(DemoMessage {
                at: step.at,
                way: "direct",
                raw: fpx_key.sign(answer)?.body(),
                verdict: "applied",
                confirmed_amount: (code == "00").then_some(self.amount),
            });
            answered = Some((id, time));
            heard = Some((code.to_owned(), step.at));
        }
        let (fpx_txn_id, fpx_txn_time) = answered.unzip();
        let key_id = fpx_key.verifying_key()?.id().to_owned();
        Ok(DemoRequest { fields: serde_json::to_value(order)?, fpx_txn_id, fpx_txn_time, heard, key_id, messages })
    }
}

fn encoded(message: &Message) -> anyhow::Result<String> {
    let fields: Vec<_> = message.fields().map(|(name, value)| (format!("fpx_{name}"), value)).collect();
    Ok(serde_urlencoded::to_string(fields)?)
}

fn decided(told: &ReplayedPayment, staff: &DemoUser) -> Option<(Uuid, Instant)> {
    let decision = told.steps.iter().rfind(|step| matches!(step.fact.event.event(), Event::Accepted | Event::Rejected));
    decision.map(|step| (staff.person_id, step.at))
}

/// The amount of a reconciliation in the demo: a tenth of the amount, at most RM 120.50.
fn difference(amount: Money) -> Money {
    let tenth = Money::round(amount.decimal() / rust_decimal::Decimal::TEN).unwrap_or_default();
    tenth.min(Money::from_sen(12_050)).max(Money::from_sen(1))
}

/// The reference number of a transfer or cheque.
fn written(method: PaymentMethod, number: u64, place: u64) -> String {
    match method {
        PaymentMethod::Cheque => format!("{:06}", (number * 7 + place * 3 + 104_000) % 1_000_000),
        PaymentMethod::EftRentas => format!("RTG{number:08}{place}"),
        PaymentMethod::EftGiro | PaymentMethod::Fpx => format!("IBG{number:08}{place}"),
    }
}

/// The reference numbers of a payment; every third payment has two.
fn references(method: PaymentMethod, number: u64, total: Money) -> anyhow::Result<Vec<(i32, Reference)>> {
    if method == PaymentMethod::Fpx {
        return Ok(Vec::new());
    }
    let half = Money::round(total.decimal() / rust_decimal::Decimal::TWO).map_err(Problem::from)?;
    let parts = if number.is_multiple_of(3) && half.is_positive() && half < total {
        vec![half, total.minus(half).map_err(Problem::from)?]
    } else {
        vec![total]
    };
    let numbers = (0..).map(|place| written(method, number, place));
    let first: Vec<Reference> = numbers.zip(parts).map(|(number, amount)| Reference { number, amount }).collect();
    ensure!(
        gridbill_core::payments::check_references(method, total, &first, gridbill_core::payments::MAX_REFERENCES)
            .is_ok(),
        "the references of {number} do not fit"
    );
    Ok(first.into_iter().map(|reference| (1, reference)).collect())
}
