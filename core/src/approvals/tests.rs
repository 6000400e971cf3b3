use super::reminder::{Reminder, Sent, due};
use super::*;
use crate::number::InvoiceNo;
use crate::payments::Status;
use crate::{Code, Day, Instant, Language, Money, Problem};

fn ids(users: &[&str]) -> Vec<String> {
    users.iter().map(|user| (*user).to_owned()).collect()
}

fn ringgit(ringgit: i64) -> Money {
    Money::from_sen(ringgit * 100)
}

fn step(mode: ApproverMode, users: &[&str], groups: &[&str]) -> ApprovalStep {
    ApprovalStep { mode, user_ids: ids(users), groups: ids(groups) }
}

fn layer(from: i64, steps: Vec<ApprovalStep>) -> ApprovalLayer {
    ApprovalLayer { group_id: None, from: ringgit(from), largest_bill_from: None, steps }
}

/// One of two approvers from RM 1,000; from RM 100,000 or with a bill of RM 50,000 also the finance director.
fn policy() -> ApprovalPolicy {
    let approvers = || step(ApproverMode::Any, &[], &["Approvers"]);
    let above = vec![approvers(), step(ApproverMode::Any, &["chong"], &[])];
    ApprovalPolicy {
        approver_groups: vec![ApproverGroup { name: "Approvers".to_owned(), user_ids: ids(&["aina", "badrul"]) }],
        layers: vec![
            layer(1_000, vec![approvers()]),
            ApprovalLayer { largest_bill_from: Some(ringgit(50_000)), ..layer(100_000, above) },
        ],
    }
}

fn required(policy: &ApprovalPolicy, bills: &[(i64, Option<&str>)]) -> Vec<Vec<String>> {
    let bills = bills.iter().map(|(amount, group)| (ringgit(*amount), *group));
    let steps = policy.required_steps(bills).expect("a total that fits");
    steps.into_iter().map(|step| step.user_ids).collect()
}

#[test]
fn a_layer_applies_from_its_total_or_from_its_largest_bill() {
    let policy = policy();
    let (approvers, director) = (ids(&["aina", "badrul"]), ids(&["chong"]));
    assert!(required(&policy, &[(999, None)]).is_empty());
    assert_eq!(required(&policy, &[(500, None), (500, None)]), std::slice::from_ref(&approvers));
    assert_eq!(required(&policy, &[(49_999, None), (49_999, None)]), std::slice::from_ref(&approvers));
    assert_eq!(required(&policy, &[(50_000, None)]), [approvers.clone(), director.clone()]);
    assert_eq!(required(&policy, &[(49_999, None), (49_999, None), (2, None)]), [approvers, director]);
}

#[test]
fn the_layers_of_account_groups_add_up_and_equal_steps_are_required_once() {
    let mut policy = policy();
    let of_group = |from: i64, steps| ApprovalLayer { group_id: Some("plant".to_owned()), ..layer(from, steps) };
    policy.layers.push(of_group(100, vec![step(ApproverMode::Any, &["badrul", "aina"], &[])]));
    policy.layers.push(of_group(500, vec![step(ApproverMode::All, &["devi"], &[])]));
    let (approvers, devi) = (ids(&["aina", "badrul"]), ids(&["devi"]));
    // Only bills of the group count for its layers.
    assert!(required(&policy, &[(99, Some("plant")), (800, None)]).is_empty());
    assert_eq!(required(&policy, &[(100, Some("plant"))]), std::slice::from_ref(&approvers));
    assert_eq!(required(&policy, &[(400, Some("plant")), (800, Some("office"))]), std::slice::from_ref(&approvers));
    assert_eq!(required(&policy, &[(500, Some("plant"))]), std::slice::from_ref(&devi));
    assert_eq!(required(&policy, &[(500, Some("plant")), (500, None)]), [approvers, devi]);
}

/// A change of a valid policy, with the code and the field of its refusal.
type Case<'a> = (&'a dyn Fn(&mut ApprovalPolicy), Code, &'a str);

#[test]
fn a_policy_is_checked_field_by_field() {
    let users = ids(&["aina", "badrul", "chong", "devi"]);
    let groups = ids(&["plant"]);
    let refusal = |change: &dyn Fn(&mut ApprovalPolicy)| {
        let mut policy = policy();
        change(&mut policy);
        let problem = policy.check(&users, &groups).expect_err("a refusal");
        (problem.code, problem.fields[0].0.clone())
    };
    policy().check(&users, &groups).expect("a valid policy");
    ApprovalPolicy::default().check(&users, &groups).expect("a policy that is off");
    let cases: &[Case<'_>] = &[
        (&|policy| policy.layers[0].from = Money::from_sen(-1), Code::LayerAmountInvalid, "policy.layers.0.from"),
        (&|policy| policy.layers[1].from = ringgit(1_000), Code::LayersNotAscending, "policy.layers.1.from"),
        (
            &|policy| policy.layers[1].largest_bill_from = Some(Money::ZERO),
            Code::LayerAmountInvalid,
            "policy.layers.1.largestBillFrom",
        ),
        (&|policy| policy.layers[0].group_id = Some("none".into()), Code::GroupNotFound, "policy.layers.0.groupId"),
        (&|policy| policy.layers[0].steps.clear(), Code::StepsRequired, "policy.layers.0.steps"),
        (
            &|policy| policy.layers[0].steps[0] = ApprovalStep::default(),
            Code::ApproversRequired,
            "policy.layers.0.steps.0",
        ),
        (
            &|policy| policy.layers[0].steps[0].user_ids = ids(&["stranger"]),
            Code::ApproverUnknown,
            "policy.layers.0.steps.0.userIds",
        ),
        (
            &|policy| policy.layers[0].steps[0].groups = ids(&["None"]),
            Code::ApproverGroupUnknown,
            "policy.layers.0.steps.0.groups",
        ),
        (
            &|policy| policy.approver_groups[0].name = " Approvers".into(),
            Code::ApproverGroupNameInvalid,
            "policy.approverGroups.0.name",
        ),
        (
            &|policy| policy.approver_groups[0].user_ids.clear(),
            Code::ApproversRequired,
            "policy.approverGroups.0.userIds",
        ),
        (
            &|policy| policy.layers[1].steps[0] = step(ApproverMode::Any, &["chong"], &[]),
            Code::StepsNeedDifferentPeople,
            "policy.layers.1.steps.1",
        ),
        (
            &|policy| {
                let first = policy.layers[0].clone();
                policy.layers = (0..=MAX_LAYERS)
                    .map(|place| ApprovalLayer {
                        from: Money::from_sen(i64::try_from(place).expect("small")),
                        ..first.clone()
                    })
                    .collect();
            },
            Code::TooLarge,
            "policy.layers",
        ),
    ];
    for (change, code, field) in cases {
        assert_eq!(refusal(*change), (*code, (*field).to_owned()));
    }
}

#[test]
fn a_step_is_blocked_without_its_own_approver() {
    let any = |users: &[&str]| RequiredStep { mode: ApproverMode::Any, user_ids: ids(users) };
    let all = |users: &[&str]| RequiredStep { mode: ApproverMode::All, user_ids: ids(users) };
    let active = ids(&["aina", "badrul", "chong"]);
    let blocked = |steps: &[RequiredStep], proposer| find_blocked_step(steps, proposer, &active);
    assert_eq!(blocked(&[any(&["aina", "badrul"]), any(&["aina"])], None), None);
    assert_eq!(blocked(&[any(&["aina", "badrul"]), any(&["aina"])], Some("badrul")), Some(1));
    assert_eq!(blocked(&[any(&["aina", "badrul"]), any(&["badrul", "chong"]), any(&["aina", "chong"])], None), None);
    assert_eq!(blocked(&[any(&["aina"]), any(&["aina"])], None), Some(1));
    assert_eq!(blocked(&[all(&["aina", "badrul"])], Some("aina")), Some(0));
    assert_eq!(blocked(&[any(&["aina", "badrul"]), all(&["aina", "badrul"])], None), Some(0));
    assert_eq!(blocked(&[all(&["aina", "removed"])], None), Some(0));
    assert_eq!(blocked(&[any(&[])], None), Some(0));
}

#[test]
fn the_proposer_the_master_and_active_approvers_withdraw_a_proposal() {
    let steps = [RequiredStep { mode: ApproverMode::Any, user_ids: ids(&["aina", "badrul"]) }];
    let active = ids(&["aina", "chong", "devi"]);
    let today = Day::parse("2026-11-25").expect("a day");
    let situation =
        Situation { steps: &steps, proposer: "devi", approvals: &[], delegations: &[], active: &active, today };
    assert_eq!(check_withdrawer(&situation, "devi", false), Ok(()));
    assert_eq!(check_withdrawer(&situation, "aina", false), Ok(()));
    assert_eq!(check_withdrawer(&situation, "chong", true), Ok(()), "the Master");
    assert_eq!(check_withdrawer(&situation, "chong", false), Err(Code::NotTheProposer));
    assert_eq!(check_withdrawer(&situation, "badrul", false), Err(Code::NotTheProposer), "may no longer approve");
}

#[test]
fn a_delegate_acts_for_one_approver_and_never_for_the_proposer() {
    let today = Day::parse("2026-11-25").expect("a day");
    let delegated = |from_user: &str, to_user: &str| DelegatedRight {
        from_user: from_user.to_owned(),
        to_user: to_user.to_owned(),
        from: today,
        until: today.plus_days(2),
    };
    let steps = [
        RequiredStep { mode: ApproverMode::Any, user_ids: ids(&["aina"]) },
        RequiredStep { mode: ApproverMode::Any, user_ids: ids(&["aina", "badrul"]) },
    ];
    let active = ids(&["aina", "badrul", "chong", "devi", "eng"]);
    let delegations = [delegated("aina", "chong"), delegated("chong", "devi"), delegated("badrul", "eng")];
    let mut situation =
        Situation { steps: &steps, proposer: "eng", approvals: &[], delegations: &delegations, active: &active, today };
    assert_eq!(situation.right_of("aina"), Ok("aina"));
    assert_eq!(situation.right_of("chong"), Ok("aina"));
    // One hop only: Chong cannot pass Aina's right on.
    assert_eq!(situation.right_of("devi"), Err(Code::NotAnApprover));
    assert_eq!(situation.right_of("badrul"), Err(Code::NotAnApprover));
    assert_eq!(situation.right_of("eng"), Err(Code::OwnProposal));
    situation.today = today.plus_days(3);
    assert_eq!(situation.right_of("chong"), Err(Code::NotAnApprover));
    situation.today = today;
    let approvals = [Approval { step: 0, by: "chong".to_owned(), in_place_of: "aina".to_owned() }];
    situation.approvals = &approvals;
    assert_eq!(situation.current_step(), Some(1));
    // Neither the delegate nor the approver acts in another step.
    assert_eq!(situation.right_of("chong"), Err(Code::ActedBefore));
    assert_eq!(situation.right_of("aina"), Err(Code::ActedBefore));
    assert_eq!(situation.right_of("badrul"), Ok("badrul"));
    // Badrul's delegate is the proposer, and a delegate of the proposer has no right.
    situation.proposer = "badrul";
    assert_eq!(situation.right_of("eng"), Err(Code::NotAnApprover));
    // A user who may no longer make payments has no right, and no user has it in their place.
    let remaining = ids(&["chong", "devi", "eng"]);
    let situation = Situation { approvals: &[], proposer: "devi", active: &remaining, ..situation };
    assert_eq!(situation.right_of("aina"), Err(Code::NotAnApprover));
    assert_eq!(situation.right_of("chong"), Err(Code::NotAnApprover));
}

#[test]
fn nobody_acts_in_a_step_when_a_later_one_needs_them() {
    let active = ids(&["aina", "badrul", "chong", "devi"]);
    let any = |users: &[&str]| RequiredStep { mode: ApproverMode::Any, user_ids: ids(users) };
    let steps = [any(&["aina", "badrul"]), any(&["aina"])];
    let today = Day::parse("2026-12-07").expect("a day");
    let delegations = [("aina", "devi"), ("badrul", "chong")].map(|(from_user, to_user)| DelegatedRight {
        from_user: from_user.to_owned(),
        to_user: to_user.to_owned(),
        from: today,
        until: today,
    });
    let situation =
        Situation { steps: &steps, proposer: "eng", approvals: &[], delegations: &delegations, active: &active, today };
    assert_eq!(situation.right_of("aina"), Err(Code::NeededForLaterStep));
    assert_eq!(situation.right_of("devi"), Err(Code::NeededForLaterStep), "in place of Aina");
    assert_eq!(situation.right_of("badrul"), Ok("badrul"));
    assert_eq!(situation.right_of("chong"), Ok("badrul"));
    let approvals = [Approval { step: 0, by: "badrul".to_owned(), in_place_of: "badrul".to_owned() }];
    let situation = Situation { approvals: &approvals, ..situation };
    assert_eq!(situation.right_of("aina"), Ok("aina"));
    // If a step is blocked anyway, no user is held back.
    let active = ids(&["aina", "chong"]);
    let situation = Situation { approvals: &[], delegations: &[], active: &active, ..situation };
    assert_eq!(situation.right_of("aina"), Ok("aina"));
}

#[test]
fn an_ended_proposal_never_changes_and_only_an_approved_one_is_released() {
    use ProposalEvent::{Approve, ApproveLast, BillChanged, Lapse, Refuse, Release, Withdraw};
    let events = [Approve, ApproveLast, Refuse, Withdraw, BillChanged, Lapse, Release];
    for state in ProposalState::ALL {
        let next: Vec<_> = events.iter().filter_map(|event| next_state(*state, *event)).collect();
        assert_eq!(state.is_open(), !next.is_empty(), "{state:?}");
        let is_released = next_state(*state, Release) == Some(ProposalState::Released);
        assert_eq!(is_released, *state == ProposalState::Approved, "{state:?}");
    }
}

#[test]
fn a_policy_is_put_in_words() {
    let users: Vec<(String, String)> = [("aina", "Aina"), ("badrul", "Badrul"), ("chong", "Chong")]
        .map(|(id, name)| (id.to_owned(), name.to_owned()))
        .into();
    let account_groups = [("plant".to_owned(), "Plant".to_owned())];
    let names = |language| Names { users: &users, account_groups: &account_groups, language };
    let mut policy = policy();
    policy.layers.insert(0, layer(0, vec![step(ApproverMode::All, &["aina", "removed"], &[])]));
    policy.layers.push(ApprovalLayer {
        group_id: Some("plant".to_owned()),
        ..layer(500, vec![step(ApproverMode::Any, &["chong"], &["Approvers"])])
    });
    let space = '\u{a0}';
    let spaced = |text: &str| text.replace("RM ", &format!("RM{space}"));
    assert_eq!(
        names(Language::En).policy(&policy),
        [
            "Every payment needs Aina and a removed user.",
            "A payment of RM 1,000.00 or more needs one of the 2 people in Approvers.",
            "A payment of RM 100,000.00 or more, or with a bill of RM 50,000.00 or more, needs one of the 2 people in Approvers, then Chong.",
            "A payment of RM 500.00 or more for bills of group Plant needs one of Chong or the 2 people in Approvers.",
        ]
        .map(spaced)
    );
    let steps = policy.required_steps([(ringgit(250_000), None)]).expect("a total that fits");
    assert_eq!(
        names(Language::En).payment(ringgit(250_000), &steps),
        spaced("A payment of RM 250,000.00 needs one of Aina or Badrul, then Chong.")
    );
    assert_eq!(
        names(Language::Ms).payment(ringgit(250_000), &steps),
        spaced("Pembayaran RM 250,000.00 memerlukan salah seorang daripada Aina atau Badrul, kemudian Chong.")
    );
    assert_eq!(names(Language::En).policy(&ApprovalPolicy::default()), ["Payments need no approval."]);
}

#[test]
fn a_change_is_named_with_its_reason() {
    let number = |text: &str| InvoiceNo::parse(text).expect("an invoice");
    let frozen = |text: &str| FrozenBill { invoice_no: number(text), amount: ringgit(10) };
    let current = |text: &str, status, amount| CurrentBill {
        invoice_no: number(text),
        status,
        amount: ringgit(amount),
        current_charge: ringgit(amount),
        closed: None,
    };
    let proposed = ["400000000001", "400000000002", "400000000003", "400000000004"].map(frozen);
    let now = [
        current("400000000001", Status::PaymentRequired, 10),
        current("400000000002", Status::PaymentRequired, 11),
        current("400000000003", Status::Paid, 10),
    ];
    let changes = find_changes(&proposed, &now);
    let reasons: Vec<_> = changes.iter().map(|change| (change.reason, change.amount)).collect();
    assert_eq!(
        reasons,
        [
            (Code::BillAmountChanged, Some(ringgit(11))),
            (Code::BillPaid, Some(ringgit(10))),
            (Code::BillLeftAccount, None),
        ]
    );
    let [first, second, ..] = proposed;
    let text = frozen_text(&[second.clone(), first.clone()], ringgit(20));
    assert_eq!(text, "400000000001 10.00\n400000000002 10.00\ntotal 20.00\n");
    assert_eq!(text, frozen_text(&[first, second], ringgit(20)));
}

#[test]
fn a_delegation_is_short_and_in_the_future() {
    let today = Day::parse("2026-11-25").expect("a day");
    let check = |from: Option<i64>, until: Option<i64>| {
        check_delegation_days(from.map(|days| today.plus_days(days)), until.map(|days| today.plus_days(days)), today)
            .is_ok()
    };
    assert!(check(None, Some(0)) && check(Some(1), Some(1)) && check(None, Some(MAX_DELEGATION_DAYS - 1)));
    assert!(!check(None, None) && !check(Some(-1), Some(1)) && !check(Some(2), Some(1)));
    assert!(!check(None, Some(MAX_DELEGATION_DAYS)));
}

#[test]
fn approvers_are_reminded_once_of_the_step_and_once_of_the_due_date() {
    let at = |text: &str| Instant::parse(text).expect("an instant");
    // A Monday, 10:00 in Malaysia.
    let since = at("2026-11-23T02:00:00Z");
    let far = Some(Day::parse("2026-12-24").expect("a day"));
    let due_on = |text: &str| Some(Day::parse(text).expect("a day"));
    let none = Sent::default();
    let step = Sent { of_step: true, of_due: false };
    let both = Sent { of_step: true, of_due: true };
    let after = |seconds: i64| since.plus_seconds(seconds);
    assert_eq!(due(since, far, &none, after(86_399)), None);
    assert_eq!(due(since, far, &none, after(86_400)), Some(Reminder::OfStep));
    assert_eq!(due(since, None, &none, after(86_400)), Some(Reminder::OfStep));
    let passed = due_on("2026-11-20");
    assert_eq!(due(since, passed, &none, after(4 * 3600)), None, "its due date has passed");
    assert_eq!(due(since, passed, &none, after(86_400)), Some(Reminder::OfStep));
    assert_eq!(due(since, far, &step, after(86_400)), None);
    // On the last working day before the due date, but not in the first hours of the step.
    let tuesday = due_on("2026-11-24");
    assert_eq!(due(since, tuesday, &none, after(4 * 3600 - 1)), None);
    assert_eq!(due(since, tuesday, &none, after(4 * 3600)), Some(Reminder::OfDueDate));
    assert_eq!(due(since, due_on("2026-11-25"), &none, after(4 * 3600)), None);
    assert_eq!(due(since, tuesday, &step, after(86_400)), Some(Reminder::OfDueDate));
    assert_eq!(due(since, tuesday, &both, after(86_400)), None);
    // A Saturday is due after the last working day, which is the Friday.
    let saturday = due_on("2026-11-28");
    assert_eq!(due(since, saturday, &step, at("2026-11-26T02:00:00Z")), None);
    assert_eq!(due(since, saturday, &step, at("2026-11-27T02:00:00Z")), Some(Reminder::OfDueDate));
    // A weekend is no working day: from Friday 10:00, the reminder is sent on Monday.
    let friday = at("2026-11-27T02:00:00Z");
    assert_eq!(due(friday, far, &none, at("2026-11-29T15:59:59Z")), None);
    assert_eq!(due(friday, far, &none, at("2026-11-29T16:00:00Z")), Some(Reminder::OfStep));
}

#[test]
fn a_proposal_lapses_after_its_day_of_release() {
    let proposed = Instant::parse("2026-11-28T02:00:00Z").expect("an instant");
    let days = LAPSE_DAYS * 86_400;
    let release = Day::parse("2026-12-10").expect("a day");
    assert_eq!(lapses_at(proposed, None), proposed.plus_seconds(days));
    assert_eq!(lapses_at(proposed, Some(release)), release.begins().plus_seconds(days));
    assert_eq!(lapses_at(proposed, Some(Day::at(proposed))), proposed.plus_seconds(days), "not before it was made");
}

#[test]
fn the_proposer_is_asked_in_the_morning_of_the_day_of_release() {
    let is_due = |release: &str, now: &str| {
        is_release_due(Some(Day::parse(release).expect("a day")), Instant::parse(now).expect("an instant"))
    };
    assert!(!is_due("2026-12-10", "2026-12-09T23:59:59Z"));
    assert!(is_due("2026-12-10", "2026-12-10T00:00:00Z"), "08:00 in Malaysia");
    assert!(!is_release_due(None, Instant::parse("2026-12-10T00:00:00Z").expect("an instant")));
}

#[test]
fn a_remark_is_short_and_a_refusal_has_a_reason() {
    let code = |checked: Result<Option<String>, Problem>| checked.map_err(|problem| problem.fields[0].1.code);
    let longest = "é".repeat(MAX_REMARK_LENGTH);
    assert_eq!(code(check_remark("remark", Some(" Agreed. "))), Ok(Some("Agreed.".to_owned())));
    assert_eq!((code(check_remark("remark", Some(" "))), code(check_remark("remark", None))), (Ok(None), Ok(None)));
    assert_eq!(code(check_remark("remark", Some(&longest))), Ok(Some(longest.clone())));
    assert_eq!(code(check_remark("remark", Some(&format!("{longest}e")))), Err(Code::RemarkTooLong));
    assert_eq!(check_refusal_reason(" Too high ").as_deref(), Ok("Too high"));
    assert_eq!(code(check_refusal_reason(" ").map(Some)), Err(Code::RemarkRequired));
}
