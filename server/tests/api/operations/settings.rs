//! Settings on the operators' screen, and closing a payment method.

use gridbill_core::Code;
use gridbill_core::operations::{GetOperationSettings, SetMethodWindow};
use gridbill_core::payments::{GetPaymentMethods, MakePayment};
use serde_json::{Value, json};

use super::facts;
use crate::support::given::{self, SINAR, eft};
use crate::support::{Actor, Portal};

async fn settings(actor: &Actor) -> Value {
    actor.call_raw::<GetOperationSettings>(json!({})).await.expect("settings")
}

fn giro(settings: &Value) -> Value {
    let methods = settings["methods"].as_array().expect("methods");
    methods.iter().find(|method| method["paymentMethod"] == "EFT_GIRO").expect("GIRO").clone()
}

/// Returns a request to close EFT GIRO between two times of today. The tests start at noon in Malaysia.
fn closed_from(from: &str, to: &str) -> Value {
    json!({
        "paymentMethod": "EFT_GIRO",
        "window": { "fromDay": "2026-11-20", "fromTime": from, "toDay": "2026-11-20", "toTime": to },
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_have_the_value_that_the_portal_was_started_with() {
    let portal = Portal::with_people_and(&["--max-members", "7", "--second-officer-above", "1000.00"]).await;
    let settings = settings(&portal.sign_in_staff("glb@utility.example").await).await;
    let limit = |name: &str| {
        let limits = settings["limits"].as_array().expect("limits");
        let limit = limits.iter().find(|limit| limit["name"] == name).unwrap_or_else(|| panic!("no {name}"));
        (limit["value"].clone(), limit["variable"].clone())
    };
    assert_eq!(limit("maxMembers"), (json!("7"), json!("GRIDBILL_MAX_MEMBERS")));
    assert_eq!(limit("secondOfficerAbove"), (json!("1000.00"), json!("GRIDBILL_SECOND_OFFICER_ABOVE")));
    assert_eq!(limit("activationLink"), (json!("24"), json!(null)));
    assert_eq!(limit("resetLink"), (json!("60"), json!(null)));
    assert_eq!(limit("statementMonths").0, json!("1, 3, 6, 12"));
    assert_eq!(settings["methods"].as_array().map(Vec::len), Some(4));
    assert!(!settings["banks"].as_array().expect("banks").is_empty() && settings["banksAt"].is_string());
    assert_eq!(settings["hasMailServer"], json!(false));
    // Secrets of the machine are not shown.
    let text = settings.to_string();
    for secret in ["DATABASE_URL", "SMTP_URL", "postgres://", "PRIVATE_KEY"] {
        assert!(!text.contains(secret), "{secret}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_method_changes_only_for_users_who_saw_its_current_window() {
    let portal = Portal::with_people().await;
    let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let glb = portal.sign_in_staff("glb@utility.example").await;
    let payer = portal.sign_in("payer@sinar.example").await;
    let set = closed_from("11:00", "14:00");
    assert_eq!(glb.call_raw::<SetMethodWindow>(set.clone()).await.expect_err("reads only").code(), Code::Forbidden);
    for (from, to, code) in [
        ("14:00", "13:00", Code::WindowEndsFirst),
        ("09:00", "11:00", Code::WindowIsOver),
        ("9", "14:00", Code::TimeInvalid),
    ] {
        let refused = ict.call_raw::<SetMethodWindow>(closed_from(from, to)).await.expect_err("no window");
        assert_eq!(refused.code(), code, "{from} to {to}");
    }
    let (one, other) =
        tokio::join!(ict.call_raw::<SetMethodWindow>(set.clone()), ict.call_raw::<SetMethodWindow>(set.clone()));
    let late = if one.is_ok() { other } else { one };
    assert_eq!(late.expect_err("the second is refused").code(), Code::WindowChanged);

    let closed = giro(&settings(&glb).await);
    assert_eq!(closed["isClosed"], json!(true));
    let methods = payer.call_raw::<GetPaymentMethods>(json!({})).await.expect("methods");
    assert!(methods["methods"].to_string().contains("2026-11-20T06:00:00.000Z"), "{methods}");
    let refused = payer.call::<MakePayment>(eft(&bills[..1], "100.00")).await.expect_err("closed");
    assert_eq!(refused.code(), Code::MethodUnavailable);

    let open = json!({ "paymentMethod": "EFT_GIRO", "seen": closed["window"] });
    ict.call_raw::<SetMethodWindow>(open).await.expect("open again");
    assert_eq!(giro(&settings(&glb).await)["window"], json!(null));
    payer.call::<MakePayment>(eft(&bills[..1], "100.00")).await.expect("a payment");
    let recorded = facts(&portal, "method:EFT_GIRO").await;
    assert_eq!(
        recorded.iter().map(|(kind, _)| kind.as_str()).collect::<Vec<_>>(),
        ["MethodWindowSet", "MethodWindowSet"]
    );
}
