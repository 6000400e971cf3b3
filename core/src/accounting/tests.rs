//! Tests of exports to accounting.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::bills::{ChargeKind, ChargeRole};
use crate::costs::{CodingPart, WHOLE, split_amount};
use crate::number::AccountNo;
use crate::payments::PaymentMethod;
use crate::{Code, Day, Language, Money};

fn money(text: &str) -> Money {
    Money::parse(text).expect("an amount")
}

fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

fn part(code: &str, share: i64, ledger_account: &str) -> CodingPart {
    CodingPart { code: code.to_owned(), share, ledger_account: ledger_account.to_owned() }
}

fn bill(amount: &str, parts: Vec<CodingPart>) -> BillSource {
    BillSource {
        invoice_no: "510000000001".to_owned(),
        account_no: AccountNo::parse("210000000001").expect("an account"),
        reference_id: Some("=1+1".to_owned()),
        batch_id: "2800000001".to_owned(),
        collective_invoice_no: "520000000001".to_owned(),
        invoice_date: day("2026-11-05"),
        due_date: Some(day("2026-12-05")),
        period_from: Some(day("2026-10-01")),
        period_to: Some(day("2026-10-31")),
        amount: money(amount),
        parts,
        charges: Vec::new(),
    }
}

fn payment(amount: &str, bills: &[&str]) -> AccountingSource {
    let bills = bills.iter().enumerate().map(|(place, amount)| PaidBill {
        invoice_no: format!("51000000000{place}"),
        account_no: AccountNo::parse("210000000001").expect("an account"),
        amount: money(amount),
    });
    AccountingSource::Payments(PaymentSource {
        transaction_no: "P2611050000001".to_owned(),
        paid_on: day("2026-11-06"),
        method: PaymentMethod::EftGiro,
        reference: Some("REF;1".to_owned()),
        amount: money(amount),
        bills: bills.collect(),
    })
}

fn draft(preset: AccountingPreset, stream: AccountingStream) -> AccountingDraft {
    AccountingDraft {
        name: "Books".to_owned(),
        supplier: "400-T001".to_owned(),
        payable_account: "400-0000".to_owned(),
        bank_account: "310-0000".to_owned(),
        ..accounting_preset(preset, stream)
    }
}

fn document(source: &AccountingSource, draft: &AccountingDraft) -> AccountingDocument {
    match make_document(source, draft, 1).expect("made") {
        DocumentOutcome::Document(document) => *document,
        other => panic!("{other:?}"),
    }
}

fn text(draft: &AccountingDraft, sources: &[AccountingSource]) -> Vec<(String, String)> {
    let preview = preview_accounting(draft, &draft.name, sources).expect("previewed");
    preview.files.into_iter().map(|file| (file.name, file.text)).collect()
}

#[test]
fn every_preset_is_a_valid_profile_once_its_accounts_are_filled_in() {
    for preset in AccountingPreset::ALL {
        for stream in [AccountingStream::Bills, AccountingStream::Payments, AccountingStream::Settlements] {
            let draft = draft(*preset, stream);
            let checked = check_accounting_profile(&draft, &BTreeSet::new());
            assert_eq!(checked.map(|checked| checked.line_columns), Ok(draft.line_columns), "{preset:?} {stream:?}");
        }
    }
}

/// The codes that a profile requires, from its refusals.
fn required(preset: AccountingPreset, stream: AccountingStream) -> Vec<String> {
    let problem = check_accounting_profile(&accounting_preset(preset, stream), &BTreeSet::new()).expect_err("refused");
    problem.fields.into_iter().map(|(field, _)| field).collect()
}

#[test]
fn a_preset_of_bills_requires_its_name_and_at_most_one_code() {
    use AccountingPreset::{Journal, Own, SqlAccount, XeroBills};
    let of_bills = |preset| required(preset, AccountingStream::Bills);
    for preset in [XeroBills, SqlAccount] {
        assert_eq!(of_bills(preset), ["name", "supplier"], "{preset:?}");
    }
    assert_eq!(of_bills(Journal), ["name", "payableAccount"]);
    assert_eq!(of_bills(Own), ["name"]);
    for stream in [AccountingStream::Payments, AccountingStream::Settlements] {
        assert_eq!(required(Journal, stream), ["name", "payableAccount", "bankAccount"]);
        assert_eq!(required(Own, stream), ["name", "payableAccount", "bankAccount"]);
    }
}

#[test]
fn a_code_is_required_and_kept_only_if_the_files_contain_it() {
    let with = |sources: &[ColumnSource]| {
        let mut draft = draft(AccountingPreset::SqlAccount, AccountingStream::Bills);
        draft.document_columns.retain(|column| column.source != ColumnSource::Supplier);
        for (column, source) in draft.document_columns.iter_mut().skip(1).zip(sources) {
            column.source = *source;
        }
        check_accounting_profile(&draft, &BTreeSet::new()).expect("a profile")
    };
    let codes = |draft: AccountingDraft| [draft.supplier, draft.payable_account, draft.bank_account];
    assert_eq!(codes(with(&[])), ["", "", ""]);
    assert_eq!(codes(with(&[ColumnSource::Supplier, ColumnSource::PayableAccount])), ["400-T001", "400-0000", ""]);
    // A layout without records of documents has no columns of them.
    let mut lines = with(&[ColumnSource::PayableAccount]);
    assert!(lines.needs().payable_account);
    lines.layout = AccountingLayout::Lines;
    assert!(!lines.needs().payable_account);
    // A payment without a column of its bank has no line of it.
    let mut payments = draft(AccountingPreset::Own, AccountingStream::Payments);
    payments.line_columns.retain(|column| column.source != ColumnSource::BankAccount);
    assert_eq!(codes(check_accounting_profile(&payments, &BTreeSet::new()).expect("one")), ["", "400-0000", ""]);
    payments.layout = AccountingLayout::BalancedLines;
    assert!(payments.needs().bank_account);
}

#[test]
fn a_mapping_without_amount_number_or_account_is_refused() {
    let without = |source: ColumnSource| {
        let mut draft = draft(AccountingPreset::Own, AccountingStream::Bills);
        draft.line_columns.retain(|column| column.source != source);
        check_accounting_profile(&draft, &BTreeSet::new()).map_err(|problem| problem.fields[0].1.code).err()
    };
    assert_eq!(without(ColumnSource::Amount), Some(Code::AccountingAmountMissing));
    assert_eq!(without(ColumnSource::DocumentNo), Some(Code::AccountingNumberMissing));
    assert_eq!(without(ColumnSource::LedgerAccount), Some(Code::AccountingLedgerMissing));
    assert_eq!(without(ColumnSource::DueDate), None);
    // Both files need the place by which a line names its document.
    let mut draft = two_files();
    assert!(check_accounting_profile(&draft, &BTreeSet::new()).is_ok());
    draft.document_columns.retain(|column| column.source != ColumnSource::DocumentPlace);
    let refused = check_accounting_profile(&draft, &BTreeSet::new()).expect_err("no common column");
    assert_eq!(refused.fields[0].1.code, Code::AccountingNumberMissing);
}

#[test]
fn each_wrong_field_of_a_profile_is_named() {
    let mut wrong = draft(AccountingPreset::SqlAccount, AccountingStream::Bills);
    wrong.name = " ".to_owned();
    wrong.supplier = String::new();
    wrong.payable_account = "=1".to_owned();
    wrong.separator = AccountingSeparator::Comma;
    wrong.number_format = AccountingNumberFormat::Comma;
    wrong.documents_per_file = Some(0);
    wrong.suspense = Some(SuspenseAccount { ledger_account: String::new(), cost_centre: Some("nowhere".to_owned()) });
    wrong.document_columns[1].heading = "docno".to_owned();
    wrong.document_columns[2].source = ColumnSource::Amount;
    wrong.document_columns[3].source = ColumnSource::PayableAccount;
    wrong.line_columns[0].source = ColumnSource::TransactionNo;
    wrong.line_columns[1].constant = "a\nb".to_owned();
    let problem = check_accounting_profile(&wrong, &BTreeSet::new()).expect_err("refused");
    let fields: Vec<(&str, Code)> =
        problem.fields.iter().map(|(field, problem)| (field.as_str(), problem.code)).collect();
    assert_eq!(
        fields,
        [
            ("name", Code::AccountingNameInvalid),
            ("documentColumns.1.heading", Code::AccountingHeadingRepeated),
            ("documentColumns.2.source", Code::AccountingSourceInvalid),
            ("lineColumns.0.source", Code::AccountingSourceInvalid),
            ("lineColumns.1.constant", Code::AccountingConstantInvalid),
            ("lineColumns", Code::AccountingNumberMissing),
            ("separator", Code::AccountingSeparatorInvalid),
            ("documentsPerFile", Code::AccountingFileSizeInvalid),
            ("supplier", Code::AccountingSupplierInvalid),
            ("payableAccount", Code::LedgerAccountInvalid),
            ("suspense.ledgerAccount", Code::LedgerAccountInvalid),
            ("suspense.costCentre", Code::CostCentreUnknown),
        ]
    );
}

#[test]
fn sql_account_files_have_their_documented_records() {
    let draft = draft(AccountingPreset::SqlAccount, AccountingStream::Bills);
    let parts = vec![part("A", 5_000, "610-0000"), part("B", 5_000, "620-0000")];
    let mut reference = bill("100.01", parts);
    reference.reference_id = Some("=a;b".to_owned());
    let files = text(&draft, &[AccountingSource::Bills(reference)]);
    assert_eq!(files.len(), 1);
    assert_eq!(files[0].0, "Books.txt");
    assert_eq!(
        files[0].1,
        "MASTER;510000000001;'=a b;05/11/2026;05/11/2026;400-T001;30 Days;\
         Electricity 210000000001 01/10/2026-31/10/2026;----;----;----;1;100.01;F;\r\n\
         DETAIL;510000000001;610-0000;Electricity 210000000001 01/10/2026-31/10/2026;A;;0;0;50.01;\r\n\
         DETAIL;510000000001;620-0000;Electricity 210000000001 01/10/2026-31/10/2026;B;;0;0;50.00;\r\n"
    );
}

#[test]
fn credit_notes_are_in_their_own_file_with_the_opposite_sign() {
    let draft = draft(AccountingPreset::SqlAccount, AccountingStream::Bills);
    let files = text(&draft, &[AccountingSource::Bills(bill("-5.00", vec![part("A", WHOLE, "610-0000")]))]);
    assert_eq!(files.len(), 1);
    assert_eq!(files[0].0, "Books credit notes.txt");
    assert!(files[0].1.contains(";5.00;F;") && files[0].1.ends_with(";5.00;\r\n"), "{}", files[0].1);
}

#[test]
fn a_journal_has_no_credit_notes_because_its_sides_say_the_sign() {
    let centres = BTreeSet::from(["HQ".to_owned()]);
    for (preset, is_kept) in [(AccountingPreset::Journal, false), (AccountingPreset::SqlAccount, true)] {
        let draft = AccountingDraft { has_credit_notes: true, ..draft(preset, AccountingStream::Bills) };
        let checked = check_accounting_profile(&draft, &centres).expect("a profile");
        assert_eq!(checked.has_credit_notes, is_kept, "{preset:?}");
    }
}

#[test]
fn a_bill_without_a_due_date_is_due_on_its_date_in_xero() {
    let draft = draft(AccountingPreset::XeroBills, AccountingStream::Bills);
    let source = BillSource { due_date: None, ..bill("100.01", vec![part("A", WHOLE, "6100")]) };
    let files = text(&draft, &[AccountingSource::Bills(source)]);
    let rows: Vec<Vec<&str>> = files[0].1.lines().map(|row| row.split(',').collect()).collect();
    let place = rows[0].iter().position(|heading| *heading == "*DueDate").expect("the column");
    assert_eq!(rows[1][place], "05/11/2026");
}

#[test]
fn a_journal_has_the_line_of_the_supplier_or_of_the_bank() {
    let draft_of = |stream| draft(AccountingPreset::Journal, stream);
    let coded = AccountingSource::Bills(bill("12.30", vec![part("A", WHOLE, "6100")]));
    let files = text(&draft_of(AccountingStream::Bills), &[coded]);
    assert_eq!(
        files[0].1,
        "Date,Document,Line,Account,Cost centre,Description,Debit,Credit\r\n\
         2026-11-05,510000000001,1,6100,A,Electricity 210000000001 2026-10-01-2026-10-31,12.30,\r\n\
         2026-11-05,510000000001,2,400-0000,,Electricity 210000000001 2026-10-01-2026-10-31,,12.30\r\n"
    );
    let files = text(&draft_of(AccountingStream::Payments), &[payment("30.00", &["10.00", "25.00"])]);
    assert!(files[0].1.ends_with(
        "2026-11-06,P2611050000001,1,400-0000,,Payment P2611050000001 invoice 510000000000,10.00,\r\n\
         2026-11-06,P2611050000001,2,400-0000,,Payment P2611050000001 invoice 510000000001,25.00,\r\n\
         2026-11-06,P2611050000001,3,400-0000,,Payment P2611050000001,,5.00\r\n\
         2026-11-06,P2611050000001,4,310-0000,,Payment P2611050000001,,30.00\r\n"
    ));
}

/// A profile with a file of documents and one of lines, each with the place of the document.
fn two_files() -> AccountingDraft {
    let column = |(heading, source, constant): (&str, ColumnSource, &str)| AccountingColumn {
        heading: heading.to_owned(),
        source,
        constant: constant.to_owned(),
        max_length: None,
    };
    let documents = [
        ("Id", ColumnSource::DocumentPlace, ""),
        ("Number", ColumnSource::DocumentNo, ""),
        ("Amount", ColumnSource::DocumentAmount, ""),
        ("Type", ColumnSource::DocumentType, "STANDARD|CREDIT"),
    ];
    let lines = [
        ("Id", ColumnSource::DocumentPlace, ""),
        ("Line", ColumnSource::LineNo, ""),
        ("Amount", ColumnSource::Amount, ""),
        ("Account", ColumnSource::LedgerAccount, ""),
    ];
    AccountingDraft {
        layout: AccountingLayout::TwoFiles,
        document_columns: documents.map(column).to_vec(),
        line_columns: lines.map(column).to_vec(),
        has_headings: false,
        encoding: AccountingEncoding::Utf8,
        ..draft(AccountingPreset::Own, AccountingStream::Bills)
    }
}

#[test]
fn a_profile_of_two_files_has_one_of_documents_and_one_of_lines() {
    let draft = two_files();
    let files = text(&draft, &[AccountingSource::Bills(bill("12.30", vec![part("A", WHOLE, "01-6100")]))]);
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["Books documents.csv", "Books lines.csv"]);
    assert_eq!(files[0].1, "1,510000000001,12.30,STANDARD\r\n");
    assert_eq!(files[1].1, "1,1,12.30,01-6100\r\n");
}

#[test]
fn no_text_is_a_formula_and_quotes_are_doubled() {
    let mut draft = draft(AccountingPreset::Own, AccountingStream::Bills);
    draft.has_headings = false;
    let column = |source: ColumnSource, constant: &str| AccountingColumn {
        heading: "x".to_owned(),
        source,
        constant: constant.to_owned(),
        max_length: None,
    };
    draft.line_columns = vec![
        column(ColumnSource::ReferenceId, ""),
        column(ColumnSource::Constant, "@SUM(A1)"),
        column(ColumnSource::Constant, "a\"b,c"),
        column(ColumnSource::Constant, "----"),
        column(ColumnSource::Amount, ""),
    ];
    let files = text(&draft, &[AccountingSource::Bills(bill("-5.00", vec![part("A", WHOLE, "6100")]))]);
    assert_eq!(files[0].1, "'=1+1,'@SUM(A1),\"a\"\"b,c\",----,-5.00\r\n");
}

#[test]
fn windows_1252_has_its_own_bytes() {
    let mut draft = draft(AccountingPreset::Own, AccountingStream::Bills);
    draft.encoding = AccountingEncoding::Windows1252;
    draft.has_headings = false;
    draft.line_columns.truncate(1);
    draft.line_columns[0].source = ColumnSource::Constant;
    "é€中".clone_into(&mut draft.line_columns[0].constant);
    let document = document(&AccountingSource::Bills(bill("1.00", vec![part("A", WHOLE, "6100")])), &draft);
    let mut out = Vec::new();
    accounting_file_kinds(&draft)[0].begin(&draft, &mut out);
    accounting_file_kinds(&draft)[0].add(&draft, 1, &document, &mut out);
    assert_eq!(out, [0xe9, 0x80, b'?', b'\r', b'\n']);
}

/// A profile whose cost centres have at most ten characters.
fn with_short_centres() -> AccountingDraft {
    let mut draft = draft(AccountingPreset::Own, AccountingStream::Bills);
    let centre = draft.line_columns.iter_mut().find(|column| column.source == ColumnSource::CostCentre);
    centre.expect("a column").max_length = Some(10);
    draft
}

#[test]
fn the_former_presets_are_the_companys_own_columns() {
    for name in ["autoCount", "oracleFbdi", "own"] {
        let read: AccountingPreset = serde_json::from_value(name.into()).expect("a preset");
        assert_eq!(read, AccountingPreset::Own);
    }
}

#[test]
fn texts_that_would_be_cut_or_changed_are_found() {
    let misfits = |draft: &AccountingDraft, bill: BillSource| {
        let preview = preview_accounting(draft, "Books", &[AccountingSource::Bills(bill)]).expect("previewed");
        let of = |one: AccountingMisfit| (one.heading, one.reason, one.limit, one.values.join(" "));
        preview.misfits.into_iter().map(of).collect::<Vec<_>>()
    };
    let halves = |codes: [&str; 2]| codes.map(|code| part(code, 5_000, "6100")).to_vec();
    let plain = |amount: &str, parts| BillSource { reference_id: None, ..bill(amount, parts) };
    let column = |heading: &str, reason, limit, values: &str| (heading.to_owned(), reason, limit, values.to_owned());

    // Ten characters fit. Of two codes of 13, the first ten characters are the same.
    let mut draft = with_short_centres();
    assert_eq!(misfits(&draft, plain("1.00", halves(["KUALALUMPU", "PENANG"]))), []);
    assert_eq!(
        misfits(&draft, plain("1.00", halves(["KUALALUMPUR01", "KUALALUMPUR02"]))),
        [column("Cost centre", MisfitReason::TooLong, Some(10), "KUALALUMPUR01 KUALALUMPUR02")]
    );
    // A description may be cut.
    draft.line_columns.iter_mut().find(|column| column.heading == "Description").expect("a column").max_length =
        Some(9);
    assert_eq!(misfits(&draft, plain("1.00", halves(["A", "B"]))), []);

    // The supplier, constants, references and headings, too.
    let mut draft = self::draft(AccountingPreset::SqlAccount, AccountingStream::Bills);
    draft.has_headings = true;
    "TNB 国能".clone_into(&mut draft.supplier);
    "a;b".clone_into(&mut draft.document_columns[5].constant);
    "区".clone_into(&mut draft.document_columns[7].heading);
    assert_eq!(
        misfits(&draft, bill("1.00", halves(["A", "B"]))),
        [
            column("区", MisfitReason::Letters, None, "区"),
            column("DOCNOEX", MisfitReason::Marks, None, "=1+1"),
            column("CODE", MisfitReason::Letters, None, "TNB 国能"),
            column("TERMS", MisfitReason::Marks, None, "a;b"),
        ]
    );
    // UTF-8 has all letters, and a file with quotes all separators.
    draft.encoding = AccountingEncoding::Utf8;
    draft.layout = AccountingLayout::TwoFiles;
    assert_eq!(
        misfits(&draft, bill("1.00", halves(["A", "B"]))),
        [column("DOCNOEX", MisfitReason::Marks, None, "=1+1")]
    );
}

#[test]
fn a_long_reference_of_a_payment_is_cut_and_changed() {
    let mut draft = draft(AccountingPreset::Own, AccountingStream::Payments);
    let reference = draft.line_columns.iter_mut().find(|column| column.source == ColumnSource::PaymentReference);
    reference.expect("a column").max_length = Some(8);
    let AccountingSource::Payments(payment) = payment("5.00", &["5.00"]) else { unreachable!() };
    let references = Some("-CHQ001 CHQ002".to_owned());
    let source = AccountingSource::Payments(PaymentSource { reference: references, ..payment });
    let preview = preview_accounting(&draft, "Books", &[source]).expect("previewed");
    assert_eq!(preview.misfits, []);
    assert_eq!(preview.files[0].rows[1][3], "'-CHQ001");
}

#[test]
fn a_misfit_names_the_first_values_and_says_that_there_are_more() {
    let draft = with_short_centres();
    let parts = (0..8).map(|one| part(&format!("KUALALUMPUR0{one}"), 1_250, "6100")).collect();
    let bill = AccountingSource::Bills(BillSource { reference_id: None, ..bill("80.00", parts) });
    let preview = preview_accounting(&draft, "Books", &[bill]).expect("previewed");
    assert_eq!((preview.misfits.len(), preview.misfits[0].values.len(), preview.misfits[0].has_more), (1, 5, true));
    let problem = preview.misfits[0].problem();
    assert_eq!(problem.code, Code::AccountingValueTooLong);
    let sentence = problem.sentence(Language::En);
    assert!(
        sentence.contains("Cost centre") && sentence.contains(" 10 ") && sentence.contains("KUALALUMPUR04, …"),
        "{sentence}"
    );
}

#[test]
fn uncoded_bills_need_a_suspense_account_and_zero_bills_have_no_document() {
    let mut draft = draft(AccountingPreset::Own, AccountingStream::Bills);
    let uncoded = AccountingSource::Bills(bill("5.00", Vec::new()));
    assert_eq!(make_document(&uncoded, &draft, 1), Ok(DocumentOutcome::Uncoded));
    draft.suspense = Some(SuspenseAccount { ledger_account: "9999".to_owned(), cost_centre: None });
    let made = document(&uncoded, &draft);
    assert_eq!((made.lines[0].ledger_account.as_str(), made.lines[0].is_suspense), ("9999", true));
    let zero = AccountingSource::Bills(bill("0.00", vec![part("A", WHOLE, "6100")]));
    assert_eq!(make_document(&zero, &draft, 1), Ok(DocumentOutcome::Empty));
    // Nothing is booked, so no account is needed.
    draft.suspense = None;
    let zero = AccountingSource::Bills(bill("0.00", Vec::new()));
    assert_eq!(make_document(&zero, &draft, 1), Ok(DocumentOutcome::Empty));
}

#[test]
fn only_what_is_booked_makes_a_document_different() {
    let draft = draft(AccountingPreset::Own, AccountingStream::Bills);
    let coded = |amount: &str, code: &str| {
        document(&AccountingSource::Bills(bill(amount, vec![part(code, WHOLE, "6100")])), &draft)
    };
    let first = coded("5.00", "A");
    assert!(first.books_same(&coded("5.00", "A")));
    assert!(!first.books_same(&coded("5.01", "A")));
    assert!(!first.books_same(&coded("5.00", "B")));
    // Another suspense account or supplier is a change of the profile, not of the bill.
    let suspense = |ledger_account: &str| {
        let mut draft = draft.clone();
        draft.payable_account = ledger_account.to_owned();
        draft.suspense = Some(SuspenseAccount { ledger_account: ledger_account.to_owned(), cost_centre: None });
        document(&AccountingSource::Bills(bill("5.00", Vec::new())), &draft)
    };
    assert!(suspense("9998").books_same(&suspense("9999")));
    assert!(!suspense("6100").books_same(&first));
}

#[test]
fn a_reversal_cancels_its_document() {
    let draft = draft(AccountingPreset::Own, AccountingStream::Bills);
    let parts = vec![part("A", 3_333, "6100"), part("B", 6_667, "6200")];
    let document = document(&AccountingSource::Bills(bill("10.01", parts)), &draft);
    let reversal = document.reversal(&draft).expect("reversed");
    assert_eq!((reversal.document_no.as_str(), reversal.reverses.as_deref()), ("510000000001-R", Some("510000000001")));
    let both = document.lines.iter().chain(&reversal.lines).map(|line| line.amount);
    assert_eq!(Money::sum(both), Ok(Money::ZERO));
    assert_eq!(document_no("510000000001", 2), "510000000001-2");
}

#[test]
fn a_reversal_names_the_supplier_and_the_bank_of_its_document() {
    use ColumnSource::{Amount, BankAccount, PayableAccount, Supplier};
    let column =
        |source| AccountingColumn { heading: format!("{source:?}"), source, constant: String::new(), max_length: None };
    let bill = AccountingSource::Bills(bill("5.00", vec![part("A", WHOLE, "6100")]));
    let cases = [
        (AccountingStream::Bills, bill, "400-T001,400-0000,-5.00", "T-2,400-9,-5.00"),
        (
            AccountingStream::Payments,
            payment("5.00", &["5.00"]),
            "400-T001,400-0000,310-0000,-5.00",
            "T-2,400-9,310-9,-5.00",
        ),
    ];
    for (stream, source, booked, of_profile) in cases {
        let mut draft = draft(AccountingPreset::Own, stream);
        draft.has_headings = false;
        draft.line_columns = [Supplier, PayableAccount, BankAccount, Amount].map(column).to_vec();
        draft.line_columns.retain(|column| column.source.is_of(stream));
        let mut document = document(&source, &draft);
        "T-2".clone_into(&mut draft.supplier);
        "400-9".clone_into(&mut draft.payable_account);
        "310-9".clone_into(&mut draft.bank_account);
        let row = |document: &AccountingDocument| {
            let reversal = document.reversal(&draft).expect("reversed");
            preview_files(&draft, "Books", &[reversal]).remove(0).text.trim_end().to_owned()
        };
        assert_eq!(row(&document), booked, "{stream:?}");
        // Files without supplier and accounts have those of the profile in their reversals.
        for account in document.lines.iter_mut().chain([&mut document.counter_line]) {
            account.ledger_account.clear();
        }
        document.supplier.clear();
        assert_eq!(row(&document), of_profile, "{stream:?}");
    }
}

#[test]
fn a_reversal_has_the_account_that_earlier_files_did_not_contain() {
    let reversed = |stream, source: &AccountingSource| {
        let journal = draft(AccountingPreset::Journal, stream);
        let mut document = document(source, &journal);
        document.counter_line.ledger_account = String::new();
        let without = document.reversal(&journal).expect("reversed").counter_line.ledger_account;
        document.counter_line.ledger_account = "999".to_owned();
        [without, document.reversal(&journal).expect("reversed").counter_line.ledger_account]
    };
    let bill = AccountingSource::Bills(bill("5.00", vec![part("A", WHOLE, "6100")]));
    assert_eq!(reversed(AccountingStream::Bills, &bill), ["400-0000", "999"]);
    assert_eq!(reversed(AccountingStream::Payments, &payment("5.00", &["5.00"])), ["310-0000", "999"]);
}

#[test]
fn numbers_come_back_from_a_text() {
    let rows = accounting_number_rows(
        "\u{feff}Ours,Theirs\r\n5100,\"PI-1\"\r\n\r\n5101;\r\n5102\tPI-3\r\n5100,PI-4\r\n5103,PI-5",
    );
    let unknown = BTreeSet::from(["5103".to_owned()]);
    let read = read_accounting_numbers(&rows, &unknown, Language::En).expect("read");
    let numbers: Vec<(&str, &str)> =
        read.numbers.iter().map(|number| (number.document_no.as_str(), number.their_no.as_str())).collect();
    assert_eq!(numbers, [("5100", "PI-1"), ("5102", "PI-3")]);
    let rows = accounting_number_rows("5100,\"1,234\"\n5101;PI,7\n\"5102\", \"A\"\"1\" ,note");
    let numbers: Vec<&str> = rows.iter().map(|(_, [_, number])| number.as_str()).collect();
    assert_eq!(numbers, ["1,234", "PI,7", "A\"1"]);
    let rows = accounting_number_rows("=\"5100\",=\"PI-0012\"\n'5101,'0013\n5102, = \"A,\"\"1\"");
    let cells: Vec<[&str; 2]> = rows.iter().map(|(_, [ours, theirs])| [ours.as_str(), theirs.as_str()]).collect();
    assert_eq!(cells, [["5100", "PI-0012"], ["5101", "0013"], ["5102", "A,\"1"]]);
    assert_eq!(
        read.wrong.iter().map(|row| (row.line, row.code)).collect::<Vec<_>>(),
        [(6, Code::AccountingDocumentRepeated), (7, Code::AccountingDocumentUnknown)]
    );
}

#[test]
fn a_file_has_some_numbers_and_not_too_many() {
    let empty = read_accounting_numbers(&accounting_number_rows(" \n5100,"), &BTreeSet::new(), Language::En);
    assert_eq!(empty.expect_err("none").code, Code::AccountingNumbersRequired);
    let rows: Vec<NumberRow> = (0..=10_000_u32).map(|row| (row, [row.to_string(), row.to_string()])).collect();
    let refused = read_accounting_numbers(&rows, &BTreeSet::new(), Language::En);
    assert_eq!(refused.expect_err("too many").code, Code::AccountingNumbersTooMany);
    let text = |rows: u32| (0..rows).map(|row| format!("{row},PI")).collect::<Vec<_>>().join("\n");
    let read = |text: &str| {
        let rows = accounting_number_rows(text);
        read_accounting_numbers(&rows, &BTreeSet::new(), Language::En).map(|read| read.numbers.len())
    };
    assert_eq!(read(&format!("Ours,Theirs\n{}", text(10_000))), Ok(10_000));
    assert_eq!(read(&text(50_000)).expect_err("too many").code, Code::AccountingNumbersTooMany);
    // Unknown documents count as well, so an answer never has 50,000 wrong rows.
    let unknown: BTreeSet<String> = (0..50_000).map(|row| row.to_string()).collect();
    let refused = read_accounting_numbers(&accounting_number_rows(&text(50_000)), &unknown, Language::En);
    assert_eq!(refused.expect_err("too many").code, Code::AccountingNumbersTooMany);
}

#[test]
fn a_plan_counts_kinds_bills_and_lines_on_the_suspense_account() {
    let mut draft = draft(AccountingPreset::Journal, AccountingStream::Bills);
    draft.suspense = Some(SuspenseAccount { ledger_account: "9999".to_owned(), cost_centre: None });
    let of = |number: &str, amount: &str, version: i32| {
        let mut bill = bill(amount, Vec::new());
        number.clone_into(&mut bill.invoice_no);
        match make_document(&AccountingSource::Bills(bill), &draft, version).expect("made") {
            DocumentOutcome::Document(document) => *document,
            other => panic!("{other:?}"),
        }
    };
    let mut summary = PlanSummary::default();
    for (document, version) in [
        (of("1", "5.00", 1), 1),
        (of("2", "-1.00", 1), 1),
        (of("3", "7.00", 1).reversal(&draft).expect("reversed"), 1),
        (of("3", "6.00", 2), 2),
    ] {
        summary.add(&document, version).expect("added");
    }
    let kinds: Vec<_> =
        summary.kinds().into_iter().map(|one| (one.kind, one.documents, one.amount.to_string())).collect();
    let expected = [
        (AccountingDocumentKind::New, 1, "5.00".to_owned()),
        (AccountingDocumentKind::CreditNote, 1, "-1.00".to_owned()),
        (AccountingDocumentKind::Correction, 1, "6.00".to_owned()),
        (AccountingDocumentKind::Reversal, 1, "-7.00".to_owned()),
    ];
    assert_eq!(kinds, expected);
    assert_eq!((summary.sources, summary.suspense_lines, summary.first.len()), (3, 4, 4));
}

fn charge_account(kind: ChargeKind, ledger_account: &str) -> ChargeAccount {
    ChargeAccount { kind, ledger_account: ledger_account.to_owned() }
}

#[test]
fn a_charge_with_an_account_of_its_own_leaves_the_amounts_of_cost_centres_as_they_are() {
    let mut draft = draft(AccountingPreset::Own, AccountingStream::Bills);
    let parts = vec![part("A", 3_333, "6100"), part("B", 6_667, "6200")];
    let mut with_tax = bill("108.01", parts);
    with_tax.charges = vec![
        ChargeAmount { kind: ChargeKind::ENERGY, role: ChargeRole::Energy, amount: money("100.01") },
        ChargeAmount { kind: ChargeKind::TAX, role: ChargeRole::Tax, amount: money("8.00") },
    ];
    let source = AccountingSource::Bills(with_tax);
    let lines = |draft: &AccountingDraft| {
        let lines = document(&source, draft).lines.into_iter();
        lines.map(|line| (line.ledger_account, line.cost_centre.unwrap(), line.amount.to_string())).collect::<Vec<_>>()
    };
    let named = |lines: &[(&str, &str, &str)]| {
        lines
            .iter()
            .map(|(account, centre, amount)| ((*account).to_owned(), (*centre).to_owned(), (*amount).to_owned()))
            .collect::<Vec<_>>()
    };
    let before = document(&source, &draft);
    assert_eq!(lines(&draft), named(&[("6100", "A", "36.00"), ("6200", "B", "72.01")]));
    draft.charge_accounts = vec![charge_account(ChargeKind::TAX, "1800")];
    let expected = [("6100", "A", "33.33"), ("1800", "A", "2.67"), ("6200", "B", "66.68"), ("1800", "B", "5.33")];
    assert_eq!(lines(&draft), named(&expected));
    // Nothing is left on the accounts of the coding once every kind has its own.
    draft.charge_accounts.insert(0, charge_account(ChargeKind::ENERGY, "6500"));
    let expected = [("6500", "A", "33.33"), ("1800", "A", "2.67"), ("6500", "B", "66.68"), ("1800", "B", "5.33")];
    assert_eq!(lines(&draft), named(&expected));
    // Another profile books nothing else; another coding does.
    let after = document(&source, &draft);
    assert!(before.books_same(&after) && after.books_same(&before));
    let AccountingSource::Bills(mut other) = source else { unreachable!() };
    other.parts[1].ledger_account = "6201".to_owned();
    assert!(!before.books_same(&document(&AccountingSource::Bills(other), &draft)));
}

#[test]
fn a_document_without_charges_is_compared_by_charge_once_they_are_known() {
    let mut draft = draft(AccountingPreset::Own, AccountingStream::Bills);
    let without = AccountingSource::Bills(bill("108.00", vec![part("A", WHOLE, "6100")]));
    let with = |amounts: [&str; 2]| {
        let mut bill = bill("108.00", vec![part("A", WHOLE, "6100")]);
        let kinds = [(ChargeKind::ENERGY, ChargeRole::Energy), (ChargeKind::TAX, ChargeRole::Tax)];
        let charges = kinds.into_iter().zip(amounts);
        bill.charges =
            charges.map(|((kind, role), amount)| ChargeAmount { kind, role, amount: money(amount) }).collect();
        AccountingSource::Bills(bill)
    };
    // Without accounts of charges, nothing is lacking.
    assert!(!document(&without, &draft).lacks_charges);
    draft.charge_accounts = vec![charge_account(ChargeKind::TAX, "1800")];
    let early = document(&without, &draft);
    let late = document(&with(["100.00", "8.00"]), &draft);
    assert!(early.lacks_charges && !late.lacks_charges);
    assert!(!early.books_same(&late));
    // No charge with an account of its own: nothing is wrong.
    assert!(early.books_same(&document(&with(["108.00", "0.00"]), &draft)));
    // Lines that are replaced reverse nothing before the new ones arrive, and neither do lines that are still missing.
    assert!(late.books_same(&early) && early.books_same(&early.clone()));
    // A bill on the suspense account is not divided by kind.
    draft.suspense = Some(SuspenseAccount { ledger_account: "9999".to_owned(), cost_centre: None });
    assert!(!document(&AccountingSource::Bills(bill("1.00", Vec::new())), &draft).lacks_charges);
    // A plan counts them, without their reversals.
    let mut summary = PlanSummary::default();
    summary.add(&early.reversal(&draft).expect("reversed"), 1).expect("added");
    summary.add(&late, 2).expect("added");
    assert_eq!(summary.lacking_charges, 0);
    summary.add(&early, 1).expect("added");
    assert_eq!(summary.lacking_charges, 1);
}

#[test]
fn a_kind_of_charge_has_one_account_and_an_empty_one_is_left_out() {
    let mut draft = draft(AccountingPreset::Own, AccountingStream::Bills);
    let check = |draft: &AccountingDraft| check_accounting_profile(draft, &BTreeSet::new());
    draft.charge_accounts = vec![
        charge_account(ChargeKind::TAX, " 1800 "),
        charge_account(ChargeKind::RETAIL, " "),
        charge_account(ChargeKind::ENERGY, "6100"),
    ];
    let read = check(&draft).expect("accepted").charge_accounts;
    assert_eq!(read, [charge_account(ChargeKind::ENERGY, "6100"), charge_account(ChargeKind::TAX, "1800")]);
    draft.charge_accounts.extend([charge_account(ChargeKind::TAX, "1801"), charge_account(ChargeKind::AFA, "=1")]);
    let fields: Vec<(String, Code)> =
        check(&draft).expect_err("refused").fields.into_iter().map(|(field, problem)| (field, problem.code)).collect();
    let expected = [
        ("chargeAccounts.tax".to_owned(), Code::AccountingChargeRepeated),
        ("chargeAccounts.afa".to_owned(), Code::LedgerAccountInvalid),
    ];
    assert_eq!(fields, expected);
    draft.charge_accounts = vec![charge_account(ChargeKind::TAX, "1800"); MAX_CHARGE_ACCOUNTS + 1];
    let field = check(&draft).expect_err("refused").fields.remove(0);
    assert_eq!((field.0.as_str(), field.1.code), ("chargeAccounts", Code::AccountingChargesTooMany));
}

#[test]
fn a_kind_of_the_utility_has_the_account_of_the_portals_kinds_with_its_role() {
    let mut draft = draft(AccountingPreset::Own, AccountingStream::Bills);
    let charge = |kind: &str, role| {
        let kind = ChargeKind::parse(kind).expect("a kind");
        ChargeAmount { kind, role, amount: money("5.00") }
    };
    let booked = |draft: &AccountingDraft, charge: ChargeAmount| {
        let mut bill = bill("12.00", vec![part("A", WHOLE, "6100")]);
        bill.charges = vec![charge];
        match make_document(&AccountingSource::Bills(bill), draft, 1).expect("a document") {
            DocumentOutcome::Document(document) => {
                let lines = document.lines.into_iter();
                Ok(lines.map(|line| (line.ledger_account, line.amount.to_string())).collect::<Vec<_>>())
            }
            outcome => Err(outcome),
        }
    };
    let lines = |lines: &[(&str, &str)]| -> Vec<(String, String)> {
        lines.iter().map(|&(account, amount)| (account.to_owned(), amount.to_owned())).collect()
    };
    let surcharge = charge("powerFactor", ChargeRole::Adjustment);
    let premium = charge("greenPremium", ChargeRole::Green);
    draft.charge_accounts = vec![
        charge_account(ChargeKind::AFA, "6150"),
        charge_account(ChargeKind::CAPACITY, "6110"),
        charge_account(ChargeKind::NETWORK, "6120"),
    ];
    for one in [surcharge, premium] {
        assert_eq!(booked(&draft, one), Ok(lines(&[("6100", "7.00"), ("6150", "5.00")])));
    }
    // A credit has no kind of the portal, and a kind of the portal follows no other.
    assert_eq!(booked(&draft, charge("incentive", ChargeRole::Credit)), Ok(lines(&[("6100", "12.00")])));
    draft.charge_accounts.truncate(2);
    assert_eq!(booked(&draft, charge("network", ChargeRole::Demand)), Ok(lines(&[("6100", "12.00")])));
    let top_up = charge("topUp", ChargeRole::Demand);
    assert_eq!(booked(&draft, top_up), Ok(lines(&[("6100", "7.00"), ("6110", "5.00")])));
    // Two accounts for charges of its role: the profile must choose.
    draft.charge_accounts.push(charge_account(ChargeKind::NETWORK, "6120"));
    assert_eq!(booked(&draft, top_up), Err(DocumentOutcome::Unmapped(top_up.kind)));
    let zero = ChargeAmount { amount: Money::ZERO, ..top_up };
    assert_eq!(booked(&draft, zero), Ok(lines(&[("6100", "12.00")])), "a charge that books nothing needs no account");
    draft.charge_accounts.push(charge_account(top_up.kind, "6130"));
    assert_eq!(booked(&draft, top_up), Ok(lines(&[("6100", "7.00"), ("6130", "5.00")])));
}

#[test]
fn only_a_scheduled_profile_sends_links() {
    let mut draft = draft(AccountingPreset::Journal, AccountingStream::Bills);
    draft.has_link = true;
    let has_link =
        |draft: &AccountingDraft| check_accounting_profile(draft, &BTreeSet::new()).map(|checked| checked.has_link);
    assert_eq!(has_link(&draft), Ok(false));
    draft.schedule = AccountingSchedule::Daily;
    assert_eq!(has_link(&draft), Ok(true));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(debug_assertions) { 5_000 } else { 100_000 },
        ..ProptestConfig::default()
    })]

    /// Random totals and shares: every document balances, and its lines add up to the bill.
    #[test]
    fn debits_equal_credits(
        sen in -9_999_999_999_i64..9_999_999_999,
        cuts in prop::collection::vec(1_i64..WHOLE, 0..19),
        charges in prop::collection::vec(-9_999_999_i64..9_999_999, 0..3),
    ) {
        let mut cuts: BTreeSet<i64> = cuts.into_iter().collect();
        cuts.insert(WHOLE);
        let mut before = 0;
        let parts = cuts.iter().enumerate().map(|(place, cut)| {
            let share = cut - before;
            before = *cut;
            part(&format!("C{place}"), share, "6100")
        });
        let mut bill = bill("0.00", parts.collect());
        bill.amount = Money::from_sen(sen);
        let mut draft = draft(AccountingPreset::Journal, AccountingStream::Bills);
        for (kind, charge) in [ChargeKind::ENERGY, ChargeKind::TAX, ChargeKind::ROUNDING].into_iter().zip(charges) {
            draft.charge_accounts.push(charge_account(kind, "1800"));
            let role = kind.standard_role().unwrap();
            bill.charges.push(ChargeAmount { kind, role, amount: Money::from_sen(charge) });
        }
        let outcome = make_document(&AccountingSource::Bills(bill.clone()), &draft, 1).unwrap();
        if let DocumentOutcome::Document(document) = outcome {
            let (debit, credit) = document.debit_and_credit().unwrap();
            prop_assert_eq!(debit, credit);
            prop_assert_eq!(Money::sum(document.lines.iter().map(|line| line.amount)).unwrap(), bill.amount);
            // Each charge is booked whole, and each cost centre has the amount that it has without accounts for charges.
            for charge in &bill.charges {
                let booked = document.lines.iter().filter(|line| line.charge == Some(charge.kind));
                prop_assert_eq!(Money::sum(booked.map(|line| line.amount)).unwrap(), charge.amount);
            }
            for (part, amount) in bill.parts.iter().zip(split_amount(bill.amount, &bill.parts)) {
                let lines = document.lines.iter().filter(|line| line.cost_centre.as_ref() == Some(&part.code));
                prop_assert_eq!(Money::sum(lines.map(|line| line.amount)).unwrap(), amount);
            }
            let (debit, credit) = document.reversal(&draft).unwrap().debit_and_credit().unwrap();
            prop_assert_eq!(debit, credit);
        } else {
            prop_assert_eq!(sen, 0);
        }
    }
}

#[test]
fn numbers_are_stored_trimmed_and_each_once() {
    let number = |document_no: &str, their_no: &str| AccountingNumber {
        document_no: document_no.to_owned(),
        their_no: their_no.to_owned(),
    };
    let fields = |numbers: &[AccountingNumber]| {
        let wrong = check_accounting_numbers(numbers).expect_err("refused").fields;
        wrong.into_iter().map(|(field, problem)| (field, problem.code)).collect::<Vec<_>>()
    };
    let longest = "9".repeat(MAX_THEIR_NUMBER_LENGTH);
    assert_eq!(
        check_accounting_numbers(&[number(" 5100 ", &format!(" {longest} ")), number("5101", "")]),
        Ok(vec![number("5100", &longest), number("5101", "")]),
    );
    let wrong = [
        number("5100", "PI"),
        number("5100", "PI"),
        number(" ", "PI"),
        number("5101", &format!("{longest}9")),
        number("5102", "P\tI"),
    ];
    let expected = [
        ("numbers.1.documentNo", Code::AccountingDocumentRepeated),
        ("numbers.2.documentNo", Code::AccountingDocumentUnknown),
        ("numbers.3.theirNo", Code::AccountingTheirNumberInvalid),
        ("numbers.4.theirNo", Code::AccountingTheirNumberInvalid),
    ];
    assert_eq!(fields(&wrong), expected.map(|(field, code)| (field.to_owned(), code)));
    assert_eq!(fields(&[]), [("numbers".to_owned(), Code::AccountingNumbersRequired)]);
    let many = |count: usize| (0..count).map(|place| number(&place.to_string(), "PI")).collect::<Vec<_>>();
    assert_eq!(check_accounting_numbers(&many(MAX_NUMBERS)).map(|numbers| numbers.len()), Ok(MAX_NUMBERS));
    assert_eq!(fields(&many(MAX_NUMBERS + 1)), [("numbers".to_owned(), Code::AccountingNumbersTooMany)]);
}

#[test]
fn a_documents_own_record_has_no_value_of_a_line() {
    for stream in [AccountingStream::Bills, AccountingStream::Payments] {
        let [of_line, of_document] = [false, true].map(|is_document| column_sources(stream, is_document));
        assert!(of_line.contains(&ColumnSource::LedgerAccount) && of_line.contains(&ColumnSource::DocumentNo));
        let kept: Vec<_> = of_line.iter().copied().filter(|source| !source.is_of_line()).collect();
        assert_eq!(of_document, kept);
        assert!(of_line.iter().all(|source| source.is_of(stream)));
    }
    let of_bills = column_sources(AccountingStream::Bills, false);
    let of_payments = column_sources(AccountingStream::Payments, false);
    assert!(of_bills.contains(&ColumnSource::DueDate) && !of_payments.contains(&ColumnSource::DueDate));
}
