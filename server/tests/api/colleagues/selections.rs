//! A selection of bills that a user sends to a colleague who may pay them.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::bills::LeftOut;
use gridbill_core::colleagues::{
    GetSentSelection, SelectionSent, SendSelection, SendSelectionRequest, SentSelectionRequest,
};
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::MakePayment;

use super::{KEEPER, PAYER, VIEWER, emails, facts, sinar};
use crate::support::given::{self, MAJLIS, SINAR, eft};
use crate::support::{Portal, sql};
use crate::team::{id_of, session_of};

fn to(user_id: &str, bills: &[InvoiceNo]) -> SendSelectionRequest {
    SendSelectionRequest {
        id: sinar(),
        user_id: user_id.to_owned(),
        invoice_nos: bills.to_vec(),
        note: Some(" By Friday, please. ".to_owned()),
    }
}

fn opened(sent: &SelectionSent) -> SentSelectionRequest {
    SentSelectionRequest { selection_id: sent.selection_id.clone() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sent_selection_omits_bills_paid_since() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 5, "100.00").await;
    let viewer = session_of(&portal, VIEWER).await;
    let payer_id = id_of(portal.pool(), PAYER).await;
    let sent = viewer.call::<SendSelection>(to(&payer_id, &bills[..4])).await.expect("sent");
    assert_eq!((sent.bills, sent.left_out.len()), (4, 0));
    let mails = emails(&portal).await;
    let [(recipient, subject, text)] = &mails[..] else { panic!("{mails:?}") };
    assert_eq!((recipient.as_str(), subject.as_str()), (PAYER, "Devi sent you 4 bills to pay"));
    assert!(text.contains("RM\u{a0}400.00") && text.contains("Note: By Friday, please."), "{text}");
    assert!(text.contains(&format!("/billPayment/pay/sent/{}", sent.selection_id)), "{text}");
    assert_eq!(facts(&portal, "SelectionSent").await, [SINAR]);

    let payer = session_of(&portal, PAYER).await;
    payer.call::<MakePayment>(eft(&bills[..1], "100.00")).await.expect("a payment");
    sql::run(portal.pool(), "update bill set status = 4 where invoice_no = $1", &[&bills[1].as_str()]).await;
    let open = payer.call::<GetSentSelection>(opened(&sent)).await.expect("opened");
    let numbers: Vec<_> = open.bills.iter().map(|bill| bill.invoice_no.clone()).collect();
    assert_eq!(numbers, bills[2..4]);
    let reasons: Vec<LeftOut> = [Code::BillInPayment, Code::BillPaid].map(|reason| LeftOut { reason, count: 1 }).into();
    assert_eq!(open.left_out, reasons);
    assert_eq!((open.sent_by.as_str(), open.note.as_deref()), ("Devi", Some("By Friday, please.")));
    // If none of the bills can be paid, the refusal says why, not that they are missing.
    for (held, code) in [(&bills[..1], Code::BillInPayment), (&bills[1..2], Code::BillPaid)] {
        let refused = viewer.call::<SendSelection>(to(&payer_id, held)).await.expect_err("none can be paid");
        assert_eq!(refused.code(), code);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn both_sides_are_of_the_company_and_may_do_it() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let theirs = given::bills(portal.pool(), MAJLIS, 1, "100.00").await;
    let viewer = session_of(&portal, VIEWER).await;
    let [payer_id, keeper_id] = [id_of(portal.pool(), PAYER).await, id_of(portal.pool(), KEEPER).await];
    let long = Some("é".repeat(501));
    for (request, code) in [
        (to(&keeper_id, &bills), Code::ColleagueMayNotPay),
        (to(&id_of(portal.pool(), "master@majlis.example").await, &bills), Code::UserNotFound),
        (to(&payer_id, &theirs), Code::BillNotFound),
        (to(&payer_id, &[]), Code::BillNotFound),
        (SendSelectionRequest { note: long, ..to(&payer_id, &bills) }, Code::RemarkTooLong),
    ] {
        assert_eq!(viewer.call::<SendSelection>(request).await.expect_err("refused").code(), code);
    }
    let mixed = [bills.clone(), theirs].concat();
    let sent = viewer.call::<SendSelection>(to(&payer_id, &mixed)).await.expect("sent without theirs");
    assert_eq!((sent.bills, sent.left_out), (2, vec![LeftOut { reason: Code::BillNotFound, count: 1 }]));
    let request = SentSelectionRequest { selection_id: sent.selection_id };

    let stranger = session_of(&portal, "master@majlis.example").await;
    let refused = stranger.call::<GetSentSelection>(request.clone()).await.expect_err("not theirs");
    assert_eq!((refused.status, refused.code()), (404, Code::SentSelectionNotFound));
    let refused = viewer.call::<GetSentSelection>(request.clone()).await.expect_err("may not pay");
    assert_eq!(refused.code(), Code::Forbidden);
    session_of(&portal, PAYER).await.call::<GetSentSelection>(request.clone()).await.expect("opened");

    portal.advance(TimeDelta::days(7));
    let payer = session_of(&portal, PAYER).await;
    let refused = payer.call::<GetSentSelection>(request).await.expect_err("too late");
    assert_eq!(refused.code(), Code::SentSelectionNotFound);
    gridbill::serve::tidy::tidy(&portal.app).await.expect("cleaned up");
    let kept = sql::value::<i64>(portal.pool(), "select count(*) from sent_selection", &[]).await;
    assert_eq!(kept, 0);
}
