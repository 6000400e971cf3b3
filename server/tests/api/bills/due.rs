//! The due calendar, compared with core's judgement of each bill.

use std::collections::{BTreeMap, BTreeSet};

use gridbill_core::bills::{
    BulkRequest, DueBills, GetDueCalendar, GetDueCalendarFile, GetOutstandingBillsCard, Standing, bill_amount_group,
    due_summary,
};
use gridbill_core::endpoint::Endpoint;
use gridbill_core::number::BulkId;
use gridbill_core::{Code, Language, Money};

use super::{Model, sinar};
use crate::support::clock::today;
use crate::support::given::{MAJLIS, SINAR};
use crate::support::{Portal, sql};

#[tokio::test(flavor = "multi_thread")]
async fn the_calendar_has_every_unpaid_bill_once_and_agrees_with_the_card() {
    let portal = Portal::with_people().await;
    let model = Model::store(portal.pool(), 5).await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let calendar = viewer.call::<GetDueCalendar>(BulkRequest { id: sinar() }).await.expect("the calendar");

    type Key = (Option<String>, String, String, &'static str);
    let mut expected: BTreeMap<Key, (i64, Money)> = BTreeMap::new();
    for bill in model.bills() {
        let at = bill_amount_group(bill.status, bill.total_amount_payable, bill.current_charge, bill.closed);
        let due = bill.due_date.map(|day| day.to_string());
        let key = (due, bill.extraction_date.to_string(), bill.bill_batch_id.to_string(), at.code());
        let (bills, amount) = expected.entry(key).or_insert((0, Money::ZERO));
        *bills += 1;
        *amount = amount.plus(bill.total_amount_payable).expect("a small sum");
    }
    let key_of = |one: &DueBills| {
        let due = one.due_date.map(|day| day.to_string());
        (due, one.extraction_date.to_string(), one.bill_batch_id.to_string(), one.standing.code())
    };
    assert_eq!(calendar.due.len(), expected.len());
    for one in &calendar.due {
        assert_eq!(expected.get(&key_of(one)), Some(&(one.bills, one.amount)), "{one:?}");
    }
    let days: Vec<_> = calendar.due.iter().map(|one| (one.due_date.is_none(), one.due_date)).collect();
    assert!(days.is_sorted(), "{days:?}");

    let card = viewer.call::<GetOutstandingBillsCard>(BulkRequest { id: sinar() }).await.expect("the card");
    let on = due_summary(&calendar.due, today(), Language::En).expect("small sums");
    assert_eq!((on.payable.bills, on.payable.amount), (card.payable_bills, card.amount_payable));
    assert_eq!((on.in_payment.bills, on.in_payment.amount), (card.bills_in_payment, card.amount_in_payment));
    assert_eq!((on.not_payable.bills, on.not_payable.amount), (card.bills_not_payable, card.amount_not_payable));
    assert_eq!(i64::try_from(on.batches.len()).expect("few"), card.total_batches);
    assert!(on.overdue.bills > 0 && on.past_due.bills > 0 && on.weeks.len() > 3);

    let own = serde_json::json!({ "id": sinar() });
    let (status, bytes) = viewer.send(&GetDueCalendarFile::ENTRY, own.clone()).await;
    let file = String::from_utf8(bytes.to_vec()).expect("text");
    let to_come = |one: &&DueBills| one.standing == Standing::Payable && one.due_date.is_some_and(|day| day >= today());
    let days: BTreeSet<_> = calendar.due.iter().filter(to_come).map(|one| one.due_date).collect();
    assert_eq!((status, file.matches("BEGIN:VEVENT\r\n").count()), (200, days.len()), "{file}");
    assert!(days.len() > 3 && !file.replace("\r\n", "").contains(['\r', '\n']));

    // Bills of a batch that waits cannot be paid: they stay in the calendar, and have no event in the file.
    let wait = "insert into batch_review (bill_batch_id, extraction_date, state)
                select distinct on (1) bill_batch_id, extraction_date, 'waiting' from bill where bulk_id = $1 order by 1";
    sql::run(portal.pool(), wait, &[&SINAR]).await;
    let (_, bytes) = viewer.send(&GetDueCalendarFile::ENTRY, own.clone()).await;
    assert_eq!(String::from_utf8(bytes.to_vec()).expect("text").matches("BEGIN:VEVENT\r\n").count(), 0);
    let still = viewer.call::<GetDueCalendar>(BulkRequest { id: sinar() }).await.expect("the calendar");
    assert_eq!(still.due, calendar.due);

    let stranger = portal.sign_in("master@majlis.example").await;
    let (status, _) = stranger.send(&GetDueCalendarFile::ENTRY, own).await;
    assert_eq!(status, 404);
    let refused = stranger.call::<GetDueCalendar>(BulkRequest { id: sinar() }).await.expect_err("another company's");
    assert_eq!(refused.code(), Code::BulkAccountNotFound);
    let own = BulkRequest { id: BulkId::parse(MAJLIS).expect("a number") };
    let theirs = stranger.call::<GetDueCalendar>(own).await.expect("their own").due;
    // The model stores a copy of each bill for another company. Bills read across companies would count twice.
    assert_eq!(theirs, calendar.due);
}
