//! The one path of every message from FPX, and what becomes of it.

use gridbill_core::number::TransactionNo;
use gridbill_core::payments::fpx::{Failure, Verdict, is_order_number, requery_due};
use gridbill_core::payments::{Event, Status, next};
use sqlx::PgConnection;

use super::sql::{self, Alert, Kept, Request};
use crate::app::App;
use crate::error::Answer;
use crate::fpx::{Confirmation, NotConfirmed};
use crate::jobs;
use crate::payments::transition::{Actor, Change, Held};

/// A genuine message has under 2 KB; of a longer one only the beginning is kept.
const MOST_BYTES: usize = 16 * 1024;

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
    const fn code(self) -> &'static str {
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

/// A message after it was taken.
#[derive(Debug)]
pub struct Taken {
    pub became: Became,
    /// The payment that it is about; none unless the message is believed.
    pub transaction_no: Option<TransactionNo>,
}

/// Reads a message, changes what it changes and keeps it, all in the caller's transaction.
pub async fn take(app: &App, db: &mut PgConnection, way: Way<'_>, body: &[u8]) -> Answer<Taken> {
    let read = read(app, body);
    let (order_no, taken, confirmed) = match &read {
        Ok(confirmation) => {
            let taken = believe(app, db, way, confirmation).await?;
            let approved = confirmation.verdict() == Verdict::Approved;
            let counts = approved && matches!(taken.became, Became::Applied | Became::Late);
            (Some(confirmation.exchange_order_no()), taken, counts.then(|| confirmation.amount()))
        }
        Err((order_no, became)) => {
            tracing::warn!(way = way.code(), order_no, verdict = became.code(), "a message that is not FPX's");
            (order_no.as_deref(), Taken { became: *became, transaction_no: None }, None)
        }
    };
    let kept = Kept { way: way.code(), order_no, raw: &raw(body), verdict: taken.became.code(), confirmed };
    sql::keep(db, &kept, app.now()).await?;
    Ok(taken)
}

/// Keeps a message whose transaction broke.
pub async fn keep_broken(app: &App, way: Way<'_>, body: &[u8]) -> Answer<()> {
    let order_no = read(app, body).map_or_else(|(order_no, _)| order_no, |read| Some(read.exchange_order_no().into()));
    let kept =
        Kept { way: way.code(), order_no: order_no.as_deref(), raw: &raw(body), verdict: "broken", confirmed: None };
    Ok(sql::keep(&mut *app.pool.acquire().await?, &kept, app.now()).await?)
}

/// The confirmation that a body is; else what it is instead, with the order that it names if it can be one.
fn read(app: &App, body: &[u8]) -> Result<Confirmation, (Option<String>, Became)> {
    if body.len() > MOST_BYTES || std::str::from_utf8(body).is_err() {
        return Err((None, Became::Unreadable));
    }
    let received = app.gateway.read(body).map_err(|_| (None, Became::Unreadable))?;
    let claimed =
        || Some(received.claimed().get("sellerExOrderNo").to_owned()).filter(|number| is_order_number(number));
    let confirmation = received.confirmation().map_err(|why| match why {
        NotConfirmed::BadSignature => (claimed(), Became::BadSignature),
        NotConfirmed::NotAConfirmation => (claimed(), Became::Unreadable),
    })?;
    if is_order_number(confirmation.exchange_order_no()) { Ok(confirmation) } else { Err((None, Became::Unknown)) }
}

/// The body as the database can hold it.
fn raw(body: &[u8]) -> String {
    let start = body.get(..MOST_BYTES).unwrap_or(body);
    String::from_utf8_lossy(start).replace('\0', "\u{fffd}")
}

/// What FPX signed: held against what was asked for, under the payment's lock.
async fn believe(app: &App, db: &mut PgConnection, way: Way<'_>, said: &Confirmation) -> Answer<Taken> {
    let order_no = said.exchange_order_no();
    let is_other = matches!(way, Way::Enquiry(asked) if asked != order_no);
    let refused = |became| Ok(Taken { became, transaction_no: None });
    let Some(held) = Held::by_order(db, order_no).await? else { return refused(Became::Unknown) };
    let request = sql::request(db, order_no).await?;
    if let Err(mismatch) = said.matches(&request.order) {
        // FPX signed something that we never asked for: an error of FPX's or a stolen key.
        let detail = format!("a signed message with another {}", mismatch.field);
        sql::alert(db, order_no, Alert::Operator, &detail, app.now()).await?;
        return refused(Became::Mismatch);
    }
    if is_other {
        return refused(Became::Mismatch);
    }
    let transaction_no = Some(held.transaction_no.clone());
    let became = apply(app, db, way, said, held, &request).await?;
    Ok(Taken { became, transaction_no })
}

async fn apply(
    app: &App,
    db: &mut PgConnection,
    way: Way<'_>,
    said: &Confirmation,
    mut held: Held,
    request: &Request,
) -> Answer<Became> {
    let (order_no, code, now) = (said.exchange_order_no(), said.debit_code(), app.now());
    if said.verdict().needs_operator() {
        sql::alert(db, order_no, Alert::Operator, &format!("answer code {code}"), now).await?;
    }
    let is_enquiry = matches!(way, Way::Enquiry(_));
    if is_enquiry && said.verdict() == Verdict::NeverReached && held.status == Status::PaymentInitiated {
        return stand_by_refusal(app, db, held, request).await;
    }
    let Some(event) = said.verdict().event() else { return Ok(Became::Ignored) };
    let actor = Actor::Bank(&request.bank_name);
    if held.after(event, actor).is_err() {
        return overtaken(app, db, said, &held, request).await;
    }
    if is_doubtful(way, said, request) {
        if !is_enquiry {
            sql::ask_at(db, held.payment_id, Some(now)).await?;
            jobs::requery(app, db).await?;
        }
        return Ok(Became::Doubtful);
    }
    let ends_badly = matches!(event, Event::FpxDeclined | Event::FpxFailed);
    let bank_code = ends_badly.then(|| code.to_owned());
    held.change(app, db, Change { bank_code, ..Change::new(event, actor) }).await?;
    sql::answered(db, held.payment_id, said.fpx_txn_id(), said.fpx_txn_time()).await?;
    if held.status.is_final() {
        sql::ask_at(db, held.payment_id, None).await?;
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
async fn stand_by_refusal(app: &App, db: &mut PgConnection, mut held: Held, request: &Request) -> Answer<Became> {
    let Some(raw) = sql::doubtful(db, &request.order_no).await? else { return Ok(Became::Ignored) };
    let Ok(refusal) = read(app, raw.as_bytes()) else { return Ok(Became::Ignored) };
    let bank_code = Some(refusal.debit_code().to_owned());
    let change = Change { bank_code, ..Change::new(Event::FpxFailed, Actor::Bank(&request.bank_name)) };
    held.change(app, db, change).await?;
    sql::ask_at(db, held.payment_id, None).await?;
    Ok(Became::Applied)
}

/// A message that the payment's state no longer knows: paid is final, 99 never undoes 00, and money that was taken
/// after the portal gave up is never dropped.
async fn overtaken(
    app: &App,
    db: &mut PgConnection,
    said: &Confirmation,
    held: &Held,
    request: &Request,
) -> Answer<Became> {
    let (order_no, fpx_txn_id, now) = (said.exchange_order_no(), said.fpx_txn_id(), app.now());
    let is_same = request.fpx_txn_id.as_deref() == Some(fpx_txn_id);
    let event = said.verdict().event();
    if event == Some(Event::FpxApproved) {
        if held.status != Status::Paid {
            let detail = format!("approved as {fpx_txn_id} for {} after status {}", said.amount(), held.status.code());
            let is_new = sql::alert(db, order_no, Alert::Reconfirm, &detail, now).await?;
            sql::answered(db, held.payment_id, fpx_txn_id, said.fpx_txn_time()).await?;
            return Ok(if is_new { Became::Late } else { Became::Repeated });
        }
        if !is_same {
            let detail = format!("paid, and approved again as {fpx_txn_id} for {}", said.amount());
            sql::alert(db, order_no, Alert::Operator, &detail, now).await?;
            return Ok(Became::Ignored);
        }
    }
    let known = event.and_then(|event| next(Status::PaymentInitiated, event).ok());
    Ok(if is_same && known == Some(held.status) { Became::Repeated } else { Became::Ignored })
}

/// Plans the next enquiry of a payment that is still open.
pub async fn plan(app: &App, db: &mut PgConnection, request: &Request) -> Answer<()> {
    Ok(sql::ask_at(db, request.payment_id, requery_due(request.sent_at, app.now())).await?)
}
