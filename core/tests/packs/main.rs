//! Packs that were changed in any place are refused, and the place is named.

mod given;

use gridbill_core::approvals::ApproverMode;
use gridbill_core::bills::{HeldBill, HoldCause};
use gridbill_core::packs::archive::read;
use gridbill_core::packs::{
    MANIFEST, MANIFEST_SUM, Outcome, PackRemark, PackedKey, PackedMessage, PublicKey, RECEIPT, Verification,
    VerifyOptions, verify,
};
use gridbill_core::payments::{PaymentMethod, ReconcileAsked, ReconcileKind, Status};
use gridbill_core::{Day, Language};
use proptest::prelude::*;

use given::{Given, NUMBER, PROPOSER, at, money, written};

fn verified(archive: &[u8]) -> Verification {
    verify(archive, &VerifyOptions::default(), Language::En)
}

/// Returns the remarks of a refused archive.
fn remarks(archive: &[u8]) -> Vec<PackRemark> {
    let found = verified(archive);
    assert_eq!(found.outcome, Outcome::Fails, "{found:#?}");
    found.remarks().map(|shown| shown.remark.clone()).collect()
}

/// Writes a pack that was changed by someone who made the manifest fit.
fn forged(change: impl FnOnce(&mut Given)) -> Vec<PackRemark> {
    let mut given = Given::eft();
    change(&mut given);
    remarks(&given.archive())
}

fn files(archive: &[u8]) -> Vec<(String, Vec<u8>)> {
    read(archive).0.iter().map(|file| (file.name.to_owned(), file.bytes.to_vec())).collect()
}

#[test]
fn a_pack_holds() {
    let found = verified(&Given::eft().archive());
    assert_eq!(found.outcome, Outcome::Holds, "{found:#?}");
    let notes: Vec<_> = found.remarks().map(|shown| shown.remark.clone()).collect();
    assert_eq!(notes, [PackRemark::FactsWithheld { facts: 1 }]);
    assert_eq!(found.packs[0].transaction_no.as_deref(), Some(NUMBER));
    let malay = verify(&Given::eft().archive(), &VerifyOptions::default(), Language::Ms);
    assert_ne!(malay.sentence, found.sentence);
}

/// Each byte of a small archive, and the name of the file that it belongs to.
#[test]
fn one_changed_byte_is_found_and_named() {
    let archive = Given::eft().archive();
    let (packed, _) = read(&archive);
    let starts: Vec<(usize, usize, String)> = packed
        .iter()
        .map(|file| {
            let at = file.bytes.as_ptr() as usize - archive.as_ptr() as usize;
            (at, at + file.bytes.len(), file.name.to_owned())
        })
        .collect();
    // Every byte of headers and short files, and some bytes of the long ones.
    for at in 0..archive.len() {
        let within = starts.iter().find(|(start, end, _)| (*start..*end).contains(&at));
        if within.is_some_and(|(start, end, _)| end - start > 100 && (at - start) % 97 != 0) {
            continue;
        }
        let mut changed = archive.clone();
        changed[at] ^= 0x20;
        let remarks = remarks(&changed);
        let named = match within {
            Some((_, _, name)) if name == MANIFEST || name == MANIFEST_SUM => {
                remarks.contains(&PackRemark::ManifestChanged)
            }
            Some((_, _, name)) => remarks.contains(&PackRemark::FileChanged { name: name.clone() }),
            None => !remarks.is_empty(),
        };
        assert!(named, "byte {at} in {within:?}: {remarks:?}");
    }
}

#[test]
fn a_removed_an_added_and_a_swapped_file_are_named() {
    let archive = Given::eft().archive();
    let whole = files(&archive);
    let without: Vec<_> = whole.iter().filter(|(name, _)| name != RECEIPT).cloned().collect();
    assert_eq!(remarks(&written(&without))[0], PackRemark::FileMissing { name: RECEIPT.to_owned() });
    let mut more = whole.clone();
    more.insert(1, ("note.txt".to_owned(), b"More".to_vec()));
    assert_eq!(remarks(&written(&more))[0], PackRemark::FileUnlisted { name: "note.txt".to_owned() });
    let mut twice = whole.clone();
    twice.push((RECEIPT.to_owned(), b"%PDF-1.7 another receipt".to_vec()));
    assert!(remarks(&written(&twice)).contains(&PackRemark::FileRepeated { name: RECEIPT.to_owned() }));
    let swapped: Vec<_> = whole
        .iter()
        .map(|(name, bytes)| {
            (name.clone(), if name == RECEIPT { b"%PDF-1.7 another receipt".to_vec() } else { bytes.clone() })
        })
        .collect();
    assert_eq!(remarks(&written(&swapped))[0], PackRemark::FileChanged { name: RECEIPT.to_owned() });
}

#[test]
fn a_truncated_archive_is_refused_at_each_length() {
    let archive = Given::eft().archive();
    for length in (0..archive.len()).step_by(53) {
        assert!(!remarks(&archive[..length]).is_empty(), "{length}");
    }
    assert_eq!(remarks(&archive[..archive.len() - 1])[0], PackRemark::ArchiveTruncated);
    assert_eq!(remarks(b"a text")[0], PackRemark::NotAnArchive);
}

#[test]
fn the_pack_of_another_payment_is_refused() {
    let archive = Given::eft().archive();
    let options = VerifyOptions { transaction_no: Some("P2611200000002"), fpx_key: None };
    let found = verify(&archive, &options, Language::En);
    assert_eq!(found.outcome, Outcome::Fails);
    assert!(found.remarks().any(|shown| matches!(shown.remark, PackRemark::OtherPayment { .. })));
    let other = forged(|given| given.number = "P2611200000002".to_owned());
    assert!(matches!(other[0], PackRemark::OtherPayment { .. }), "{other:?}");
    // The facts of another payment, with its own valid chain.
    let chain = forged(|given| given.payment.payment_id = "0198a5b0-0000-7000-8000-000000000002".to_owned());
    assert!(chain.contains(&PackRemark::StateDiffers), "{chain:?}");
}

#[test]
fn sums_and_states_that_do_not_fit_are_named() {
    let bill = forged(|given| given.payment.bills[0].amount = money("101.50"));
    assert_eq!(bill[0], PackRemark::BillsDiffer { bills: money("602.50").shown(), payment: money("601.50").shown() });
    assert_eq!(forged(|given| given.payment.status = Status::Processing)[0], PackRemark::StateDiffers);
    let paid = forged(|given| given.payment.paid_amount = Some(money("1.00")));
    assert!(matches!(paid[0], PackRemark::PaidDiffers { .. }));
    let lines = forged(|given| given.bank.lines[0].amount = money("700.00"));
    assert!(matches!(lines[0], PackRemark::LinesDiffer { .. }), "{lines:?}");
}

#[test]
fn a_difference_is_counted_in_the_direction_in_which_it_was_asked() {
    let paid = |kind: ReconcileKind, paid: &str, lines: &str| {
        let mut given = Given::eft();
        let reconcile_amount = money("100.00");
        given.payment.reconcile = Some(ReconcileAsked { reconcile_type: kind.reconcile_type(), reconcile_amount });
        given.payment.paid_amount = Some(money(paid));
        given.bank.lines[0].amount = money(lines);
        let found = verified(&given.archive());
        let remarks: Vec<_> = found.remarks().map(|shown| shown.remark.clone()).collect();
        let is_about_money =
            |remark: &PackRemark| matches!(remark, PackRemark::PaidDiffers { .. } | PackRemark::LinesDiffer { .. });
        remarks.into_iter().filter(is_about_money).collect::<Vec<_>>()
    };
    // The payment is over RM 601.50. A missing part arrives later, an excess with it.
    assert_eq!(paid(ReconcileKind::Insufficient, "501.50", "601.50"), []);
    assert_eq!(paid(ReconcileKind::Overpayment, "701.50", "701.50"), []);
    for (kind, expected) in [(ReconcileKind::Insufficient, "501.50"), (ReconcileKind::Overpayment, "701.50")] {
        let differs = PackRemark::PaidDiffers { expected: money(expected).shown(), paid: money("601.50").shown() };
        assert!(paid(kind, "601.50", "601.50").contains(&differs), "{kind:?}");
    }
    let lines = PackRemark::LinesDiffer { lines: money("601.50").shown(), paid: money("701.50").shown() };
    assert_eq!(paid(ReconcileKind::Overpayment, "701.50", "601.50"), [lines], "the excess arrived, too");
}

#[test]
fn approvals_that_the_policy_does_not_allow_are_named() {
    fn approval(change: impl FnOnce(&mut gridbill_core::packs::PackedApproval)) -> Vec<PackRemark> {
        forged(|given| change(given.approval.as_mut().expect("an approval")))
    }
    assert_eq!(
        approval(|approval| approval.acts.clear()),
        [PackRemark::StepNotApproved { step: 1 }, PackRemark::FactsWithheld { facts: 1 }]
    );
    let own = approval(|approval| approval.acts[0].user_id = PROPOSER.to_owned());
    assert!(own.contains(&PackRemark::ApproverRepeated { name: "Fatimah".to_owned() }), "{own:?}");
    assert!(own.contains(&PackRemark::ApprovalUnrecorded { name: "Fatimah".to_owned() }), "{own:?}");
    let steps = approval(|approval| approval.policy.layers[0].steps[0].mode = ApproverMode::All);
    assert!(steps.contains(&PackRemark::StepsDiffer), "{steps:?}");
    let bills = approval(|approval| approval.bills[0].amount = money("1.00"));
    assert!(bills.contains(&PackRemark::ProposalDiffers), "{bills:?}");
    let refused = approval(|approval| approval.acts[0].is_approval = false);
    assert!(refused.contains(&PackRemark::StepNotApproved { step: 1 }), "{refused:?}");
    let held = approval(|approval| approval.bills[0].hold = Some(HoldCause::Query));
    assert!(held.contains(&PackRemark::HoldsDiffer), "{held:?}");
}

#[test]
fn a_held_bill_that_no_fact_records_is_named() {
    let remarks = forged(|given| {
        let invoice_no = given.payment.bills[0].invoice_no.clone();
        let held = HeldBill { invoice_no, cause: HoldCause::Query, chosen_by: "Aina".to_owned() };
        given.payment.held_bills = vec![held];
    });
    assert!(remarks.contains(&PackRemark::HoldsDiffer), "{remarks:?}");
}

#[test]
fn facts_and_seals_that_were_changed_are_named() {
    let subject = Given::eft().chain.subjects[0].subject.clone();
    let altered = forged(|given| {
        let content = given.chain.subjects[0].facts[0].content.as_mut().expect("content");
        content.actor_name = "Another".to_owned();
    });
    assert!(altered.contains(&PackRemark::FactAltered { subject: subject.clone(), place: 1 }), "{altered:?}");
    let removed = forged(|given| drop(given.chain.subjects[0].facts.remove(1)));
    assert!(removed.contains(&PackRemark::FactMissing { subject: subject.clone(), place: 2 }), "{removed:?}");
    // Without its last fact a chain is whole, but the state and the seal are not those of the facts.
    let cut = forged(|given| drop(given.chain.subjects[0].facts.pop()));
    assert!(cut.iter().any(|remark| matches!(remark, PackRemark::SealDiffers { .. })), "{cut:?}");
    let withheld = forged(|given| given.chain.subjects[0].facts[1].hash = "00".repeat(32));
    assert!(withheld.contains(&PackRemark::FactAltered { subject, place: 3 }), "{withheld:?}");
    for change in [
        (|given: &mut Given| given.chain.seals[0].facts = 16) as fn(&mut Given),
        |given| given.chain.previous = Some("cd".repeat(32)),
        |given| given.chain.seals[0].root = Some("00".repeat(32)),
        |given| given.chain.subjects[0].proof.as_mut().expect("a proof").leaf = 0,
        |given| drop(given.chain.subjects[0].proof.as_mut().expect("a proof").path.pop()),
        |given| given.seal = None,
        |given| given.seal.as_mut().expect("a seal").day = Day::parse("2026-11-19").expect("a day"),
        |given| given.seal.as_mut().expect("a seal").hash = "00".repeat(32),
    ] {
        let changed = forged(change);
        assert!(changed.iter().any(|remark| matches!(remark, PackRemark::SealDiffers { .. })), "{changed:?}");
    }
    let missing = forged(|given| {
        given.chain.seals.clear();
        given.seal = None;
    });
    assert!(missing.iter().any(|remark| matches!(remark, PackRemark::SealMissing { .. })), "{missing:?}");
}

#[test]
fn facts_without_a_seal_are_not_proved() {
    let mut given = Given::eft();
    for subject in &mut given.chain.subjects {
        subject.proof = None;
    }
    let found = verified(&given.archive());
    assert_eq!(found.outcome, Outcome::Unproven, "{found:#?}");
    assert!(found.remarks().any(|shown| shown.remark == PackRemark::NotSealed));
}

const KEY: &str = include_str!("../../../fixtures/packs/fpx-key.pem");
const MESSAGE: &str = include_str!("../../../fixtures/packs/fpx-message.txt");

/// Makes the pack that of an FPX payment over RM 300.00, as the message of the fixture confirms it.
fn fpx(message: &str) -> Given {
    let mut given = Given::eft();
    let key_id = PublicKey::from_pem(KEY).expect("a key").id().to_owned();
    given.payment.payment_method = PaymentMethod::Fpx;
    given.bank.order_no = Some("GB26112000000001".to_owned());
    given.bank.lines.clear();
    given.bank.messages.push(PackedMessage {
        file: "bank/1-direct.txt".to_owned(),
        at: at("2026-11-20T04:01:00Z"),
        way: "direct".to_owned(),
        outcome: "applied".to_owned(),
        key_id: Some(key_id.clone()),
    });
    given.bank.keys.push(PackedKey { key_id, file: "bank/key.pem".to_owned() });
    given.files.push(("bank/1-direct.txt".to_owned(), message.as_bytes().to_vec()));
    given.files.push(("bank/key.pem".to_owned(), KEY.as_bytes().to_vec()));
    given
}

fn bank_remarks(given: &Given) -> Vec<PackRemark> {
    let found = verified(&given.archive());
    found.remarks().map(|shown| shown.remark.clone()).collect()
}

#[test]
fn a_confirmation_of_fpx_counts_only_with_its_signature_order_and_amount() {
    // The payment of the pack is RM 601.50, and the message confirms RM 300.00.
    let name = || "bank/1-direct.txt".to_owned();
    let amount = PackRemark::AmountDiffers { name: name(), amount: "300.00".to_owned() };
    assert!(bank_remarks(&fpx(MESSAGE)).contains(&amount));
    let changed = MESSAGE.replace("txnAmount=300.00", "txnAmount=601.50");
    assert!(bank_remarks(&fpx(&changed)).contains(&PackRemark::SignatureInvalid { name: name() }));
    let mut other = fpx(MESSAGE);
    other.bank.order_no = Some("GB26112000000002".to_owned());
    assert!(bank_remarks(&other).contains(&PackRemark::OrderDiffers { name: name() }));
    let mut unknown = fpx(MESSAGE);
    unknown.bank.keys.clear();
    assert!(bank_remarks(&unknown).contains(&PackRemark::KeyMissing { name: name() }));
    let mut unconfirmed = fpx(MESSAGE);
    unconfirmed.bank.messages.clear();
    assert!(bank_remarks(&unconfirmed).contains(&PackRemark::Unconfirmed));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_bytes_cause_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        verified(&bytes);
        verified(&[b"PK\x03\x04".as_slice(), &bytes].concat());
    }

    #[test]
    fn several_changed_bytes_are_found(places in proptest::collection::vec((any::<usize>(), 1_u8..), 1..4)) {
        let mut archive = Given::eft().archive();
        let original = archive.clone();
        for (place, flip) in places {
            let place = place % archive.len();
            archive[place] ^= flip;
        }
        prop_assert_eq!(verified(&archive).outcome == Outcome::Fails, archive != original);
    }
}

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/packs");

/// A change of the fixture's archive, and what its verification answers. `app/test/packs.test.ts` has the same cases in
/// WebAssembly.
#[derive(serde::Deserialize)]
struct Case {
    name: String,
    find: Option<String>,
    #[serde(default)]
    offset: usize,
    #[serde(default)]
    cut: usize,
    outcome: Outcome,
    codes: Vec<String>,
}

/// With `GRIDBILL_WRITE_FIXTURES` the archive is written.
#[test]
fn the_archive_of_the_fixtures_is_verified_as_in_the_browser() {
    let path = format!("{FIXTURES}/eft.zip");
    let expected = Given::eft().archive();
    if std::env::var_os("GRIDBILL_WRITE_FIXTURES").is_some() {
        std::fs::write(&path, &expected).expect("written");
    }
    let archive = std::fs::read(&path).expect("the archive");
    assert!(archive == expected, "the fixture is not what the tests write; set GRIDBILL_WRITE_FIXTURES");
    let cases = std::fs::read_to_string(format!("{FIXTURES}/cases.json")).expect("the cases");
    let cases: Vec<Case> = serde_json::from_str(&cases).expect("cases");
    for case in cases {
        let mut changed = archive.clone();
        if let Some(text) = &case.find {
            let found = changed.windows(text.len()).position(|window| window == text.as_bytes()).expect("the text");
            changed[found + case.offset] ^= 1;
        }
        changed.truncate(changed.len() - case.cut);
        let found = verified(&changed);
        let codes: Vec<String> = found
            .remarks()
            .map(|shown| {
                let remark = serde_json::to_value(&shown.remark).expect("JSON");
                remark["code"].as_str().expect("a code").to_owned()
            })
            .collect();
        assert_eq!(found.outcome, case.outcome, "{}: {codes:?}", case.name);
        for code in &case.codes {
            assert!(codes.contains(code), "{}: {code} in {codes:?}", case.name);
        }
    }
}
