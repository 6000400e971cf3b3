use gridbill::approvals::create::proposed;
use gridbill_core::Code;

#[test]
fn proposals_that_ended_meanwhile_are_not_named() {
    let Ok(problem) = proposed(&[]) else { panic!("no problem") };
    assert_eq!(problem.code, Code::Busy);
}
