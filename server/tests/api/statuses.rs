//! The database's functions of statuses and languages agree with core, and no query compares a status with a number.

use std::fs;

use gridbill_core::Language;
use gridbill_core::payments::{Status, StatusGroup};
use gridbill_core::registration::{RegistrationStatus, Step, next_status};
use sqlx::PgPool;

use crate::support::sources::sources;
use crate::support::{Portal, sql};

/// Returns the result of a function of the database for a status.
async fn result_of(pool: &PgPool, function: &str, status: i16) -> bool {
    sql::value(pool, &format!("select {function}($1)"), &[&status]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_and_core_agree_on_payment_statuses() {
    let portal = Portal::start().await;
    for &status in Status::ALL {
        let is_paid = status == Status::Paid;
        for (function, expected) in [
            ("bill_is_unpaid", !is_paid),
            ("bill_has_no_payment", status == Status::PaymentRequired),
            ("payment_is_live", status.is_live()),
            ("payment_is_paid", is_paid),
            ("payment_awaits_approval", status == Status::PendingApproval),
            ("payment_is_being_posted", status == Status::Processing),
            ("payment_awaits_reconciliation", status.group() == StatusGroup::ActionRequired),
        ] {
            assert_eq!(result_of(portal.pool(), function, status as i16).await, expected, "{function} of {status:?}");
        }
        // A bill never has the status of a failed payment.
        if status.of_bill() == status {
            let expected = status.is_live() && !is_paid;
            let said = result_of(portal.pool(), "bill_is_in_payment", status as i16).await;
            assert_eq!(said, expected, "bill_is_in_payment of {status:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_and_core_agree_on_languages() {
    let portal = Portal::start().await;
    let known = Language::ALL.map(Language::tag);
    for code in known.into_iter().chain(["", "EN", "de"]) {
        let said = sql::value::<bool>(portal.pool(), "select is_language($1)", &[&code]).await;
        assert_eq!(said, known.contains(&code), "{code:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_and_core_agree_on_registration_statuses() {
    let portal = Portal::start().await;
    for &status in RegistrationStatus::ALL {
        for (function, expected) in [
            ("registration_is_submitted", status != RegistrationStatus::Unregistered),
            ("registration_is_editable", status.is_editable()),
            ("registration_is_open", status.is_open()),
            ("registration_is_live", status.is_live()),
            ("registration_awaits_accounts", status.awaits_accounts()),
            ("registration_is_processed", status.is_processed()),
            ("registration_awaits_answer", status.awaits_answer()),
            ("registration_awaits_approval", status == RegistrationStatus::PendingApproval),
        ] {
            assert_eq!(result_of(portal.pool(), function, status as i16).await, expected, "{function} of {status:?}");
        }
        for &step in Step::ALL {
            let kind = kind(step);
            let query = "select registration_led_to($1, $2)";
            let said = sql::value::<Option<i16>>(portal.pool(), query, &[&(status as i16), &kind]).await;
            let expected = next_status(status, step).ok().map(|led| led as i16);
            assert_eq!(said, expected, "registration_led_to from {status:?} by {kind}");
        }
    }
}

/// Returns the kind of the fact that records a step.
const fn kind(step: Step) -> &'static str {
    match step {
        Step::Submit => "RegistrationSubmitted",
        Step::Approve => "RegistrationApproved",
        Step::RequestForInfo => "RegistrationInfoRequested",
        Step::Reject => "RegistrationRejected",
        Step::Close => "RegistrationClosed",
        Step::Withdraw => "RegistrationWithdrawn",
        Step::Remind => "RegistrationReminded",
        Step::Lapse => "RegistrationLapsed",
        Step::Finish => "RegistrationFinished",
        Step::FinishWithErrors => "RegistrationFinishedWithErrors",
        Step::PutRight => "RegistrationPutRight",
    }
}

/// Only core and the migrations know the numbers of statuses.
#[test]
fn no_query_compares_a_status_with_a_number() {
    let mut found = Vec::new();
    for file in sources() {
        let text = fs::read_to_string(&file).expect("a file");
        let lines = text.lines().enumerate().filter(|(_, line)| compares_with_a_number(line));
        found.extend(lines.map(|(at, line)| format!("{}:{}: {}", file.display(), at + 1, line.trim())));
    }
    assert!(found.is_empty(), "a status by its number:\n{}", found.join("\n"));
}

/// Whether a word ending in `status` is followed by an operator and a number below 100. HTTP statuses are higher.
fn compares_with_a_number(line: &str) -> bool {
    line.match_indices("status").any(|(at, word)| {
        let rest = line[at + word.len()..].trim_start();
        let operators = ["= any", "<> all", "not in", "in", "<>", "<=", ">=", "==", "!=", "=", "<", ">"];
        let Some(value) = operators.iter().find_map(|operator| rest.strip_prefix(operator)) else { return false };
        let value = value.trim_start_matches([' ', '(', '\'', '{']);
        let digits = value.bytes().take_while(u8::is_ascii_digit).count();
        (1..=2).contains(&digits)
    })
}

#[test]
fn every_comparison_with_a_number_is_found() {
    for line in [
        "where b.status <> 4",
        "r.status in (1, 2)",
        "status not in (1, 4)",
        "status = any('{2,3}')",
        "case when status = 1 then",
        "b.registration_status in (5, 6)",
        "self.status != 1",
    ] {
        assert!(compares_with_a_number(line), "{line}");
    }
    for line in ["answer.status == 200", "status = $1", "p.status = any({})", "bill_is_unpaid(b.status)"] {
        assert!(!compares_with_a_number(line), "{line}");
    }
}
