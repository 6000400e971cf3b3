//! Staff settle alerts that end by no other event. Other alerts cannot be settled.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::payments::fpx::AlertReason;
use gridbill_core::payments::staff::{FpxAlert, FpxAlertsRequest, GetFpxAlerts, SettleFpxAlert, SettleFpxAlertRequest};

use super::world::World;
use crate::support::{Actor, sql};

const ID: &str = "2611201200000001";
const OTHER: &str = "2611201200000002";

async fn open(staff: &Actor) -> Vec<FpxAlert> {
    staff.call::<GetFpxAlerts>(FpxAlertsRequest { record_count: None, cursor: None }).await.expect("a list").items
}

fn about(alert: &FpxAlert, remark: &str) -> SettleFpxAlertRequest {
    SettleFpxAlertRequest { alert_id: alert.alert_id.clone(), remark: remark.to_owned() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mishap_is_settled_once_and_money_is_not() {
    let world = World::start().await;
    let clock = world.make().await;
    assert!(world.direct(&world.confirmation(&clock, "XW", ID).await).await);
    world.portal.advance(TimeDelta::minutes(1));
    let late = world.make().await;
    for code in ["51", "00"] {
        assert!(world.direct(&world.confirmation(&late, code, OTHER).await).await);
    }
    let ict = world.portal.sign_in_staff("ict@utility.example").await;
    let alerts = open(&ict).await;
    let [money, mishap] = alerts.as_slice() else { panic!("two alerts: {alerts:?}") };
    assert_eq!((money.reason, money.is_settled_by_hand), (AlertReason::LateApproval, false));
    assert_eq!((mishap.reason, mishap.is_settled_by_hand), (AlertReason::AnswerCode, true));

    let settle = async |request: SettleFpxAlertRequest| ict.call::<SettleFpxAlert>(request).await;
    let refused = settle(about(money, "Seen.")).await.expect_err("it is a payer's money");
    assert_eq!((refused.status, refused.code()), (422, Code::AlertEndsOtherwise));
    let refused = settle(about(mishap, " ")).await.expect_err("a remark is required");
    assert_eq!(refused.fields(), [("remark", Code::RemarkRequired)]);
    let unknown = SettleFpxAlertRequest { alert_id: "no number".to_owned(), ..about(mishap, "Seen.") };
    assert_eq!(settle(unknown).await.expect_err("none").code(), Code::AlertNotFound);
    assert_eq!(open(&ict).await.len(), 2);

    let once = ict.with_key("settled");
    let settled = once.call::<SettleFpxAlert>(about(mishap, "The clock was set.")).await.expect("settled");
    assert_eq!(settled.merchant_tran_id, clock.order_no());
    let again = once.call::<SettleFpxAlert>(about(mishap, "The clock was set.")).await.expect("the same answer");
    assert_eq!(again, settled);
    let refused = settle(about(mishap, "Me, too.")).await.expect_err("a colleague was first");
    assert_eq!((refused.status, refused.code()), (409, Code::AlertIsSettled));
    assert_eq!(open(&ict).await, std::slice::from_ref(money));
    let subject = format!("fpxAlert:{}", mishap.alert_id);
    let query = "select kind, actor_name, about from fact where subject = $1";
    let facts = sql::rows::<(String, String, String)>(world.portal.pool(), query, &[&subject]).await;
    let [(kind, actor_name, about)] = facts.as_slice() else { panic!("one fact: {facts:?}") };
    assert_eq!((kind.as_str(), about.as_str()), ("FpxAlertSettled", clock.order_no()));
    assert_eq!(actor_name, "Hana");
}
