//! Recipients of facts about a payment: notifications, and e-mails if an action is needed.

use gridbill_core::payments::staff::{PaymentReject, ReconciliationRequest, RejectRequest, RequestReconciliation};
use gridbill_core::payments::{MakePayment, PaymentMade};
use sqlx::PgPool;

use crate::support::given::{self, SINAR, eft};
use crate::support::{Actor, Portal, money, sql};

/// Returns the names of users notified of facts of that kind.
async fn notified(pool: &PgPool, kind: &str) -> Vec<String> {
    let query = "select p.name from notification n join fact f using (fact_id) join person p using (person_id)
                 where f.kind = $1 order by p.name";
    sql::values(pool, query, &[&kind]).await
}

/// Makes a payment of RM 300.00 that awaits the utility's decision.
async fn world() -> (Portal, Actor, PaymentMade) {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let made = payer.call::<MakePayment>(eft(&bills, "300.00")).await.expect("a payment");
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    (portal, pccr, made)
}

/// An e-mail in the outbox.
#[derive(sqlx::FromRow)]
struct StoredEmail {
    recipient: String,
    language: String,
    subject: String,
    text: String,
    html: String,
}

#[tokio::test(flavor = "multi_thread")]
async fn a_difference_notifies_viewers_and_e_mails_payers() {
    let (portal, pccr, made) = world().await;
    let pool = portal.pool();
    // Only staff who decide on payments are notified, not staff who only view them.
    assert_eq!(notified(pool, "PaymentSubmitted").await, ["Farid"]);
    sql::run(pool, "update person set language = 'ms' where email = 'payer@sinar.example'", &[]).await;
    let reconcile_amount = money("50.00");
    let request = ReconciliationRequest {
        e_bulk_payment_id: made.e_bulk_payment_id.clone(),
        reconcile_amount,
        reconcile_type: 1,
        version: None,
    };
    pccr.call::<RequestReconciliation>(request).await.expect("requested");
    assert_eq!(notified(pool, "InsufficientRequested").await, ["Aminah", "Badrul", "Chong", "Devi"]);
    let query = "select recipient, language, subject, body_text as text, body_html as html from mail
                 order by recipient";
    let emails = sql::rows::<StoredEmail>(pool, query, &[]).await;
    let told: Vec<_> = emails.iter().map(|email| (email.recipient.as_str(), email.language.as_str())).collect();
    assert_eq!(told, [("master@sinar.example", "en"), ("payer@sinar.example", "ms")]);
    let number = made.transaction_no.as_str();
    let english = &emails[0];
    assert_eq!(
        english.subject,
        format!("For payment {number}, RM 250.00 was received instead of RM 300.00: RM 50.00 is still missing.")
    );
    assert!(english.text.contains("Please pay the difference"), "{}", english.text);
    let link = format!("/billPayment/transactions/{number}");
    assert!(english.text.contains(&link) && english.html.contains(&link), "{}", english.text);
    assert!(emails[1].text.contains("Sila bayar bakinya"), "{}", emails[1].text);
    // The sentence is the title and the heading, no paragraph repeats it, and its figures are in a table.
    assert_eq!(english.html.matches(&english.subject).count(), 2, "{}", english.html);
    for (name, value) in [("Bulk account", SINAR), ("Transaction number", number), ("Still missing", "RM\u{a0}50.00")] {
        assert!(english.text.contains(&format!("{name}: {value}")), "{}", english.text);
        assert!(english.html.contains(&format!(">{name}</th>")), "{}", english.html);
        assert!(english.html.contains(&format!(">{value}</td>")), "{}", english.html);
    }
    assert!(english.html.contains("background-color:#0f766e") && english.html.contains(">S</td>"), "{}", english.html);
}

/// A declined payment is news that needs no action, so no e-mail is sent.
#[tokio::test(flavor = "multi_thread")]
async fn a_fact_that_needs_no_action_sends_no_e_mail() {
    let (portal, pccr, made) = world().await;
    let request = RejectRequest { e_bulk_payment_id: made.e_bulk_payment_id, remark: None, version: None };
    pccr.call::<PaymentReject>(request).await.expect("declined");
    assert_eq!(notified(portal.pool(), "PaymentRejected").await, ["Aminah", "Badrul", "Chong", "Devi"]);
    let emails = sql::value::<i64>(portal.pool(), "select count(*) from mail", &[]).await;
    assert_eq!(emails, 0);
}

/// A fact stores the actor's role and address.
#[tokio::test(flavor = "multi_thread")]
async fn a_fact_stores_role_and_address() {
    let (portal, ..) = world().await;
    let query = "select acting_role, address, bulk_id from fact where kind = 'PaymentSubmitted'";
    let (acting_role, address, bulk_id) =
        sql::row::<(Option<String>, Option<String>, Option<String>)>(portal.pool(), query, &[]).await;
    assert_eq!((acting_role.as_deref(), bulk_id.as_deref()), (Some("member"), Some(SINAR)));
    assert_eq!(address.as_deref(), Some("127.0.0.1"));
}
