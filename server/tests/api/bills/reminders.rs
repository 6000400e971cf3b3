//! Due reminders: users who may pay get one seven days before the due date and one the day before.

use chrono::TimeDelta;
use gridbill::serve::jobs::{remind_of_due, write_digests};
use gridbill_core::notifications::{GetNotificationLogs, Notification};
use gridbill_core::payments::MakePayment;
use gridbill_core::payments::staff::{PaymentReject, RejectRequest};
use serde_json::json;

use crate::support::given::{self, MAJLIS, SINAR, eft};
use crate::support::portal::until_blocked;
use crate::support::{Actor, Portal, sql};

/// Counts the reminders that are recorded as sent.
async fn reminders(portal: &Portal) -> i64 {
    sql::value(portal.pool(), "select count(*) from due_reminder", &[]).await
}

async fn told(actor: &Actor) -> Vec<Notification> {
    let page = actor.call_raw::<GetNotificationLogs>(json!({ "filter": { "search": SINAR } })).await;
    serde_json::from_value(page.expect("notifications")["items"].clone()).expect("notifications")
}

#[tokio::test(flavor = "multi_thread")]
async fn users_who_pay_are_reminded_a_week_and_a_day_before() {
    let portal = Portal::with_people().await;
    // The bills are due in 20 days.
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let mut counts = Vec::new();
    for _ in 0..22 {
        for _ in 0..2 {
            remind_of_due(&portal.app).await.expect("reminded");
        }
        let query = "select count(*) from fact where kind = 'BillsFallDue'";
        let given = sql::value::<i64>(portal.pool(), query, &[]).await;
        counts.push(given);
        portal.advance(TimeDelta::days(1));
    }
    assert_eq!((counts[12], counts[13], counts[18], counts[19], counts[21]), (0, 1, 1, 2, 2));
    let payer = portal.sign_in("payer@sinar.example").await;
    let reminders = told(&payer).await;
    assert_eq!(reminders.len(), 2);
    let title = format!("3 bills of bulk account {SINAR} totalling RM\u{a0}300.00 are due on 10 Dec 2026.");
    assert_eq!(reminders[0].title, title);
    let link = reminders[0].link.as_ref().expect("a link");
    assert_eq!((link.screen.as_str(), link.params["from"].as_str()), ("outstandingBills", "2026-12-10"));
    // A user who may only view gets no reminder.
    assert_eq!(told(&portal.sign_in("viewer@sinar.example").await).await.len(), 0);
    assert_eq!(told(&portal.sign_in("master@sinar.example").await).await.len(), 2);
    payer.call::<MakePayment>(eft(&bills, "300.00")).await.expect("paid late");
}

/// Users who want reminders and may pay get one e-mail about it, with each choice for notifications.
#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_is_e_mailed_to_payers_who_want_reminders() {
    let portal = Portal::with_people().await;
    given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let query = "update person set email_opting = true, notification_email = 'atOnce'
                 where email in ('payer@sinar.example', 'viewer@sinar.example')";
    sql::run(portal.pool(), query, &[]).await;
    portal.advance(TimeDelta::days(14));
    for _ in 0..2 {
        remind_of_due(&portal.app).await.expect("reminded");
    }
    // The daily digest does not repeat it.
    sql::run(portal.pool(), "update person set notification_email = 'daily' where email like 'payer@%'", &[]).await;
    write_digests(&portal.app).await.expect("nothing new");
    let query = "select recipient, subject, body_text from mail";
    let emails = sql::rows::<(String, String, String)>(portal.pool(), query, &[]).await;
    let [(recipient, subject, text)] = &emails[..] else { panic!("{emails:?}") };
    assert!(recipient == "payer@sinar.example" && subject.contains("are due on 10 Dec 2026"), "{subject}");
    assert!(text.contains("You asked for reminders by e-mail.") && text.contains("2026-12-10"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn bills_in_a_payment_cause_no_reminder() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    payer.call::<MakePayment>(eft(&bills, "200.00")).await.expect("a payment");
    portal.advance(TimeDelta::days(14));
    remind_of_due(&portal.app).await.expect("reminded");
    let payer = portal.sign_in("payer@sinar.example").await;
    assert_eq!(told(&payer).await.len(), 0);
}

/// A batch that waits is not announced, because its bills cannot be paid. Its reminder is sent once it is released.
#[tokio::test(flavor = "multi_thread")]
async fn bills_of_a_batch_that_waits_are_not_in_a_reminder() {
    let portal = Portal::with_people().await;
    given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let query = "insert into batch_review (bill_batch_id, extraction_date, state)
                 select distinct bill_batch_id, extraction_date, 'waiting' from bill";
    sql::run(portal.pool(), query, &[]).await;
    portal.advance(TimeDelta::days(14));
    remind_of_due(&portal.app).await.expect("nothing to remind of");
    let payer_told = async || told(&portal.sign_in("payer@sinar.example").await).await;
    assert_eq!(payer_told().await.len(), 0);
    assert_eq!(reminders(&portal).await, 0);
    // A bill of another batch is due on the same day, and is the only one in the reminder.
    let query = "update bill set bill_batch_id = '2800000077' where invoice_no = (select min(invoice_no) from bill)";
    sql::run(portal.pool(), query, &[]).await;
    remind_of_due(&portal.app).await.expect("reminded");
    let first = payer_told().await;
    assert_eq!(first.len(), 1);
    assert!(first[0].title.starts_with("1 bill of bulk account"), "{}", first[0].title);
    // The rest is in the reminder of the day before, after the release.
    sql::run(portal.pool(), "update batch_review set state = 'released', released_at = now()", &[]).await;
    portal.advance(TimeDelta::days(6));
    remind_of_due(&portal.app).await.expect("reminded");
    let second = payer_told().await;
    assert!(second[0].title.starts_with("3 bills of bulk account"), "{}", second[0].title);
}

/// Between the query for payable bills and the reminder, the bills entered a payment. The reminder is sent once they
/// are payable again.
#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_is_sent_once_its_bills_are_payable_again() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    portal.advance(TimeDelta::days(14));
    let payer = portal.sign_in("payer@sinar.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    // Another process is about to record the same reminder, so this one blocks.
    let mut held = portal.pool().begin().await.expect("a transaction");
    let query = "insert into due_reminder (bulk_id, due_date, days, reminded_at) values ($1, '2026-12-10', 7, now())";
    sql::run(&mut *held, query, &[&SINAR]).await;
    let app = portal.app.clone();
    let reminding = tokio::spawn(async move { remind_of_due(&app).await });
    until_blocked(&portal, 1).await;
    let made = payer.call::<MakePayment>(eft(&bills, "200.00")).await.expect("a payment");
    held.rollback().await.expect("released");
    reminding.await.expect("a task").expect("nothing to remind of");
    assert_eq!(told(&payer).await.len(), 0);
    let declined = RejectRequest { e_bulk_payment_id: made.e_bulk_payment_id, remark: None, version: None };
    pccr.call::<PaymentReject>(declined).await.expect("declined");
    remind_of_due(&portal.app).await.expect("reminded");
    assert_eq!(told(&payer).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bulk_account_that_cannot_be_reminded_holds_up_no_other() {
    let portal = Portal::with_people().await;
    for bulk_id in [SINAR, MAJLIS] {
        given::bills(portal.pool(), bulk_id, 2, "100.00").await;
    }
    let refuse = format!(
        "create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
         create trigger refused before insert on due_reminder
             for each row when (new.bulk_id = '{SINAR}') execute function refuse()"
    );
    portal.damage(&refuse).await;
    portal.advance(TimeDelta::days(14));
    remind_of_due(&portal.app).await.expect_err("the first of them is refused");
    let reminded = sql::values::<String>(portal.pool(), "select bulk_id from due_reminder", &[]).await;
    assert_eq!(reminded, [MAJLIS]);
}
