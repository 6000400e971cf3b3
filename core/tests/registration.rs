//! A registration moves as docs/domain/registration.md#steps says, and in no other way.

use gridbill_core::Code;
use gridbill_core::registration::{RegistrationStatus, Step, next};

#[test]
fn only_the_documented_steps_are_taken() {
    use RegistrationStatus as R;
    let documented = [
        (R::Unregistered, Step::Submit, R::PendingApproval),
        (R::RequestForInfo, Step::Submit, R::PendingApproval),
        (R::PendingApproval, Step::Approve, R::PostProcessing),
        (R::PendingApproval, Step::RequestForInfo, R::RequestForInfo),
        (R::PendingApproval, Step::Reject, R::Rejected),
        (R::PostProcessing, Step::Finish, R::Approved),
        (R::PostProcessing, Step::FinishWithErrors, R::AcceptedWithError),
        (R::AcceptedWithError, Step::PutRight, R::Approved),
    ];
    let steps = [
        Step::Submit,
        Step::Approve,
        Step::RequestForInfo,
        Step::Reject,
        Step::Finish,
        Step::FinishWithErrors,
        Step::PutRight,
    ];
    for &from in R::ALL {
        for step in steps {
            let known = documented.iter().find(|(f, s, _)| *f == from && *s == step).map(|(_, _, to)| *to);
            assert_eq!(next(from, step), known.ok_or(Code::RegistrationMoved), "{from:?} {step:?}");
        }
    }
}
