//! Tests of the remittance advice.

use proptest::prelude::*;

use super::*;
use crate::costs::{CodedAccount, CodingPart, CodingPeriod, WHOLE};

fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

fn part(code: &str, share: i64) -> CodingPart {
    CodingPart { code: code.to_owned(), share, ledger_account: "6100-01".to_owned() }
}

fn bill(invoice: u64, account: u64, invoiced: &str, amount: &str) -> PaidBill {
    PaidBill {
        invoice_no: InvoiceNo::parse(&format!("{invoice:012}")).expect("an invoice"),
        account_no: AccountNo::parse(&format!("22{account:010}")).expect("an account"),
        reference_id: None,
        invoice_date: day(invoiced),
        amount: Money::parse(amount).expect("an amount"),
    }
}

fn book(parts: Vec<CodingPart>) -> CodingBook {
    let mut book = CodingBook::default();
    let periods = vec![CodingPeriod { from: day("2026-01-01"), until: Some(day("2026-06-30")), parts }];
    book.accounts.insert("220000000001".to_owned(), CodedAccount { group_id: None, periods });
    book
}

fn names() -> BTreeMap<String, String> {
    BTreeMap::from([("HQ".to_owned(), "Head office".to_owned()), ("PLANT".to_owned(), "=1+1, \"Plant\"".to_owned())])
}

#[test]
fn bills_are_divided_by_the_coding_of_their_invoice_day() {
    let book = book(vec![part("HQ", 3_333), part("PLANT", 6_667)]);
    let bills = vec![
        bill(1, 1, "2026-06-30", "100.00"),
        // The coding has ended.
        bill(2, 1, "2026-07-01", "0.10"),
        // Another account has none.
        bill(3, 2, "2026-06-30", "5.05"),
    ];
    let credit = AdviceCredit { account_no: None, amount: Money::parse("2.00").expect("an amount") };
    let advice = Advice::of(bills, &book, &names(), Some(credit)).expect("an advice");
    let shown: Vec<_> =
        advice.centres.iter().map(|centre| (centre.code.as_deref(), centre.bills, centre.amount.to_string())).collect();
    assert_eq!(
        shown,
        [(Some("HQ"), 1, "33.33".to_owned()), (Some("PLANT"), 1, "66.67".to_owned()), (None, 2, "5.15".to_owned())]
    );
    assert_eq!(advice.total.to_string(), "107.15");
}

#[test]
fn only_a_paid_payment_has_an_advice() {
    for &status in Status::ALL {
        assert_eq!(check_paid(status, Language::En).is_ok(), status == Status::Paid, "{status:?}");
    }
    let refused = check_paid(Status::Processing, Language::En).expect_err("not yet");
    assert_eq!((refused.code, refused.params["status"].as_str()), (Code::RemittanceNotYet, Some("Processing")));
}

#[cfg(feature = "schema")]
#[test]
fn the_table_has_a_row_for_each_part_and_no_formula() {
    use crate::Instant;
    use crate::number::BulkId;

    let book = book(vec![part("HQ", 5_000), part("PLANT", 5_000)]);
    let mut hostile = bill(1, 1, "2026-06-30", "100.01");
    hostile.reference_id = Some("@SUM(A1)".to_owned());
    let advice = Advice::of(vec![hostile, bill(2, 2, "2026-06-30", "1.00")], &book, &names(), None).expect("an advice");
    let transaction_no = TransactionNo::parse("P2611260000001").expect("a number");
    let bulk_id = BulkId::parse("3000000001").expect("a number");
    let head = AdviceHead {
        transaction_no: &transaction_no,
        receipt_no: "R2611260000001",
        paid_at: Instant::parse("2026-11-26T01:00:00Z").expect("an instant"),
        bulk_id: &bulk_id,
        method: "EFT GIRO",
        bank: "-Bank",
        bank_reference: "A1",
    };
    let table = advice_csv(&head, &advice, &names(), Language::En);
    let lines: Vec<&str> = table.split("\r\n").collect();
    assert!(lines[0].starts_with("\u{feff}Type,Transaction number,"));
    let all = "P2611260000001,R2611260000001,2026-11-26,3000000001,EFT GIRO,'-Bank,A1";
    assert_eq!(
        lines[1..],
        [
            &*format!("Bill,{all},000000000001,2026-06-30,220000000001,'@SUM(A1),HQ,Head office,6100-01,50.01"),
            &*format!(
                "Bill,{all},000000000001,2026-06-30,220000000001,'@SUM(A1),PLANT,\"'=1+1, \"\"Plant\"\"\",6100-01,50.00"
            ),
            &*format!("Bill,{all},000000000002,2026-06-30,220000000002,,,No cost centre,,1.00"),
            ""
        ]
    );
}

proptest! {
    /// Cost centres and credit add up to the payment, and the parts of each bill to the bill, to the sen.
    #[test]
    fn all_sums_add_up_to_the_payment(
        amounts in proptest::collection::vec((1..3_u64, 0..9_000_000_000_i64, any::<bool>()), 1..60),
        shares in proptest::collection::vec(1..500_i64, 0..19),
        credit in proptest::option::of(1..1_000_000_i64),
    ) {
        let mut parts: Vec<CodingPart> =
            shares.iter().enumerate().map(|(place, &share)| part(&format!("C{place:02}"), share)).collect();
        let left = WHOLE - shares.iter().sum::<i64>();
        parts.push(part("REST", left));
        let book = book(parts);
        let bills: Vec<PaidBill> = amounts.iter().enumerate().map(|(place, &(account, sen, is_coded))| PaidBill {
            amount: Money::from_sen(sen),
            ..bill(place as u64, account, if is_coded { "2026-03-01" } else { "2026-08-01" }, "0.00")
        }).collect();
        let credit = credit.map(|sen| AdviceCredit { account_no: None, amount: Money::from_sen(sen) });
        let advice = Advice::of(bills.clone(), &book, &names(), credit.clone()).unwrap();
        let sum = |amounts: &mut dyn Iterator<Item = Money>| amounts.map(Money::sen).sum::<i64>();
        let extra = credit.map_or(0, |credit| credit.amount.sen());
        let paid = sum(&mut bills.iter().map(|bill| bill.amount)) + extra;
        prop_assert_eq!(advice.total.sen(), paid);
        prop_assert_eq!(sum(&mut advice.centres.iter().map(|centre| centre.amount)) + extra, paid);
        for one in &advice.bills {
            prop_assert_eq!(sum(&mut one.parts.iter().map(|part| part.amount)), one.bill.amount.sen());
        }
    }
}
