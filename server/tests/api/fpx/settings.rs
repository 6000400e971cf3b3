//! Outside the demo, the portal uses the real FPX and the utility's own settings, never the sandbox's keys.

use gridbill::fpx::ensure_keys;
use gridbill_core::payments::fpx::AlertReason;

use crate::crash::process::{Home, free_address};
use crate::support::client;
use crate::support::portal::until;

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_served_with_keys_that_the_program_made() {
    let home = Home::make("fpx-settings");
    home.database().await.close().await;
    for command in ["serve", "worker"] {
        let (code, said) = home.run_with_fpx(&[command], &[]);
        assert_eq!(code, Some(1), "{command}: {said}");
        for (setting, _) in home.fpx() {
            assert!(said.contains(setting), "{command} names {setting}: {said}");
        }
    }
    let some: Vec<_> = home.fpx().into_iter().filter(|(name, _)| !name.ends_with("SELLER_ID")).collect();
    let (code, said) = home.run_with_fpx(&["serve"], &some);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("set GRIDBILL_FPX_SELLER_ID"), "the missing setting: {said}");

    // Keys that the program generated are refused by content, wherever the files are.
    let made = ensure_keys(home.folder()).expect("keys");
    let copy = home.folder().join("copy.pem");
    for (setting, file) in
        [("GRIDBILL_FPX_PRIVATE_KEY", made.exchange_key), ("GRIDBILL_FPX_CERTIFICATE", made.fpx_certificate)]
    {
        std::fs::copy(file, &copy).expect("a copy");
        let mut settings = home.fpx();
        for (name, value) in &mut settings {
            if *name == setting {
                *value = copy.display().to_string();
            }
        }
        let (code, said) = home.run_with_fpx(&["serve"], &settings);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(setting) && said.contains("sandbox"), "{said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demos_bank_account_is_refused_outside_the_demo() {
    let home = Home::make("utility-settings");
    home.database().await.close().await;
    let demos = [
        ("GRIDBILL_UTILITY_NAME", "Sinaran Utility Berhad"),
        ("GRIDBILL_CARE_LINE", "1-300-88-0000"),
        ("GRIDBILL_VIRTUAL_ACCOUNT", "9888{bulkId}"),
        ("GRIDBILL_VIRTUAL_ACCOUNT_BANK", "Bank Contoh Berhad"),
    ];
    for command in ["serve", "worker"] {
        let settings = demos.map(|(name, value)| (name, value.to_owned()));
        let (code, said) = home.run_with_fpx(&[command], &[&home.fpx()[..], &settings].concat());
        assert_eq!(code, Some(1), "{command}: {said}");
        for (setting, _) in demos {
            assert!(said.contains(setting), "{command} names {setting}: {said}");
        }
    }
    let unset = ("GRIDBILL_VIRTUAL_ACCOUNT_BANK", String::new());
    let (code, said) = home.run_with_fpx(&["serve"], &[&home.fpx()[..], &[unset]].concat());
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("set GRIDBILL_VIRTUAL_ACCOUNT_BANK"), "the missing setting: {said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_without_tls_is_refused() {
    let home = Home::make("fpx-tls");
    home.database().await.close().await;
    for url in ["http://fpx.example", "http://192.0.2.1:8080/FPXMain/"] {
        let mut settings = home.fpx();
        for (name, value) in &mut settings {
            if *name == "GRIDBILL_FPX_URL" {
                url.clone_into(value);
            }
        }
        let (code, said) = home.run_with_fpx(&["serve"], &settings);
        assert_eq!(code, Some(1), "{url}: {said}");
        assert!(said.contains("GRIDBILL_FPX_URL") && said.contains("https://"), "{url}: {said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unsigned_messages_and_open_alerts_are_in_the_metrics() {
    let home = Home::make("fpx-metrics");
    home.database().await.close().await;
    let (address, metrics) = (free_address(), free_address());
    let _server = home.serve_with(address, &["--metrics-listen", &metrics.to_string()]).await;
    let client = client();
    let sent = client.post(format!("http://{address}/payments-svc/fpx/direct")).body("nothing of FPX's").send().await;
    assert_eq!(sent.expect("an answer").status(), 400);
    // Pending items are counted in a separate round, whose last figure is this one.
    let text = until("everything is counted", async || {
        let answer = client.get(format!("http://{metrics}/metrics")).send().await.expect("an answer");
        let text = answer.text().await.expect("text");
        text.contains("gridbill_feed_age_seconds").then_some(text)
    })
    .await;
    let has = |name: &str, labels: &[&str], value: &str| {
        text.lines().any(|line| {
            line.starts_with(name) && line.ends_with(value) && labels.iter().all(|label| line.contains(label))
        })
    };
    assert!(has("gridbill_fpx_messages_total", &["way=\"direct\"", "outcome=\"unreadable\""], " 1"), "{text}");
    for reason in ["lateApproval", "unanswered"] {
        assert!(has("gridbill_fpx_alerts_open", &[&format!("reason=\"{reason}\"")], " 0"), "{text}");
    }
}

#[test]
fn the_alarm_of_received_money_names_each_reason_of_money() {
    let alarms = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/alerts.yml")).expect("alarms");
    let named = alarms.split_once("gridbill_fpx_alerts_open{reason=~\"").and_then(|(_, rest)| rest.split_once('"'));
    let named: Vec<&str> = named.expect("an alarm").0.split('|').collect();
    let money = AlertReason::ALL.iter().filter(|reason| reason.is_money());
    assert_eq!(named, money.map(|reason| reason.code()).collect::<Vec<_>>());
}
