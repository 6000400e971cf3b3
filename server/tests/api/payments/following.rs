//! Lists, cards, details and activity of payments.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::endpoint::Endpoint as _;
use gridbill_core::payments::{
    ActivityRequest, CreditAccountsRequest, Event, GetElectricityAccount, GetPaymentActivity, GetPaymentDetails,
    GetPaymentTransactions, GetTransactionsCards, MakePayment, PaymentMade, PrintPayment, Transaction,
    TransactionsCardsRequest,
};
use gridbill_core::{Page, number::BulkId};
use serde_json::{Value, json};

use crate::support::given::{self, MAJLIS, SINAR, eft, fpx, reference};
use crate::support::{Actor, Portal, money, sql};

/// Makes six payments of RM 100 to RM 600, half a minute apart.
async fn six_payments(portal: &Portal) -> (Actor, Vec<PaymentMade>) {
    let payer = portal.sign_in("payer@sinar.example").await;
    let mut made = Vec::new();
    for n in 1..=6_i32 {
        let bills = given::bills(portal.pool(), SINAR, n, "100.00").await;
        let total = format!("{n}00.00");
        let mut request = eft(&bills, &total);
        request.reference_numbers = vec![reference(&format!("REF{n}X"), &total)];
        made.push(payer.call::<MakePayment>(request).await.expect("a payment"));
        portal.advance(TimeDelta::seconds(30));
    }
    (payer, made)
}

async fn list(actor: &Actor, more: Value) -> Page<Transaction> {
    let mut request = json!({ "bulkId": SINAR });
    request.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    let data = actor.call_raw::<GetPaymentTransactions>(request).await.expect("a list");
    serde_json::from_value(data).expect("a page")
}

fn numbers(page: &Page<Transaction>) -> Vec<&str> {
    page.items.iter().map(|row| row.transaction_no.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_go_on_where_they_ended_in_every_order() {
    let portal = Portal::with_people().await;
    let (payer, made) = six_payments(&portal).await;
    let oldest_first: Vec<_> = made.iter().map(|made| made.transaction_no.as_str()).collect();
    let newest_first: Vec<_> = oldest_first.iter().rev().copied().collect();
    for (by, descending, expected) in [
        ("paymentDate", true, &newest_first),
        ("paymentDate", false, &oldest_first),
        ("transactionAmount", true, &newest_first),
        ("transactionAmount", false, &oldest_first),
    ] {
        let sort = json!({ "by": by, "descending": descending });
        let (mut seen, mut cursor): (Vec<String>, _) = (Vec::new(), Value::Null);
        loop {
            let page = list(&payer, json!({ "recordCount": 4, "cursor": cursor, "sort": sort })).await;
            assert_eq!(page.total, 6);
            seen.extend(numbers(&page).into_iter().map(str::to_owned));
            let Some(next) = page.next else { break };
            // A payment made between two pages does not shift the second page.
            cursor = next.into();
        }
        assert_eq!(seen, **expected, "{by} {descending}");
    }
    let first = list(&payer, json!({ "recordCount": "2" })).await;
    let other = json!({ "bulkId": SINAR, "cursor": first.next, "sort": { "by": "transactionAmount" } });
    let refused = payer.call_raw::<GetPaymentTransactions>(other).await.expect_err("another order's cursor");
    assert_eq!((refused.status, refused.code()), (400, Code::CursorInvalid));
}

#[tokio::test(flavor = "multi_thread")]
async fn filters_narrow_and_everything_named_must_hold() {
    // Three minutes later the bank list is stale and is refreshed.
    let (portal, _sandbox) = Portal::with_sandbox().await;
    let (payer, made) = six_payments(&portal).await;
    let own = |n: usize| made[n].transaction_no.as_str();
    let bills = given::bills(portal.pool(), SINAR, 1, "50.00").await;
    let by_fpx = payer.call::<MakePayment>(fpx(&bills, "50.00")).await.expect("a payment");
    let found = async |filter: Value| list(&payer, json!({ "filter": filter })).await;
    let account = given::account_of(&bills[0]);
    for (search, expected) in [
        (bills[0].as_str(), by_fpx.transaction_no.as_str()),
        (account.as_str(), by_fpx.transaction_no.as_str()),
        (own(2), own(2)),
        ("REF4X", own(3)),
        ("ref4x", own(3)),
    ] {
        let page = found(json!({ "search": search })).await;
        assert_eq!((page.total, numbers(&page)), (1, vec![expected]), "{search}");
    }
    for (filter, total) in [
        (json!({ "search": "sinar" }), 7),
        (json!({ "search": "badr" }), 7),
        (json!({ "search": "nobody at all" }), 0),
        (json!({ "search": "100%" }), 0),
        (json!({ "search": "2800000001" }), 7),
        (json!({ "search": format!("{}, {}", own(0), own(1)) }), 2),
        (json!({ "statuses": [9] }), 1),
        (json!({ "statuses": [2, 9] }), 7),
        (json!({ "statuses": [] }), 7),
        (json!({ "methods": ["EFT_GIRO"] }), 6),
        (json!({ "bankIds": [given::BANK] }), 7),
        (json!({ "bankIds": [given::OFFLINE_BANK, "none"] }), 0),
        (json!({ "methods": ["FPX"], "statuses": [2] }), 0),
        (json!({ "from": "2026-11-20", "to": "2026-11-20" }), 7),
        (json!({ "to": "2026-11-19" }), 0),
        (json!({ "from": "2026-11-21" }), 0),
    ] {
        let page = found(filter.clone()).await;
        assert_eq!((page.total, page.items.len()), (total, usize::try_from(total).expect("few")), "{filter}");
    }
    let short = json!({ "bulkId": SINAR, "filter": { "search": "ab" } });
    let refused = payer.call_raw::<GetPaymentTransactions>(short).await.expect_err("too short");
    assert_eq!(refused.code(), Code::SearchTooShort);
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_count_payments_by_the_next_actor() {
    let portal = Portal::with_people().await;
    let (payer, made) = six_payments(&portal).await;
    for (status, made) in [8, 6, 3].into_iter().zip(&made) {
        // Update the table directly, because the cards only count.
        let query = "update payment set status = $2 where transaction_no = $1";
        sql::run(portal.pool(), query, &[&made.transaction_no.as_str(), &status]).await;
    }
    let request = TransactionsCardsRequest { bulk_id: BulkId::parse(SINAR).expect("a bulk account") };
    let cards = payer.call::<GetTransactionsCards>(request).await.expect("the cards");
    let counted = (cards.total, cards.paid, cards.processing, cards.action_required, cards.declined, cards.failed);
    assert_eq!(counted, (6, 0, 4, 1, 1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn details_page_through_the_invoices() {
    let portal = Portal::with_people().await;
    let (payer, made) = six_payments(&portal).await;
    let last = &made[5].transaction_no;
    sql::run(portal.pool(), "update electricity_account set reference_id = 'HQ ' || right(account_no, 2)", &[]).await;
    let request = json!({ "transactionNo": last, "recordCount": 4 });
    let details = payer.call_raw::<GetPaymentDetails>(request).await.expect("the details");
    let details: gridbill_core::payments::PaymentDetails = serde_json::from_value(details).expect("details");
    assert_eq!((details.transaction.total_invoices, details.transaction.total_accounts), (6, 6));
    assert_eq!(details.transaction.transaction_amount, money("600.00"));
    assert_eq!((details.transaction.paid_amount, details.reason, details.merchant_tran_id), (None, None, None));
    assert_eq!(details.references.len(), 1);
    assert_eq!((details.references[0].number.as_str(), details.references[0].version), ("REF6X", 1));
    assert_eq!((details.invoices.items.len(), details.invoices.total), (4, 6));
    assert!(details.invoices.items[0].reference_id.as_deref().is_some_and(|name| name.starts_with("HQ ")));
    let more = json!({ "transactionNo": last, "cursor": details.invoices.next });
    let more = payer.call_raw::<GetPaymentDetails>(more).await.expect("the rest");
    assert_eq!(more["invoices"]["items"].as_array().map(Vec::len), Some(2));
    assert_eq!(more["invoices"]["next"], Value::Null);

    let activity = payer.call::<GetPaymentActivity>(ActivityRequest { transaction_no: last.clone() }).await;
    let activity = activity.expect("the activity");
    assert_eq!((activity.init.event, activity.init.by.as_str()), (Event::Submitted, "Badrul"));
    assert_eq!(activity.init.note.as_deref(), Some("REF6X"));
    assert_eq!((activity.timeline.len(), activity.latest_reconcile_request), (1, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn another_company_sees_nothing() {
    let portal = Portal::with_people().await;
    let (payer, made) = six_payments(&portal).await;
    let stranger = portal.sign_in("master@majlis.example").await;
    let number = &made[0].transaction_no;
    let named = json!({ "transactionNo": number });
    for refused in [
        stranger.call_raw::<GetPaymentDetails>(named.clone()).await,
        stranger.call_raw::<GetPaymentActivity>(named.clone()).await,
        stranger.call_raw::<GetElectricityAccount>(named.clone()).await,
    ] {
        let refused = refused.expect_err("not theirs");
        assert_eq!((refused.status, refused.code()), (404, Code::TransactionNotFound));
    }
    let (status, body) = stranger.send(&PrintPayment::ENTRY, named).await;
    assert_eq!((status, String::from_utf8_lossy(&body).contains("transactionNotFound")), (404, true));
    let of_sinar = json!({ "bulkId": SINAR });
    for refused in [
        stranger.call_raw::<GetPaymentTransactions>(of_sinar.clone()).await,
        stranger.call_raw::<GetTransactionsCards>(of_sinar.clone()).await,
    ] {
        let refused = refused.expect_err("not theirs");
        assert_eq!((refused.status, refused.code()), (404, Code::BulkAccountNotFound));
    }
    let own = json!({ "bulkId": MAJLIS, "filter": { "search": number } });
    let own = stranger.call_raw::<GetPaymentTransactions>(own).await.expect("a list");
    assert_eq!(own["total"], 0);
    let request = CreditAccountsRequest { transaction_no: number.clone(), reconcile_amount: None };
    assert_eq!(payer.call::<GetElectricityAccount>(request).await.expect("the accounts").len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_read_as_a_customer_does() {
    let portal = Portal::with_people().await;
    let (_, made) = six_payments(&portal).await;
    let glb = portal.sign_in_staff("glb@utility.example").await;
    let viewing = glb.with("x-bulk-account", SINAR);
    assert_eq!(list(&viewing, json!({})).await.total, 6);
    assert_eq!(list(&glb, json!({})).await.total, 6, "the query names the bulk account too");
    let refused = glb
        .with("x-bulk-account", MAJLIS)
        .call_raw::<GetPaymentDetails>(json!({ "transactionNo": made[0].transaction_no }))
        .await
        .expect_err("not that company's");
    assert_eq!(refused.code(), Code::TransactionNotFound);
}
