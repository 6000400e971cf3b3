//! Signed messages that are split or changed into other messages. FPX signs the values joined with `|`, so a value that
//! contains `|` could be split into other fields under the same signature.

use std::collections::HashSet;

use futures::StreamExt as _;
use gridbill::fpx::{Kind, Message, Signed};
use gridbill_core::payments::Status;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;

use super::world::{Paying, World};
use crate::support::is_long;

const ID: &str = "2611201200000001";
const FIELDS: usize = 21;

/// Returns every way to split a signed text into a confirmation's fields: all but 20 separators belong to values.
fn cuts(source: &str) -> Vec<Message> {
    let parts: Vec<&str> = source.split('|').collect();
    let mut cuts = Vec::new();
    cut(&parts, &mut Vec::new(), &mut cuts);
    cuts
}

fn cut(parts: &[&str], values: &mut Vec<String>, cuts: &mut Vec<Message>) {
    let left = FIELDS - values.len();
    if left == 0 {
        let value = |field: &str| Kind::Ac.fields().iter().position(|name| *name == field).map(|at| values[at].clone());
        cuts.push(Message::new(Kind::Ac, |field| value(field).unwrap_or_default()));
        return;
    }
    let longest = if left == 1 { parts.len()..=parts.len() } else { 1..=parts.len() + 1 - left };
    for taken in longest {
        values.push(parts[..taken].join("|"));
        cut(&parts[taken..], values, cuts);
        values.pop();
    }
}

/// Returns the splits that give another message. `Message::new` writes the type itself, so a split that moves it is
/// skipped.
fn other_cuts(signed: &Signed) -> Vec<Signed> {
    let source = signed.message.source();
    let others = cuts(&source).into_iter().filter(|message| message.source() == source && *message != signed.message);
    others.map(|message| Signed { message, ..signed.clone() }).collect()
}

/// Returns a declined message about the payment with these values, signed by FPX.
async fn signed(world: &World, paying: &Paying, changes: &[(&str, &str)]) -> Signed {
    let message = world.message(paying, "51", ID).await;
    let message = changes.iter().fold(message, |message, (field, value)| message.with(field, value));
    world.fpx_key.sign(message).expect("a signature")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_declined_message_cut_again_is_not_paid() {
    let world = World::start().await;
    let paying = world.make().await;
    let declined = signed(&world, &paying, &[("buyerName", "X|00|1|00")]).await;
    let (message, order) = (&declined.message, paying.order_no());
    // Split so that name is X, credit code 00, credit number 1, debit code 00, and debit number the rest.
    let behind =
        format!("{}|{}|51|{}", message.get("creditAuthCode"), message.get("creditAuthNo"), message.get("debitAuthNo"));
    let paid = [("buyerName", "X"), ("creditAuthCode", "00"), ("creditAuthNo", "1"), ("debitAuthCode", "00")];
    let paid = paid.iter().fold(message.clone(), |message, (field, value)| message.with(field, value));
    let paid = Signed { message: paid.with("debitAuthNo", &behind), ..declined.clone() };
    assert_eq!(paid.message.source(), message.source(), "the same text is signed");
    for way in ["indirect", "direct"] {
        for forged in [&paid, &declined] {
            let (_, _, text) = world.post(way, forged.body()).await;
            assert_ne!(text, "OK");
            assert_eq!((world.status(&paying).await, world.receipts(&paying).await), (Status::PaymentInitiated, 0));
        }
    }
    assert_eq!(
        world.verdicts(&paying).await[1..],
        ["indirect unreadable", "indirect unreadable", "direct unreadable", "direct unreadable"]
    );
    assert!(
        world.direct(&world.confirmation(&paying, "00", ID).await).await,
        "the genuine message is still accepted for {order}"
    );
    world.holds().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn signed_values_have_the_form_of_their_fields() {
    let world = World::start().await;
    let paying = world.make().await;
    let long = "2".repeat(3_000);
    for (field, value) in [
        ("fpxTxnId", ""),
        ("fpxTxnId", long.as_str()),
        ("fpxTxnId", "2611 01200000001"),
        ("fpxTxnTime", ""),
        ("fpxTxnTime", "20261320120000"),
        ("sellerTxnTime", "2026112012000"),
        ("debitAuthCode", "0"),
        ("txnAmount", "200.00|"),
        ("txnAmount", "2e2"),
        ("txnCurrency", "myr"),
        ("makerName", "Aina\0"),
        ("sellerId", ""),
    ] {
        let changes = [("debitAuthCode", "00"), (field, value)];
        let (status, _, text) = world.post("direct", signed(&world, &paying, &changes).await.body()).await;
        assert!(status == 400 && text != "OK", "{field} {value:?}: {status} {text}");
        assert_eq!(world.status(&paying).await, Status::PaymentInitiated, "{field} {value:?}");
    }
    world.holds().await;
}

/// Number of mutants: 400 in each test run, 10,000 in the long form.
fn size() -> usize {
    if is_long() { 10_000 } else { 400 }
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_mutants() {
    let world = World::start().await;
    let paying = world.make().await;
    let mut bases = Vec::new();
    for changes in [
        &[][..],
        &[("debitAuthCode", "99")],
        &[("buyerName", "X|00|1|00")],
        &[("buyerName", "X|00|1|00"), ("debitAuthCode", "99")],
        &[("makerName", "M|02|AC"), ("buyerName", "N|00")],
        &[("buyerBankBranch", "A|B"), ("debitAuthNo", "00|1")],
    ] {
        bases.push(signed(&world, &paying, changes).await);
    }
    let mut bodies: Vec<String> = bases.iter().flat_map(other_cuts).map(|cut| cut.body()).collect();
    assert!(bodies.len() > 1_000, "every split was found: {}", bodies.len());
    let mut rng = ChaCha20Rng::seed_from_u64(9);
    bodies.shuffle(&mut rng);
    bodies.truncate(size() / 2);
    let recut = bodies.len();
    let mut seen: HashSet<String> = bodies.iter().cloned().collect();
    while bodies.len() < size() {
        let base = &bases[rng.random_range(0..bases.len())];
        let body = mutant(&world, base, &mut rng);
        // A mutant that parses as the genuine message is not a mutant.
        let is_same = Signed::parse(body.as_bytes())
            .is_ok_and(|read| read.message == base.message && read.checksum.eq_ignore_ascii_case(&base.checksum));
        if !is_same && seen.insert(body.clone()) {
            bodies.push(body);
        }
    }
    println!("{} mutants, {recut} of them cut again", bodies.len());
    let sent = futures::stream::iter(bodies.iter().enumerate()).map(async |(at, body)| {
        let way = if at % 4 == 0 { "indirect" } else { "direct" };
        (body, world.post(way, body.clone()).await)
    });
    let mut sent = std::pin::pin!(sent.buffer_unordered(16));
    while let Some((body, (status, _, text))) = sent.next().await {
        assert!([400, 404, 303].contains(&status) && text != "OK", "{status} {text}: {body}");
    }
    assert_eq!((world.status(&paying).await, world.receipts(&paying).await), (Status::PaymentInitiated, 0));
    assert_eq!(world.bill_statuses(&paying).await, [Status::PaymentInitiated]);
    assert!(world.verdicts(&paying).await.iter().all(|verdict| !verdict.ends_with("applied")), "none is accepted");
    assert!(world.direct(&world.confirmation(&paying, "00", ID).await).await, "the genuine message is still accepted");
    world.holds().await;
}

/// Returns a message changed as a thief would change it, or a malformed message signed by FPX.
fn mutant(world: &World, base: &Signed, rng: &mut ChaCha20Rng) -> String {
    let fields = Kind::Ac.fields();
    let at = rng.random_range(0..fields.len() - 1);
    let (one, other) = (fields[at], fields[at + 1]);
    let message = &base.message;
    let with = |message: Message| Signed { message, ..base.clone() }.body();
    match rng.random_range(0..10) {
        0 => with(message.clone().with("debitAuthCode", "00")),
        1 => with(
            message.clone().with(one, message.get(other)).with(other, message.get(one)).with("debitAuthCode", "00"),
        ),
        2 => {
            // Move the last character of a value to the beginning of the next.
            let mut value = message.get(one).to_owned();
            let moved = value.pop().map(String::from).unwrap_or_default();
            with(message.clone().with(one, &value).with(other, &format!("{moved}{}", message.get(other))))
        }
        3 => format!("{}&fpx_{one}=00", base.body()),
        4 => format!("fpx_debitAuthCode=00&{}", base.body()),
        5 => {
            let kept = base.form().into_iter().filter(|(name, _)| *name != format!("fpx_{one}"));
            let kept: Vec<_> = kept.chain([("fpx_debitAuthCode".to_owned(), "00".to_owned())]).collect();
            serde_urlencoded::to_string(kept).expect("a form")
        }
        6 => {
            let mut body = base.body().into_bytes();
            let at = body.len() - 1 - rng.random_range(0..512);
            body[at] = if body[at] == b'7' { b'8' } else { b'7' };
            String::from_utf8(body).expect("text")
        }
        7 => base.body().chars().take(rng.random_range(0..base.body().len())).collect(),
        8 => base
            .body()
            .replace("fpx_debitAuthCode", ["fpx_debitauthcode", "FPX_debitAuthCode", "debitAuthCode"][at % 3]),
        // A message that FPX signed although a value is malformed.
        _ => {
            let bad = ["|", "00|00", "", "\n", "-1", "999999999999999999999999999999999999999999", "٠٠"]
                [rng.random_range(0..7)];
            let field = ["debitAuthCode", "fpxTxnId", "fpxTxnTime", "txnAmount", "sellerExOrderNo", "sellerId"][at % 6];
            let broken = message.clone().with("debitAuthCode", "00").with(field, bad);
            world.fpx_key.sign(broken).expect("a signature").body()
        }
    }
}
