//! Checks that a registration's status changes only as docs/domain/registration.md#steps says.

use gridbill_core::Code;
use gridbill_core::registration::{RegistrationStatus, Step, next_status};

#[test]
fn only_the_documented_steps_are_taken() {
    use RegistrationStatus as R;
    let documented = [
        (R::Unregistered, Step::Submit, R::PendingApproval),
        (R::RequestForInfo, Step::Submit, R::PendingApproval),
        (R::PendingApproval, Step::Approve, R::PostProcessing),
        (R::PendingApproval, Step::RequestForInfo, R::RequestForInfo),
        (R::PendingApproval, Step::Reject, R::Rejected),
        (R::PendingApproval, Step::Withdraw, R::Closed),
        (R::RequestForInfo, Step::Withdraw, R::Closed),
        (R::RequestForInfo, Step::Close, R::Closed),
        (R::RequestForInfo, Step::Lapse, R::Closed),
        (R::RequestForInfo, Step::Remind, R::RequestForInfo),
        (R::PostProcessing, Step::Finish, R::Approved),
        (R::PostProcessing, Step::FinishWithErrors, R::AcceptedWithError),
        (R::AcceptedWithError, Step::PutRight, R::Approved),
    ];
    for &from in R::ALL {
        for &step in Step::ALL {
            let known = documented.iter().find(|(f, s, _)| *f == from && *s == step).map(|(_, _, to)| *to);
            assert_eq!(next_status(from, step), known.ok_or(Code::RegistrationMoved), "{from:?} {step:?}");
        }
    }
}

/// An ended application frees its company number and its applicant.
#[test]
fn an_ended_application_blocks_no_company_and_no_user() {
    for &status in RegistrationStatus::ALL {
        if status.is_ended() {
            assert!(!status.is_live() && !status.is_open() && !status.is_editable(), "{status:?}");
            assert!(Step::ALL.iter().all(|step| next_status(status, *step).is_err()), "{status:?}");
        }
    }
}

/// In any order of steps, an application ends, becomes a bulk account or awaits a user.
mod any_order {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_pending_application_can_end(taken in prop::collection::vec(prop::sample::select(Step::ALL), 0..40)) {
            let status = taken.iter().fold(RegistrationStatus::Unregistered, |at, step| next_status(at, *step).unwrap_or(at));
            // The applicant alone can end an application that reserves a company number without being approved.
            if status.is_live() && !status.is_processed() && !status.awaits_accounts() {
                prop_assert!(next_status(status, Step::Withdraw).is_ok_and(RegistrationStatus::is_ended), "{status:?}");
                prop_assert!([Step::Reject, Step::Close].iter().any(|step| next_status(status, *step).is_ok()), "{status:?}");
            }
        }
    }
}
