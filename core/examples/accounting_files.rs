//! Writes the files of every accounting preset for random bills, and the documents that they must contain as JSON. A second
//! reader in Python (`proofs/accounting/second.py`) reads them back.

use std::fs;
use std::path::Path;

use gridbill_core::accounting::{
    AccountingDraft, AccountingPreset, AccountingSource, AccountingStream, BillSource, SuspenseAccount,
    accounting_file_kinds, accounting_preset, preview_accounting,
};
use gridbill_core::costs::CodingPart;
use gridbill_core::number::AccountNo;
use gridbill_core::{Day, Money};

/// Bills of each preset.
const BILLS: i64 = 500;

fn main() {
    let folder = std::env::args().nth(1).expect("usage: accounting_files FOLDER");
    let folder = Path::new(&folder);
    let mut random = Random(17);
    let sources: Vec<AccountingSource> =
        (0..BILLS).map(|number| AccountingSource::Bills(bill(number, &mut random))).collect();
    for preset in AccountingPreset::ALL {
        let draft = AccountingDraft {
            name: format!("{preset:?}"),
            supplier: "400-T001".to_owned(),
            payable_account: "400-0000".to_owned(),
            suspense: Some(SuspenseAccount { ledger_account: "999-0000".to_owned(), cost_centre: None }),
            ..accounting_preset(*preset, AccountingStream::Bills)
        };
        let preview = preview_accounting(&draft, &draft.name, &sources).expect("documents");
        let within = folder.join(&draft.name);
        fs::create_dir_all(&within).expect("a folder");
        for kind in accounting_file_kinds(&draft) {
            let mut bytes = Vec::new();
            kind.begin(&draft, &mut bytes);
            for (place, document) in (1..).zip(&preview.documents).filter(|(_, document)| kind.has(document)) {
                kind.add(&draft, place, document, &mut bytes);
            }
            fs::write(within.join(kind.file_name(&draft, &draft.name, None)), bytes).expect("a file");
        }
        let expected = serde_json::json!({ "draft": draft, "documents": preview.documents });
        fs::write(within.join("expected.json"), expected.to_string()).expect("a file");
    }
}

/// A generator whose numbers are the same in each run (Lehmer).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0 * 48_271 % 2_147_483_647;
        self.0 % limit
    }
}

fn bill(number: i64, random: &mut Random) -> BillSource {
    const REFERENCES: [&str; 6] = ["Plant 1", "=1+1", "a;b,c", "say \"x\"", "@cmd", "-2"];
    let day = Day::parse("2026-01-01").expect("a day").plus_days(i64::try_from(random.below(300)).unwrap_or_default());
    let cents = i64::try_from(random.below(9_000_000)).unwrap_or_default() - 1_000_000;
    let mut left = 10_000;
    let mut parts = Vec::new();
    for place in 0..random.below(5) {
        let share = i64::try_from(1 + random.below(4_000)).unwrap_or(1).min(left - 10);
        left -= share;
        parts.push(CodingPart { code: format!("C{place}"), share, ledger_account: format!("610-{place:04}") });
    }
    if !parts.is_empty() {
        parts.push(CodingPart { code: "LAST".to_owned(), share: left, ledger_account: "620-0000".to_owned() });
    }
    let amount = Money::parse(&format!("{}.{:02}", cents / 100, cents.unsigned_abs() % 100)).expect("an amount");
    let reference = REFERENCES[usize::try_from(random.below(6)).unwrap_or_default()];
    BillSource {
        invoice_no: format!("51{number:010}"),
        account_no: AccountNo::parse(&format!("21{:010}", number % 90)).expect("an account"),
        reference_id: Some(reference.to_owned()),
        batch_id: "2800000001".to_owned(),
        collective_invoice_no: "520000000001".to_owned(),
        invoice_date: day,
        due_date: Some(day.plus_days(30)),
        period_from: Some(day.plus_days(-35)),
        period_to: Some(day.plus_days(-5)),
        amount,
        parts,
        charges: Vec::new(),
    }
}
