//! Dismissing findings and opening them again.

use gridbill_core::Code;
use gridbill_core::activity::GetActivityLogs;
use gridbill_core::audit::AuditRule;
use gridbill_core::findings::{
    DismissFindings, DismissFindingsRequest, FindingState, FindingsChanged, MuteAccount, MuteAccountRequest,
    ReopenFindings, ReopenFindingsRequest, UnmuteAccount, UnmuteAccountRequest,
};
use gridbill_core::number::BulkId;
use serde_json::json;

use super::{GivenBill, World, bills_with, dearer, gap, id_of, listed, state_of, states};
use crate::support::Actor;
use crate::support::actor::RefusedCall;
use crate::support::clock::today;
use crate::support::given::{MAJLIS, SINAR};

fn dismissal(bulk_id: &str, finding_id: &str) -> DismissFindingsRequest {
    let id = BulkId::parse(bulk_id).expect("a number");
    DismissFindingsRequest { id, finding_ids: vec![finding_id.to_owned()], reason: " The site was closed ".to_owned() }
}

async fn dismiss(actor: &Actor, finding_id: &str) -> Result<FindingsChanged, RefusedCall> {
    actor.call::<DismissFindings>(dismissal(SINAR, finding_id)).await
}

async fn reopen(actor: &Actor, finding_id: &str) -> Result<FindingsChanged, RefusedCall> {
    let id = BulkId::parse(SINAR).expect("a number");
    let request = ReopenFindingsRequest { id, finding_ids: vec![finding_id.to_owned()], reason: None };
    actor.call::<ReopenFindings>(request).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dismissed_finding_stays_dismissed_until_its_evidence_changes() {
    let world = World::with("findings-dismissed", &[gap(1, 3)]).await;
    let payer = world.portal.sign_in("payer@sinar.example").await;
    let finding_id = id_of(&payer, AuditRule::Gap).await;
    assert_eq!(dismiss(&payer, &finding_id).await.expect("dismissed").findings, 1);
    let found = listed(&payer, json!({ "states": ["dismissed"] })).await;
    assert_eq!(found[0].reason.as_deref(), Some("The site was closed"));
    assert_eq!(found[0].decided_by.as_deref(), Some("Badrul"));
    let log = payer.call_raw::<GetActivityLogs>(json!({ "filter": { "subject": "bills" } })).await.expect("a log");
    assert_eq!(log["items"][0]["title"], format!("1 finding of {SINAR} was dismissed."));
    assert_eq!(log["items"][0]["changes"][0]["after"], "The site was closed");

    // The same file again, and another day on which the bill is due.
    world.import(&bills_with(&[gap(1, 3)])).await;
    world.import(&[GivenBill { due_days: 29, ..gap(1, 3) }]).await;
    assert!(world.is_due().await);
    world.audit().await;
    assert_eq!(state_of(&payer, AuditRule::Gap).await, FindingState::Dismissed);

    // The cause goes and comes back with the same figures.
    world.import(&bills_with(&[])).await;
    world.audit().await;
    assert_eq!(state_of(&payer, AuditRule::Gap).await, FindingState::Withdrawn);
    world.import(&[gap(1, 3)]).await;
    world.audit().await;
    assert_eq!(state_of(&payer, AuditRule::Gap).await, FindingState::Dismissed);

    // Other figures.
    world.import(&[gap(1, 5)]).await;
    world.audit().await;
    assert_eq!(state_of(&payer, AuditRule::Gap).await, FindingState::Open);
    assert_eq!(id_of(&payer, AuditRule::Gap).await, finding_id);
}

/// A bill that begins a week late is also short. When the stronger rule is muted, the other one is the finding.
#[tokio::test(flavor = "multi_thread")]
async fn a_dismissed_cause_stays_dismissed_when_its_strongest_rule_is_muted() {
    let world = World::with("findings-cause", &[gap(1, 7)]).await;
    let master = world.master().await;
    let found = listed(&master, json!({})).await;
    assert_eq!((found.len(), found[0].rule), (1, AuditRule::Gap));
    assert_eq!(found[0].also.iter().map(|also| also.rule).collect::<Vec<_>>(), [AuditRule::PeriodLength]);
    assert!(found[0].sentence.ends_with("For the same reason: Unusual billing period."), "{}", found[0].sentence);
    let finding_id = found[0].finding_id.clone();
    dismiss(&master, &finding_id).await.expect("dismissed");

    let (id, account_no) = (BulkId::parse(SINAR).expect("a number"), found[0].account_no.clone());
    let rule = AuditRule::Gap;
    let mute = MuteAccountRequest {
        id: id.clone(),
        account_no: account_no.clone(),
        rule,
        until: today(),
        reason: "Known".to_owned(),
    };
    master.call::<MuteAccount>(mute).await.expect("muted");
    world.audit().await;
    let bill = gap(1, 7).invoice_no();
    assert_eq!(states(&master).await, [(AuditRule::PeriodLength, bill.clone(), FindingState::Dismissed)]);
    assert_eq!(id_of(&master, AuditRule::PeriodLength).await, finding_id);

    master.call::<UnmuteAccount>(UnmuteAccountRequest { id, account_no, rule }).await.expect("unmuted");
    world.audit().await;
    assert_eq!(states(&master).await, [(AuditRule::Gap, bill, FindingState::Dismissed)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_concurrent_decisions_is_refused() {
    let world = World::with("findings-races", &[gap(1, 3)]).await;
    let (master, payer) = (world.master().await, world.portal.sign_in("payer@sinar.example").await);
    let finding_id = id_of(&master, AuditRule::Gap).await;
    for _ in 0..5 {
        let (one, other) = tokio::join!(dismiss(&master, &finding_id), dismiss(&payer, &finding_id));
        assert!(one.is_ok() != other.is_ok(), "{one:?} {other:?}");
        let refused = one.err().or(other.err()).expect("one is refused");
        assert_eq!((refused.status, refused.code()), (409, Code::FindingsMoved));
        let (one, other) = tokio::join!(reopen(&master, &finding_id), reopen(&payer, &finding_id));
        assert!(one.is_ok() != other.is_ok(), "{one:?} {other:?}");
        assert_eq!(state_of(&master, AuditRule::Gap).await, FindingState::Open);
    }
    // The same key has the effect and the answer of the first call.
    let keyed = master.with_key("the-same-key");
    let first = dismiss(&keyed, &finding_id).await.expect("dismissed");
    assert_eq!(dismiss(&keyed, &finding_id).await.expect("the stored answer"), first);
}

#[tokio::test(flavor = "multi_thread")]
async fn several_findings_are_dismissed_together_or_not_at_all() {
    let world = World::with("findings-together", &[gap(1, 3), dearer(2)]).await;
    let master = world.master().await;
    let ids = vec![id_of(&master, AuditRule::Gap).await, id_of(&master, AuditRule::PriceMismatch).await];
    dismiss(&master, &ids[0]).await.expect("dismissed");
    let both = DismissFindingsRequest { finding_ids: ids.clone(), ..dismissal(SINAR, "") };
    let refused = master.call::<DismissFindings>(both.clone()).await.expect_err("one is dismissed");
    assert_eq!((refused.code(), &refused.body.params["count"]), (Code::FindingsMoved, &json!(1)));
    assert_eq!(state_of(&master, AuditRule::PriceMismatch).await, FindingState::Open);
    reopen(&master, &ids[0]).await.expect("open");
    assert_eq!(master.call::<DismissFindings>(both).await.expect("dismissed").findings, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_needs_a_reason_a_permission_and_an_own_finding() {
    let world = World::with("findings-refused", &[gap(1, 3)]).await;
    let master = world.master().await;
    let finding_id = id_of(&master, AuditRule::Gap).await;
    for (reason, code) in [(" ".to_owned(), Code::RemarkRequired), ("x".repeat(501), Code::RemarkTooLong)] {
        let request = DismissFindingsRequest { reason, ..dismissal(SINAR, &finding_id) };
        let refused = master.call::<DismissFindings>(request).await.expect_err("no reason");
        assert_eq!(refused.fields(), [("reason", code)]);
    }
    let none = DismissFindingsRequest { finding_ids: Vec::new(), ..dismissal(SINAR, "") };
    assert_eq!(master.call::<DismissFindings>(none).await.expect_err("none").code(), Code::NoFindingsChosen);
    for email in ["viewer@sinar.example", "keeper@sinar.example"] {
        let actor = world.portal.sign_in(email).await;
        assert_eq!(dismiss(&actor, &finding_id).await.expect_err("not allowed").status, 403, "{email}");
        assert_eq!(reopen(&actor, &finding_id).await.expect_err("not allowed").status, 403, "{email}");
    }
    let stranger = world.portal.sign_in("master@majlis.example").await;
    let refused = dismiss(&stranger, &finding_id).await.expect_err("another company");
    assert_eq!((refused.status, refused.code()), (404, Code::BulkAccountNotFound));
    for unknown in [finding_id.as_str(), "0", "no number"] {
        let refused = stranger.call::<DismissFindings>(dismissal(MAJLIS, unknown)).await.expect_err("not theirs");
        assert_eq!((refused.status, refused.code()), (404, Code::FindingNotFound));
    }
    assert_eq!(state_of(&master, AuditRule::Gap).await, FindingState::Open);
}
