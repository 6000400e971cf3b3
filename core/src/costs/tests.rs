//! Divisions of random totals, and the report. The cases of the other rules are in `fixtures/rules/costs.json`.

use std::collections::{BTreeMap, HashMap};

use super::*;
use crate::{Code, Day, Language, Money};

fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

fn money(text: &str) -> Money {
    Money::parse(text).expect("an amount")
}

fn part(code: &str, share: i64) -> CodingPart {
    CodingPart { code: code.to_owned(), share, ledger_account: "6100".to_owned() }
}

/// A small generator of random numbers (xorshift64*).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: i64) -> i64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        i64::try_from(self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 2).expect("62 bits") % limit
    }

    /// Shares that add up to the whole.
    fn parts(&mut self) -> Vec<CodingPart> {
        let count = 1 + self.below(20);
        let mut left = WHOLE;
        (1..=count)
            .map(|place| {
                let share = if place == count { left } else { 1 + self.below(left - (count - place)) };
                left -= share;
                part(&format!("C{}", self.below(99)), share)
            })
            .collect()
    }
}

#[test]
fn a_hundred_thousand_divisions_add_up_and_each_part_is_within_a_sen() {
    let mut dice = Dice(0x5eed);
    for run in 0..100_000 {
        let parts = dice.parts();
        let most = if run % 2 == 0 { 1_000 } else { 9_999_999_999_999_999 };
        let amount = Money::from_sen(dice.below(2 * most) - most);
        let divided = split_amount(amount, &parts);
        assert_eq!(Money::sum(divided.iter().copied()), Ok(amount), "{amount:?} among {parts:?}");
        for (part, divided) in parts.iter().zip(divided) {
            // Compared in 1/10,000 sen. The sign is that of the amount.
            let exact = i128::from(amount.sen()) * i128::from(part.share);
            let difference = i128::from(divided.sen()) * i128::from(WHOLE) - exact;
            assert!(difference.abs() < i128::from(WHOLE), "{amount:?} among {parts:?}");
            assert!(divided.sen().signum() * amount.sen().signum() >= 0);
        }
    }
}

#[test]
fn the_order_of_the_parts_does_not_change_what_each_code_gets() {
    let mut dice = Dice(0xc0de);
    for _ in 0..10_000 {
        let mut parts = dice.parts();
        parts.sort_by(|one, other| one.code.cmp(&other.code));
        parts.dedup_by(|one, other| one.code == other.code);
        let sum: i64 = parts.iter().map(|part| part.share).sum();
        parts[0].share += WHOLE - sum;
        let amount = Money::from_sen(dice.below(100_000));
        let forward = split_amount(amount, &parts);
        parts.reverse();
        let mut backward = split_amount(amount, &parts);
        backward.reverse();
        assert_eq!(forward, backward);
    }
}

#[test]
fn a_report_covers_at_most_a_year() {
    let today = day("2026-11-26");
    let months = |from: Option<&str>, to: Option<&str>| {
        check_report_months(from.map(day), to.map(day), today)
            .map(|(from, to)| (from.to_string(), to.to_string()))
            .map_err(|problem| problem.code)
    };
    assert_eq!(months(None, None), Ok(("2026-06-01".into(), "2026-11-01".into())));
    assert_eq!(months(Some("2025-12-31"), None), Ok(("2025-12-01".into(), "2026-11-01".into())));
    assert_eq!(months(Some("2025-11-30"), None), Err(Code::CostReportTooLong));
    assert_eq!(months(Some("2026-12-01"), None), Err(Code::CostReportEndsFirst));
}

/// An account with a coding until June, then two parts; one of a group with a default; and one without anything.
fn book() -> CodingBook {
    let periods = vec![
        CodingPeriod { from: day("2026-01-01"), until: Some(day("2026-06-15")), parts: vec![part("A", WHOLE)] },
        CodingPeriod { from: day("2026-06-16"), until: None, parts: vec![part("A", 5_000), part("B", 5_000)] },
    ];
    let account = |group_id: Option<&str>, periods| CodedAccount { group_id: group_id.map(str::to_owned), periods };
    CodingBook {
        accounts: HashMap::from([
            ("1".to_owned(), account(None, periods)),
            ("2".to_owned(), account(Some("g"), Vec::new())),
            ("3".to_owned(), account(Some("h"), Vec::new())),
        ]),
        groups: HashMap::from([("g".to_owned(), vec![part("B", WHOLE)]), ("h".to_owned(), Vec::new())]),
    }
}

#[test]
fn a_bill_counts_by_its_invoice_date_then_by_the_default_of_the_group() {
    let book = book();
    let codes = |account_no: &str, invoiced: &str| {
        let parts = book.parts(account_no, day(invoiced));
        parts.map(|parts| parts.iter().map(|part| part.code.clone()).collect::<Vec<_>>())
    };
    assert_eq!(codes("1", "2025-12-31"), None);
    assert_eq!(codes("1", "2026-06-15"), Some(vec!["A".to_owned()]));
    assert_eq!(codes("1", "2026-06-16"), Some(vec!["A".to_owned(), "B".to_owned()]));
    assert_eq!(codes("2", "2020-01-01"), Some(vec!["B".to_owned()]));
    assert_eq!(codes("3", "2026-06-16"), None);
    assert_eq!(codes("4", "2026-06-16"), None);
}

#[test]
fn the_rows_of_a_report_add_up_to_its_bills() {
    let (book, mut report) = (book(), CostReport::default());
    for (account_no, invoiced, cost) in [
        ("1", "2026-06-01", "10.00"),
        ("1", "2026-06-20", "0.05"),
        ("2", "2026-07-01", "-3.00"),
        ("3", "2026-07-01", "7.00"),
    ] {
        report.add(&book, account_no, day(invoiced), money(cost)).expect("a small sum");
    }
    let groups = BTreeMap::from([("g".to_owned(), "North".to_owned()), ("h".to_owned(), "South".to_owned())]);
    let names = BTreeMap::from([("A".to_owned(), "Plant".to_owned()), ("B".to_owned(), "Office".to_owned())]);
    let rows: Vec<_> = report
        .rows(&groups, &names)
        .into_iter()
        .map(|row| (row.month.to_string(), row.group_name, row.code, row.bills, row.cost))
        .collect();
    let text = |text: &str| Some(text.to_owned());
    let expected = [
        ("2026-07-01".to_owned(), text("North"), text("B"), 1, money("-3.00")),
        ("2026-07-01".to_owned(), text("South"), None, 1, money("7.00")),
        // The first of two equal remainders gets the sen.
        ("2026-06-01".to_owned(), None, text("A"), 2, money("10.03")),
        ("2026-06-01".to_owned(), None, text("B"), 1, money("0.02")),
    ];
    assert_eq!(rows, expected);
    let centres: Vec<_> =
        report.centres(&names).into_iter().map(|sum| (sum.code, sum.cost_centre_name, sum.cost)).collect();
    let expected = [
        (text("A"), text("Plant"), money("10.03")),
        (text("B"), text("Office"), money("-2.98")),
        (None, None, money("7.00")),
    ];
    assert_eq!(centres, expected);
    assert_eq!((report.total(), report.uncoded()), (money("14.05"), money("7.00")));
    let months: Vec<_> = report.months(day("2026-05-01"), day("2026-07-01")).into_iter().map(|sum| sum.cost).collect();
    assert_eq!(months, [Money::ZERO, money("10.05"), money("4.00")]);
}

#[test]
fn a_workbook_is_read_by_account_and_period_and_each_wrong_row_is_named() {
    let row = |line: u32, cells: [&str; 6]| (line, cells.map(str::to_owned));
    let known = ["A", "B"].map(str::to_owned).into();
    let fine = [
        row(1, ["Account number", "First day", "Last day", "Cost centre", "Share in percent", "Ledger account"]),
        row(2, ["210000000001", "2026-01-01", "2026-06-30", "a", "100%", "6100"]),
        // 46204 is how spreadsheet programs store 1 July 2026.
        row(3, ["210000000001", "46204", "", "A", "50", "6100"]),
        row(4, ["210000000001", "2026-07-01", "", "B", "50", "6200"]),
        row(5, ["210000000002", "", "", "", "", ""]),
    ];
    let read = read_codings(&fine, &known, Language::En).expect("codings");
    assert_eq!(read.wrong, []);
    let [account] = read.accounts.as_slice() else { panic!("one account: {:?}", read.accounts) };
    assert_eq!(account.periods.len(), 2);
    // What is written is read again.
    let written = coding_rows(&account.account_no, &account.periods);
    let again: Vec<_> = (1..).zip(written).collect();
    assert_eq!(read_codings(&again, &known, Language::En).expect("codings"), read);

    let wrong = [
        row(1, ["", "2026-01-01", "", "A", "100", "6100"]),
        row(2, ["210000000001", "someday", "", "A", "100", "6100"]),
        row(3, ["210000000002", "2026-01-01", "", "A", "50", "6100"]),
        row(4, ["210000000002", "2026-01-01", "", "X", "50", "6100"]),
        row(5, ["210000000003", "2026-01-01", "", "A", "100", "6100"]),
        row(6, ["210000000003", "2026-03-01", "", "A", "100", "6100"]),
        row(7, ["210000000004", "2026-01-01", "", "A", "99.99", "6100"]),
        row(8, ["210000000005", "2026-01-01", "", "A", "1e2", "6100"]),
    ];
    let read = read_codings(&wrong, &known, Language::En).expect("rows");
    assert_eq!(read.accounts, []);
    let wrong: Vec<_> = read.wrong.iter().map(|wrong| (wrong.line, wrong.code)).collect();
    let expected = [
        (1, Code::AccountNumberRequired),
        (2, Code::DateInvalid),
        (4, Code::CostCentreUnknown),
        (6, Code::CodingOverlaps),
        (7, Code::SharesNotWhole),
        (8, Code::ShareInvalid),
    ];
    assert_eq!(wrong, expected);
    let empty = read_codings(&fine[4..], &known, Language::En).expect_err("no coding");
    assert_eq!(empty.code, Code::SheetEmpty);
}
