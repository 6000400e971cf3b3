//! Thresholds, their preview, and muted rules.

use chrono::TimeDelta;
use gridbill_core::audit::{AuditRule, AuditSettings};
use gridbill_core::findings::{
    BulkFindingsRequest, CompanyAuditSettings, FindingState, GetAuditSettings, MuteAccount, MuteAccountRequest,
    PreviewAuditSettings, PreviewAuditSettingsRequest, SetAuditSettings, SetAuditSettingsRequest, UnmuteAccount,
    UnmuteAccountRequest,
};
use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::{Code, Day};

use super::{ACCOUNTS, World, dearer, gap, state_of};
use crate::support::Actor;
use crate::support::clock::today;
use crate::support::given::{MAJLIS, SINAR};

fn bulk_id(number: &str) -> BulkId {
    BulkId::parse(number).expect("a number")
}

async fn settings(actor: &Actor) -> CompanyAuditSettings {
    actor.call::<GetAuditSettings>(BulkFindingsRequest { id: bulk_id(SINAR) }).await.expect("settings")
}

fn muting(account: &str, until: Day) -> MuteAccountRequest {
    MuteAccountRequest {
        id: bulk_id(SINAR),
        account_no: AccountNo::parse(account).expect("a number"),
        rule: AuditRule::Gap,
        until,
        reason: "The site is closed".to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_thresholds_audit_all_bills_again() {
    let world = World::with("findings-settings", &[gap(1, 3), dearer(2)]).await;
    let (master, payer) = (world.master().await, world.portal.sign_in("payer@sinar.example").await);
    let before = settings(&master).await;
    assert_eq!((before.version, &before.settings), (0, &AuditSettings::default()));
    assert_eq!(before.rules.len(), AuditRule::ALL.len());
    let wider = AuditSettings { gap_days: 4, ..AuditSettings::default() };

    // The preview counts the bills that would be reported, and stores nothing.
    let request = PreviewAuditSettingsRequest { id: bulk_id(SINAR), settings: wider.clone() };
    let preview = master.call::<PreviewAuditSettings>(request).await.expect("a preview");
    assert_eq!((preview.bills, preview.flagged_now, preview.flagged, preview.accounts_left_out), (18, 2, 1, 0));
    let gaps = preview.rules.iter().find(|rule| rule.rule == AuditRule::Gap).expect("the rule");
    assert_eq!((gaps.flagged_now, gaps.flagged), (1, 0));
    assert_eq!(settings(&master).await.version, 0);

    let set = |version| SetAuditSettingsRequest { id: bulk_id(SINAR), settings: wider.clone(), version };
    let (one, other) = tokio::join!(
        master.call::<SetAuditSettings>(set(0)),
        payer.call::<SetAuditSettings>(SetAuditSettingsRequest {
            settings: AuditSettings { gap_days: 5, ..AuditSettings::default() },
            ..set(0)
        })
    );
    assert!(one.is_ok() != other.is_ok(), "{one:?} {other:?}");
    assert_eq!(one.err().or(other.err()).expect("one is refused").code(), Code::AuditSettingsMoved);
    assert_eq!(settings(&master).await.version, 1);
    world.audit().await;
    assert_eq!(state_of(&master, AuditRule::Gap).await, FindingState::Withdrawn);
    assert_eq!(state_of(&master, AuditRule::PriceMismatch).await, FindingState::Open);

    let off = AuditSettings { off: vec![AuditRule::PriceMismatch; 2], ..AuditSettings::default() };
    let request = SetAuditSettingsRequest { id: bulk_id(SINAR), settings: off, version: 1 };
    payer.call::<SetAuditSettings>(request).await.expect("set");
    let stored = settings(&payer).await;
    assert_eq!((stored.settings.off, stored.changed_by.as_deref()), (vec![AuditRule::PriceMismatch], Some("Badrul")));
    world.audit().await;
    assert_eq!(state_of(&master, AuditRule::Gap).await, FindingState::Open);
    assert_eq!(state_of(&master, AuditRule::PriceMismatch).await, FindingState::Withdrawn);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_threshold_out_of_range_and_a_viewer_are_refused() {
    let world = World::new("findings-range").await;
    let master = world.master().await;
    let wrong = AuditSettings { gap_days: 0, longest_period: 20, ..AuditSettings::default() };
    let set = SetAuditSettingsRequest { id: bulk_id(SINAR), settings: wrong.clone(), version: 0 };
    let refused = master.call::<SetAuditSettings>(set).await.expect_err("out of range");
    let expected = [("gapDays", Code::AuditSettingInvalid), ("longestPeriod", Code::AuditSettingInvalid)];
    assert_eq!(refused.fields(), expected);
    let preview = PreviewAuditSettingsRequest { id: bulk_id(SINAR), settings: wrong };
    assert_eq!(master.call::<PreviewAuditSettings>(preview).await.expect_err("out of range").fields(), expected);
    let viewer = world.portal.sign_in("viewer@sinar.example").await;
    let set = SetAuditSettingsRequest { id: bulk_id(SINAR), settings: AuditSettings::default(), version: 0 };
    assert_eq!(viewer.call::<SetAuditSettings>(set).await.expect_err("not allowed").status, 403);
    let mute = muting(ACCOUNTS[0], today());
    assert_eq!(viewer.call::<MuteAccount>(mute).await.expect_err("not allowed").status, 403);
    assert_eq!(settings(&viewer).await.version, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_muted_rule_is_reported_again_after_its_last_day() {
    let world = World::with("findings-muted", &[gap(1, 3)]).await;
    let master = world.master().await;
    master.call::<MuteAccount>(muting(ACCOUNTS[1], today().plus_days(4))).await.expect("muted");
    world.audit().await;
    assert_eq!(state_of(&master, AuditRule::Gap).await, FindingState::Withdrawn);
    let muted = settings(&master).await.muted;
    assert_eq!(
        (muted.len(), muted[0].muted_by.as_str(), muted[0].title.as_str()),
        (1, "Aminah", "Days without a bill")
    );

    world.portal.advance(TimeDelta::days(4));
    world.audit().await;
    let master = world.master().await;
    assert_eq!(state_of(&master, AuditRule::Gap).await, FindingState::Withdrawn);
    world.portal.advance(TimeDelta::days(1));
    world.audit().await;
    let master = world.master().await;
    assert_eq!(state_of(&master, AuditRule::Gap).await, FindingState::Open);
    assert!(settings(&master).await.muted.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn muting_ends_by_hand_and_needs_an_own_account_and_a_day() {
    let world = World::with("findings-unmuted", &[gap(1, 3)]).await;
    let master = world.master().await;
    for until in [today().plus_days(-1), today().plus_days(732)] {
        let refused = master.call::<MuteAccount>(muting(ACCOUNTS[1], until)).await.expect_err("no such day");
        assert_eq!(refused.fields(), [("until", Code::MuteDayInvalid)]);
    }
    // Another company's account and one that does not exist.
    for account in ["223000000002", "210000009999"] {
        let refused = master.call::<MuteAccount>(muting(account, today())).await.expect_err("not theirs");
        assert_eq!((refused.status, refused.code()), (404, Code::AccountNotFound));
    }
    let stranger = world.portal.sign_in("master@majlis.example").await;
    let theirs = MuteAccountRequest { id: bulk_id(MAJLIS), ..muting(ACCOUNTS[1], today()) };
    assert_eq!(stranger.call::<MuteAccount>(theirs).await.expect_err("not theirs").code(), Code::AccountNotFound);

    master.call::<MuteAccount>(muting(ACCOUNTS[1], today())).await.expect("muted");
    world.audit().await;
    let unmute = || UnmuteAccountRequest {
        id: bulk_id(SINAR),
        account_no: AccountNo::parse(ACCOUNTS[1]).expect("a number"),
        rule: AuditRule::Gap,
    };
    master.call::<UnmuteAccount>(unmute()).await.expect("unmuted");
    assert_eq!(master.call::<UnmuteAccount>(unmute()).await.expect_err("not muted").code(), Code::MuteNotFound);
    world.audit().await;
    assert_eq!(state_of(&master, AuditRule::Gap).await, FindingState::Open);
}
