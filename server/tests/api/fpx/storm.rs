//! Storms of genuine and false messages in any order and at the same time, compared with a small model.

use std::time::Instant;

use futures::StreamExt as _;
use gridbill::fpx::{Signed, SigningKey};
use gridbill_core::payments::Status;
use rand::{Rng as _, RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;

use super::world::{Paying, World};
use crate::support::is_long;

/// The expected state of a payment after some messages, implemented independently of the portal.
#[derive(Debug, Default, Clone)]
struct Model {
    /// The FPX number of the payment at the bank; none before the first answer.
    at_bank: Option<&'static str>,
    pending: bool,
    ended: Option<Status>,
    /// FPX numbers under which money was taken after the end.
    late: Vec<&'static str>,
}

const IDS: [&str; 2] = ["2611201200000001", "2611201200000002"];
const CODES: [&str; 12] = ["00", "00", "99", "99", "99", "09", "58", "1C", "1A", "XN", "98", "ZZ"];

impl Model {
    fn hear(&mut self, code: &str, id: &'static str) {
        match (code, self.ended) {
            ("00", None) => (self.ended, self.at_bank) = (Some(Status::Paid), Some(id)),
            ("00", Some(Status::Paid)) => {}
            ("00", Some(_)) if !self.late.contains(&id) => self.late.push(id),
            ("99", None) if !self.pending => (self.pending, self.at_bank) = (true, Some(id)),
            ("58" | "1C" | "1A" | "ZZ", None) if self.at_bank.is_none_or(|known| known == id) => {
                let declined = self.pending || ["58", "1C"].contains(&code);
                self.ended = Some(if declined { Status::FpxDeclined } else { Status::Failed });
            }
            _ => {}
        }
    }

    fn status(&self) -> Status {
        self.ended.unwrap_or(if self.pending { Status::FpxPending } else { Status::PaymentInitiated })
    }
}

/// Number of messages: 300 in each test run, 10,000 in the long form.
fn size() -> usize {
    if is_long() { 10_000 } else { 300 }
}

struct Tally {
    sent: usize,
    believed: usize,
    false_ones: usize,
    /// Number of false messages that FPX did not sign.
    unsigned: usize,
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_messages() {
    let world = World::start().await;
    let forger = SigningKey::generate().expect("a key");
    let each = 12;
    let mut payments = Vec::new();
    for _ in 0..size().div_ceil(each) {
        payments.push(world.make().await);
    }
    let began = Instant::now();
    let storms = payments.iter().enumerate().map(|(seed, paying)| one(&world, &forger, paying, seed as u64, each));
    let done: Vec<(Model, Tally)> = futures::stream::iter(storms).buffered(16).collect().await;
    let took = began.elapsed();
    let sum = |count: fn(&Tally) -> usize| done.iter().map(|(_, tally)| count(tally)).sum::<usize>();
    let (sent, believed, false_ones) =
        (sum(|tally| tally.sent), sum(|tally| tally.believed), sum(|tally| tally.false_ones));
    println!("{sent} messages about {} payments in {took:.1?}: {believed} genuine, {false_ones} not", payments.len());
    for (paying, (model, _)) in payments.iter().zip(&done) {
        assert_eq!(world.status(paying).await, model.status(), "{} {model:?}", paying.order_no());
        let paid = model.status() == Status::Paid;
        assert_eq!(world.receipts(paying).await, i64::from(paid));
        let reconfirm = world.alerts(paying).await.into_iter().filter(|(kind, _)| kind == "lateApproval").count();
        assert_eq!(reconfirm, model.late.len(), "{} {model:?}", paying.order_no());
    }
    assert!(sent >= size() && false_ones > sent / 5 && believed > sent / 3, "{sent} {believed} {false_ones}");
    let unsigned = sum(|tally| tally.unsigned);
    let (signed, rejected) = world.count_messages().await;
    let kept = [signed, rejected].map(|count| usize::try_from(count).expect("a count"));
    assert_eq!(
        kept,
        [payments.len() + sent - unsigned, unsigned.min(1_000)],
        "messages signed by FPX, and a sample of the rest"
    );
    world.holds().await;
}

/// Sends a series of messages about one payment. Copies of a message are sent at the same time. Different messages are
/// sent one after the other, because only then is the outcome defined.
async fn one(world: &World, forger: &SigningKey, paying: &Paying, seed: u64, count: usize) -> (Model, Tally) {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let (mut model, mut tally) = (Model::default(), Tally { sent: 0, believed: 0, false_ones: 0, unsigned: 0 });
    while tally.sent < count {
        let code = CODES[rng.random_range(0..CODES.len())];
        let id = IDS[usize::from(rng.random_range(0..4) == 0)];
        let genuine = world.confirmation(paying, code, id).await;
        let body = match falsify(world, forger, &genuine, &mut rng) {
            Some((body, is_signed)) => {
                tally.unsigned += usize::from(!is_signed);
                let (status, _, text) = world.post("direct", body).await;
                assert!(status == 400 && text != "OK", "{status} {text}");
                (tally.sent, tally.false_ones) = (tally.sent + 1, tally.false_ones + 1);
                continue;
            }
            None => genuine.body(),
        };
        let copies = rng.random_range(1..4);
        let ways: Vec<_> =
            (0..copies).map(|_| if rng.random_range(0..3) == 0 { "indirect" } else { "direct" }).collect();
        let answers = futures::future::join_all(ways.iter().map(|way| world.post(way, body.clone()))).await;
        for (way, (status, _, text)) in ways.iter().zip(answers) {
            assert!((*way, status) == ("indirect", 303) || (status, text.as_str()) == (200, "OK"), "{status} {text}");
        }
        model.hear(code, id);
        (tally.sent, tally.believed) = (tally.sent + copies, tally.believed + copies);
    }
    (model, tally)
}

/// Replaces about a third of the messages by false ones: not from FPX, or not about the request.
fn falsify(world: &World, forger: &SigningKey, genuine: &Signed, rng: &mut ChaCha20Rng) -> Option<(String, bool)> {
    let message = genuine.message.clone().with("debitAuthCode", "00");
    let sign = |key: &SigningKey, message| key.sign(message).expect("a signature").body();
    Some(match rng.random_range(0..10) {
        0 => (sign(forger, message), false),
        1 => (sign(&world.fpx_key, message.with("txnAmount", "200.01")), true),
        2 => (sign(&world.fpx_key, message.with("sellerId", "SE00000000")), true),
        3 => {
            // Change one digit of the signature.
            let mut body = genuine.body().into_bytes();
            let at = body.len() - 1 - rng.random_range(0..512);
            body[at] = if body[at] == b'0' { b'1' } else { b'0' };
            (String::from_utf8(body).expect("text"), false)
        }
        4 => (genuine.body().chars().take((rng.next_u32() % 400) as usize).collect(), false),
        _ => return None,
    })
}

/// Many payments at the same time through the sandbox with its faults. At the end the requery job recovers lost
/// messages.
#[tokio::test(flavor = "multi_thread")]
async fn storm_of_faults() {
    const FAULTS: [&str; 8] = ["duplicate", "reorder", "lose", "delay", "forge", "amount", "amountUnsigned", ""];
    let world = World::start().await;
    let mut payments = Vec::new();
    for _ in 0..size() / 10 {
        payments.push(world.pay().await);
    }
    let went = futures::stream::iter(payments.iter().enumerate()).map(async |(seed, paying)| {
        let mut rng = ChaCha20Rng::seed_from_u64(seed as u64);
        let mut fault = async || {
            let fault = FAULTS[rng.random_range(0..FAULTS.len())];
            if !fault.is_empty() {
                world.fault(paying, fault).await;
            }
            rng.random_range(0..4)
        };
        if fault().await == 0 {
            world.maker(paying, "cancel").await;
            return Status::FpxDeclined;
        }
        world.maker(paying, "confirm").await;
        match fault().await {
            0 => {
                world.authorizer(paying, "reject").await;
                Status::FpxDeclined
            }
            1 => Status::FpxPending,
            _ => {
                world.authorizer(paying, "approve").await;
                Status::Paid
            }
        }
    });
    let expected: Vec<Status> = went.buffered(12).collect().await;
    // Wait for late, overtaken and repeated messages.
    tokio::time::sleep(std::time::Duration::from_millis(600)).await;
    let asked = world.requery_after(3).await;
    println!("{} payments through the sandbox's faults; {asked} were asked about", payments.len());
    for (paying, expected) in payments.iter().zip(&expected) {
        assert_eq!(world.status(paying).await, *expected, "{} {:?}", paying.order_no(), world.verdicts(paying).await);
        assert_eq!(world.receipts(paying).await, i64::from(*expected == Status::Paid));
    }
    world.holds().await;
}
