//! The one path of every message from FPX, and what becomes of it.

use gridbill_core::fact::PaymentEvent;
use gridbill_core::number::TransactionNo;
use gridbill_core::payments::fpx::{AlertReason, Failure, Verdict, is_order_number, requery_due};
use gridbill_core::payments::{Event, Status, next};
use sqlx::PgConnection;

use super::requery;
use super::sql::{self, Heard, Kept, NewAlert, Request};
use crate::app::App;
use crate::app::Context;
use crate::error::Answer;
use crate::facts::Actor;
use crate::fpx::{Confirmation, Gateway, NotConfirmed, Received, Signed};
use crate::payments::transition::Held;

/// A genuine message has under 2 KB; of a longer one only the beginning is kept.
pub const MAX_BYTES: usize = 16 * 1024;
/// Messages of one order and outcome that changed nothing and are kept: FPX repeats itself some dozen times, and whoever
/// holds a signed message can repeat it for ever.
const MAX_COPIES: i64 = 100;

/// How a message came.
#[derive(Debug, Clone, Copy)]
pub enum Way<'a> {
    Direct,
    Indirect,
    /// As the answer to our question about this order.
    Enquiry(&'a str),
}

impl Way<'_> {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Indirect => "indirect",
            Self::Enquiry(_) => "enquiry",
        }
    }
}

/// What became of a message; stored with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Became {
    /// The payment changed.
    Applied,
    /// It said what was known.
    Repeated,
    /// Genuine, but it changes nothing: overtaken, or nothing has happened yet.
    Ignored,
    /// It may be about another request under the same number: FPX is asked before the payment ends.
    Doubtful,
    /// Approved after the portal gave up: somebody at the utility must act.
    Late,
    /// Not signed by FPX.
    BadSignature,
    /// Signed, but not about what was asked for.
    Mismatch,
    /// About no order of ours.
    Unknown,
    /// No FPX message.
    Unreadable,
}

impl Became {
    /// FPX signed it, and it is about what was asked for.
    pub const fn is_believed(self) -> bool {
        matches!(self, Self::Applied | Self::Repeated | Self::Ignored | Self::Late)
    }

    pub const fn code(self) -> &'static str {
        match self {
            Self::Applied => "applied",
            Self::Repeated => "repeated",
            Self::Ignored => "ignored",
            Self::Doubtful => "doubtful",
            Self::Late => "late",
            Self::BadSignature => "badSignature",
            Self::Mismatch => "mismatch",
            Self::Unknown => "unknown",
            Self::Unreadable => "unreadable",
        }
    }
}

/// A message as it was read, which needs no database: it is done before a transaction begins.
#[derive(Debug, Clone)]
pub struct Message {
    /// As much of it as is kept, as the database can hold it.
    pub raw: String,
    /// FPX's key that signed it; none when FPX did not.
    key_id: Option<String>,
    read: Result<Confirmation, NotBelieved>,
}

/// What a message is that is no confirmation.
#[derive(Debug, Clone)]
struct NotBelieved {
    became: Became,
    /// The order that it names, if it can be one.
    order_no: Option<String>,
    /// The field of a signed message that does not have its form.
    malformed: Option<&'static str>,
}

impl Message {
    /// Reads a body; one that did not arrive whole is no message.
    pub fn read(gateway: &Gateway, body: &[u8], is_whole: bool) -> Self {
        let is_readable = is_whole && body.len() <= MAX_BYTES && std::str::from_utf8(body).is_ok();
        let received = is_readable.then(|| gateway.read(body).ok()).flatten();
        let raw = raw(body);
        match received {
            Some(received) => Self::of(&received, raw),
            None => Self { raw, key_id: None, read: Err(NotBelieved::new(Became::Unreadable, None)) },
        }
    }

    /// The message in an answer that the gateway has read already.
    pub fn answered(received: &Received, raw: &str) -> Self {
        let kept = self::raw(raw.as_bytes());
        if raw.len() > MAX_BYTES {
            return Self { raw: kept, key_id: None, read: Err(NotBelieved::new(Became::Unreadable, None)) };
        }
        Self::of(received, kept)
    }

    fn of(received: &Received, raw: String) -> Self {
        let order_no =
            || Some(received.claimed().get("sellerExOrderNo").to_owned()).filter(|number| is_order_number(number));
        let read = received.confirmation().map_err(|why| match why {
            NotConfirmed::BadSignature => NotBelieved::new(Became::BadSignature, order_no()),
            NotConfirmed::Malformed(field) => {
                NotBelieved { malformed: Some(field), ..NotBelieved::new(Became::Unreadable, order_no()) }
            }
            NotConfirmed::NotAConfirmation => NotBelieved::new(Became::Unreadable, order_no()),
        });
        Self { raw, key_id: received.key_id().map(str::to_owned), read }
    }

    /// Whether FPX signed it, whatever it says.
    pub const fn is_signed(&self) -> bool {
        self.key_id.is_some()
    }

    /// What it is when it is not taken any further.
    pub fn unsigned(&self) -> Became {
        self.read.as_ref().map_or_else(|not| not.became, |_| Became::BadSignature)
    }

    fn order_no(&self) -> Option<&str> {
        match &self.read {
            Ok(confirmation) => Some(confirmation.exchange_order_no()),
            Err(not) => not.order_no.as_deref(),
        }
    }

    fn kept<'a>(&'a self, way: Way<'_>, verdict: &'static str, confirmed: Option<gridbill_core::Money>) -> Kept<'a> {
        let key_id = self.key_id.as_deref();
        Kept { way: way.code(), order_no: self.order_no(), raw: &self.raw, verdict, confirmed, key_id }
    }
}

impl NotBelieved {
    const fn new(became: Became, order_no: Option<String>) -> Self {
        Self { became, order_no, malformed: None }
    }
}

/// A message after it was taken.
#[derive(Debug)]
pub struct Taken {
    pub became: Became,
    /// The payment that it is about; none unless the message is believed.
    pub transaction_no: Option<TransactionNo>,
}

/// Changes what a message changes and keeps it, all in the caller's transaction.
pub async fn take(context: &Context, db: &mut PgConnection, way: Way<'_>, message: &Message) -> Answer<Taken> {
    let (taken, confirmed) = match &message.read {
        Ok(confirmation) => {
            let taken = believe(context, db, way, confirmation).await?;
            let approved = confirmation.verdict() == Verdict::Approved;
            let counts = approved && matches!(taken.became, Became::Applied | Became::Late);
            (taken, counts.then(|| confirmation.amount()))
        }
        Err(not) => {
            tracing::warn!(
                way = way.code(),
                order_no = not.order_no,
                verdict = not.became.code(),
                "no message of FPX's"
            );
            if let (Some(order_no), Some(field)) = (&not.order_no, not.malformed)
                && sql::is_order(db, order_no).await?
            {
                // The bank may have said something about money that nobody can read.
                sql::alert(db, &NewAlert::new(order_no, AlertReason::Malformed, field), context.now()).await?;
            }
            (Taken { became: not.became, transaction_no: None }, None)
        }
    };
    let kept = message.kept(way, taken.became.code(), confirmed);
    let is_needed = matches!(taken.became, Became::Applied | Became::Late) || matches!(way, Way::Enquiry(_));
    if is_needed || sql::copies(db, &kept, MAX_COPIES).await? < MAX_COPIES {
        sql::keep(db, &kept, context.now()).await?;
    }
    Ok(taken)
}

/// Keeps a message whose transaction broke.
pub async fn keep_broken(app: &App, way: Way<'_>, message: &Message) -> Answer<()> {
    let kept = message.kept(way, "broken", None);
    Ok(sql::keep(&mut *app.pool.acquire().await?, &kept, app.now()).await?)
}

/// The beginning of a body, as the database can hold it.
pub fn raw(body: &[u8]) -> String {
    let start = body.get(..MAX_BYTES).unwrap_or(body);
    String::from_utf8_lossy(start).replace('\0', "\u{fffd}")
}

/// What FPX signed: held against what was asked for, under the payment's lock.
async fn believe(context: &Context, db: &mut PgConnection, way: Way<'_>, said: &Confirmation) -> Answer<Taken> {
    let order_no = said.exchange_order_no();
    let is_other = matches!(way, Way::Enquiry(asked) if asked != order_no);
    let refused = |became| Ok(Taken { became, transaction_no: None });
    let Some(held) = Held::by_order(db, order_no).await? else { return refused(Became::Unknown) };
    let request = sql::request(db, order_no).await?;
    if let Err(mismatch) = said.matches(&request.order) {
        // FPX signed something that we never asked for: an error of FPX's or a stolen key.
        sql::alert(db, &NewAlert::new(order_no, AlertReason::OtherField, mismatch.field), context.now()).await?;
        return refused(Became::Mismatch);
    }
    if is_other {
        return refused(Became::Mismatch);
    }
    let transaction_no = Some(held.transaction_no.clone());
    let became = apply(context, db, way, said, held, &request).await?;
    Ok(Taken { became, transaction_no })
}

async fn apply(
    context: &Context,
    db: &mut PgConnection,
    way: Way<'_>,
    said: &Confirmation,
    mut held: Held,
    request: &Request,
) -> Answer<Became> {
    let (order_no, code, now) = (said.exchange_order_no(), said.debit_code(), context.now());
    if said.verdict().needs_operator() {
        sql::alert(db, &NewAlert::new(order_no, AlertReason::AnswerCode, code), now).await?;
    }
    let is_enquiry = matches!(way, Way::Enquiry(_));
    if is_enquiry && said.verdict() == Verdict::NeverReached && held.state.status == Status::PaymentInitiated {
        sql::hear(db, held.payment_id, &Heard { fpx_txn_id: "", fpx_txn_time: "", ..Heard::of(said) }, now).await?;
        return stand_by_refusal(context, db, held, request).await;
    }
    let Some(event) = said.event() else {
        if !held.state.status.is_final() {
            // The number stays that of an answer that counted.
            sql::hear(db, held.payment_id, &Heard { fpx_txn_id: "", fpx_txn_time: "", ..Heard::of(said) }, now).await?;
        }
        return Ok(Became::Ignored);
    };
    let actor = Actor::Bank(&request.bank_name);
    if held.expect(event.event(), actor).is_err() {
        return overtaken(context, db, said, &held, request).await;
    }
    if is_doubtful(way, said, request) {
        if !is_enquiry {
            sql::ask_at(db, held.payment_id, Some(now)).await?;
            requery::add_job(context, db).await?;
        }
        return Ok(Became::Doubtful);
    }
    held.change(context, db, actor, event).await?;
    sql::hear(db, held.payment_id, &Heard::of(said), now).await?;
    if held.state.status.is_final() {
        sql::ask_at(db, held.payment_id, None).await?;
        sql::settle_alert(db, order_no, AlertReason::Unanswered, now).await?;
    }
    Ok(Became::Applied)
}

/// *Duplicate* and *bad signature* (XN, XO, 45, XC, 98) are FPX's answer to a second request; so is any refusal under
/// another FPX number than the one that the bank is at. The payment may be alive. An enquiry's answer is about the
/// order itself, so that there only those codes, which then are about the enquiry, are in doubt.
fn is_doubtful(way: Way<'_>, said: &Confirmation, request: &Request) -> bool {
    let is_another = request.fpx_txn_id.as_deref().is_some_and(|known| known != said.fpx_txn_id());
    match said.verdict() {
        Verdict::Failed { reason: Failure::Duplicate | Failure::Signature } => true,
        Verdict::Failed { .. } | Verdict::Declined => is_another && !matches!(way, Way::Enquiry(_)),
        _ => false,
    }
}

/// FPX has no payment under this number. If it refused the request before, nothing is alive and that refusal stands.
async fn stand_by_refusal(
    context: &Context,
    db: &mut PgConnection,
    mut held: Held,
    request: &Request,
) -> Answer<Became> {
    let Some(raw) = sql::doubtful(db, &request.order_no).await? else { return Ok(Became::Ignored) };
    // It was believed when it came.
    let Ok(Signed { message: refusal, .. }) = Signed::parse(raw.as_bytes()) else { return Ok(Became::Ignored) };
    let failed = PaymentEvent::FpxFailed { bank_code: Some(refusal.get("debitAuthCode").to_owned()) };
    held.change(context, db, Actor::Bank(&request.bank_name), failed).await?;
    sql::ask_at(db, held.payment_id, None).await?;
    Ok(Became::Applied)
}

/// A message that the payment's state no longer knows: paid is final, 99 never undoes 00, and money that was taken
/// after the portal gave up is never dropped.
async fn overtaken(
    context: &Context,
    db: &mut PgConnection,
    said: &Confirmation,
    held: &Held,
    request: &Request,
) -> Answer<Became> {
    let (order_no, fpx_txn_id, now) = (said.exchange_order_no(), said.fpx_txn_id(), context.now());
    let is_same = request.fpx_txn_id.as_deref() == Some(fpx_txn_id);
    let event = said.event().map(|event| event.event());
    if event == Some(Event::FpxApproved) {
        if held.state.status != Status::Paid {
            let late = NewAlert::new(order_no, AlertReason::LateApproval, fpx_txn_id);
            let is_new = sql::alert(db, &NewAlert { amount: Some(said.amount()), ..late }, now).await?;
            sql::hear(db, held.payment_id, &Heard::of(said), now).await?;
            return Ok(if is_new { Became::Late } else { Became::Repeated });
        }
        if !is_same {
            let twice = NewAlert::new(order_no, AlertReason::PaidTwice, fpx_txn_id);
            sql::alert(db, &NewAlert { amount: Some(said.amount()), ..twice }, now).await?;
            return Ok(Became::Ignored);
        }
    }
    let known = event.and_then(|event| next(Status::PaymentInitiated, event).ok());
    Ok(if is_same && known == Some(held.state.status) { Became::Repeated } else { Became::Ignored })
}

/// Plans the next enquiry of a payment that is still open.
pub async fn plan(context: &Context, db: &mut PgConnection, request: &Request) -> Answer<()> {
    Ok(sql::ask_at(db, request.payment_id, requery_due(request.sent_at, context.now())).await?)
}
