//! While decisions need a second officer, appointing an officer also needs two. An officer appointed by the proposer
//! cannot confirm.

use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::registering::{AdminForgotPassword, EmailRequest};
use gridbill_core::number::Email;
use gridbill_core::payments::staff::{DecisionRequest, GetAdminPaymentDetails, PaymentAccept};
use gridbill_core::payments::{MakePayment, PaymentMade, Status};
use gridbill_core::permission::Role;
use gridbill_core::staff::{
    AddTNBUser, ConfirmStaffProposal, DeleteTNBUser, GetStaffProposals, ResendActivationTNBUser, StaffProposal,
    StaffProposalRequest, TurnDownStaffProposal, TurnDownStaffRequest, UpdateTNBUser,
};
use gridbill_core::team::UpdateBulkUser;
use serde_json::json;

use super::{asked, one};
use crate::support::given::{self, Person, SINAR, eft};
use crate::support::{Actor, Portal, RefusedCall, sql};
use crate::team::{id_of, notes, session_of};

const PCCR: &str = "pccr@utility.example";
const ICT: &str = "ict@utility.example";
const GLB: &str = "glb@utility.example";

async fn portal() -> Portal {
    Portal::with_people_and(&["--second-officer-above", "250.00"]).await
}

async fn proposals(officer: &Actor) -> Vec<StaffProposal> {
    officer.call::<GetStaffProposals>(Nothing {}).await.expect("the proposals").proposals
}

async fn confirm(officer: &Actor, proposal: &StaffProposal) -> Result<Nothing, RefusedCall> {
    officer.call::<ConfirmStaffProposal>(StaffProposalRequest { proposal_id: proposal.proposal_id.clone() }).await
}

/// Returns the only proposal.
async fn waiting(officer: &Actor) -> StaffProposal {
    let mut all = proposals(officer).await;
    assert_eq!(all.len(), 1);
    all.remove(0)
}

/// Gives a staff user a role. Returns whether the change awaits a second officer.
async fn promote(officer: &Actor, user_id: &str, role: Role) -> Result<bool, RefusedCall> {
    let request = json!({ "userId": user_id, "username": "Mole", "mobileNo": "123456789", "role": role });
    let answer = officer.call_raw::<UpdateTNBUser>(request).await?;
    Ok(answer["awaitsSecondOfficer"] == json!(true))
}

/// Activates a new staff user's account, as an insider who reads the mailbox would.
async fn activate(portal: &Portal, email: &str) -> Actor {
    let query = "update person set activated_at = created_at, password_reset_required = false
                 where email = $1 and deleted_at is null";
    sql::run(portal.pool(), query, &[&email]).await;
    session_of(portal, email).await
}

async fn payment(portal: &Portal) -> PaymentMade {
    let bills = given::bills(portal.pool(), SINAR, 3, "100.00").await;
    let payer = session_of(portal, "payer@sinar.example").await;
    payer.call::<MakePayment>(eft(&bills, "300.00")).await.expect("a payment")
}

async fn accept(officer: &Actor, made: &PaymentMade) -> Result<Status, RefusedCall> {
    let request = DecisionRequest {
        e_bulk_payment_id: made.e_bulk_payment_id.clone(),
        version: None,
        awaits_second_officer: None,
    };
    officer.call::<PaymentAccept>(request).await.map(|moved| moved.status)
}

async fn recipients(portal: &Portal) -> Vec<String> {
    sql::values(portal.pool(), "select recipient from mail order by recipient", &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_officer_is_proposed_and_confirmed_by_another() {
    let portal = portal().await;
    let (ict, pccr) = (session_of(&portal, ICT).await, session_of(&portal, PCCR).await);
    let proposed = ict.call::<AddTNBUser>(asked("new@utility.example", Role::PccrAdmin)).await.expect("a proposal");
    assert!(proposed.awaits_second_officer);
    // The user does not exist yet, and the other officers are e-mailed regardless of their preferences. The proposer is
    // not.
    let query = "select count(*) from person where email = 'new@utility.example'";
    let people = sql::value::<Option<i64>>(portal.pool(), query, &[]).await;
    assert_eq!(people, Some(0));
    assert_eq!(recipients(&portal).await, [PCCR]);
    let again =
        ict.call::<AddTNBUser>(asked("new@utility.example", Role::GlbAccountManager)).await.expect_err("it is pending");
    assert_eq!((again.status, again.fields()), (409, vec![("emailAddress", Code::StaffProposalWaits)]));

    let own = waiting(&ict).await;
    assert!(own.is_own && own.why_not.as_deref().is_some_and(|why| why.contains("Another officer must confirm it")));
    assert_eq!(confirm(&ict, &own).await.expect_err("the same officer").code(), Code::SecondOfficerNeeded);
    let other = waiting(&pccr).await;
    assert_eq!(
        (other.is_own, other.why_not.as_deref(), other.role, other.role_before),
        (false, None, Role::PccrAdmin, None)
    );
    confirm(&pccr, &other).await.expect("confirmed");
    assert_eq!(id_of(portal.pool(), "new@utility.example").await, proposed.user_id);
    assert_eq!(recipients(&portal).await, [ICT, "new@utility.example", PCCR]);
    let query = "select data ->> 'proposedBy' from fact where kind = 'StaffAdded'";
    let by = sql::value::<Option<String>>(portal.pool(), query, &[]).await;
    assert_eq!(by.as_deref(), Some(id_of(portal.pool(), ICT).await.as_str()));
    let gone = confirm(&pccr, &other).await.expect_err("it is confirmed");
    assert_eq!((gone.status, gone.code()), (404, Code::StaffProposalNotFound));

    // A role without rights over payments or staff users needs no second officer.
    let free = ict.call::<AddTNBUser>(asked("glb2@utility.example", Role::GlbAccountManager)).await.expect("added");
    assert!(!free.awaits_second_officer);
    assert!(!promote(&ict, &proposed.user_id, Role::Ict).await.expect("a lesser role"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_waits_and_can_be_turned_down() {
    let portal = portal().await;
    let (ict, pccr) = (session_of(&portal, ICT).await, session_of(&portal, PCCR).await);
    let glb = id_of(portal.pool(), GLB).await;
    assert!(promote(&ict, &glb, Role::PccrAdmin).await.expect("proposed"));
    let role = sql::value::<Option<String>>(portal.pool(), "select role from person where email = $1", &[&GLB]).await;
    assert_eq!(role.as_deref(), Some("glbAccountManager"));
    let refused = promote(&pccr, &glb, Role::Ict).await.expect_err("it is pending");
    assert_eq!(refused.fields(), [("role", Code::StaffProposalWaits)]);
    let turn_down = |proposal: &StaffProposal, remark: &str| TurnDownStaffRequest {
        proposal_id: proposal.proposal_id.clone(),
        remark: remark.to_owned(),
    };
    let proposal = waiting(&pccr).await;
    let blank = pccr.call::<TurnDownStaffProposal>(turn_down(&proposal, " ")).await.expect_err("a reason is needed");
    assert_eq!(blank.fields(), [("remark", Code::RemarkRequired)]);
    pccr.call::<TurnDownStaffProposal>(turn_down(&proposal, "Nobody told me.")).await.expect("turned down");
    assert!(proposals(&ict).await.is_empty());

    assert!(promote(&ict, &glb, Role::PccrAdmin).await.expect("proposed"));
    confirm(&pccr, &waiting(&pccr).await).await.expect("confirmed");
    let kinds: Vec<_> = notes(portal.pool()).await.into_iter().map(|(kind, ..)| kind).collect();
    let expected = ["StaffProposed", "StaffChanged", "StaffProposalTurnedDown", "StaffProposed", "StaffChanged"];
    assert_eq!(kinds.iter().filter(|kind| kind.starts_with("Staff")).count(), expected.len(), "{kinds:?}");
    assert!(recipients(&portal).await.contains(&GLB.to_owned()), "the user whose role changed is notified");
    // Deleting a user deletes proposals about that user.
    let promoted =
        ict.call::<AddTNBUser>(asked("x@utility.example", Role::GlbAccountManager)).await.expect("added").user_id;
    promote(&ict, &promoted, Role::Ict).await.expect("proposed");
    ict.call::<DeleteTNBUser>(one(&promoted)).await.expect("deleted");
    assert!(proposals(&pccr).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_insider_cannot_create_their_own_second_officer() {
    let portal = portal().await;
    let deputy = "deputy@utility.example";
    let honest = Person { email: deputy, name: "Irfan", role: "pccrAdmin", bulk_id: None, pays: false, keeps: false };
    given::person(portal.pool(), honest).await;
    let (insider, ict) = (session_of(&portal, PCCR).await, session_of(&portal, ICT).await);
    let made = payment(&portal).await;
    assert_eq!(accept(&insider, &made).await.expect("proposed"), Status::PendingApproval);

    // The insider adds an officer, or a user who can add officers: both await another officer.
    for role in [Role::PccrAdmin, Role::Ict] {
        let own = insider.call::<AddTNBUser>(asked("own@mailbox.example", role)).await.expect("a proposal");
        assert!(own.awaits_second_officer);
        let proposal = waiting(&insider).await;
        assert_eq!(confirm(&insider, &proposal).await.expect_err("alone").code(), Code::SecondOfficerNeeded);
        let resent =
            insider.call::<ResendActivationTNBUser>(one(&own.user_id)).await.expect_err("the user does not exist");
        assert_eq!(resent.code(), Code::UserNotFound);
        let back = TurnDownStaffRequest { proposal_id: proposal.proposal_id, remark: "A typing error.".to_owned() };
        insider.call::<TurnDownStaffProposal>(back).await.expect("withdrawn");
    }
    // The insider adds a user without rights, then tries to promote that user.
    let mole = insider
        .call::<AddTNBUser>(asked("mole@mailbox.example", Role::GlbAccountManager))
        .await
        .expect("added")
        .user_id;
    let as_glb = activate(&portal, "mole@mailbox.example").await;
    assert_eq!(accept(&as_glb, &made).await.expect_err("views only").status, 403);
    assert!(promote(&insider, &mole, Role::PccrAdmin).await.expect("proposed"));
    assert_eq!(accept(&as_glb, &made).await.expect_err("views only").status, 403);
    assert_eq!(confirm(&insider, &waiting(&insider).await).await.expect_err("alone").code(), Code::SecondOfficerNeeded);

    // An honest colleague confirms the mole as officer. The mole still cannot act as second officer for the insider, in
    // either order.
    confirm(&ict, &waiting(&ict).await).await.expect("confirmed");
    let mole = session_of(&portal, "mole@mailbox.example").await;
    let refused = accept(&mole, &made).await.expect_err("appointed by the proposer");
    assert_eq!((refused.status, refused.code()), (409, Code::OfficersNotIndependent));
    assert!(refused.body.error_message.contains("Ask an officer whom neither of you appointed to confirm it"));
    let about = json!({ "transactionNo": made.transaction_no });
    let shown = mole.call_raw::<GetAdminPaymentDetails>(about).await.expect("the payment");
    assert_eq!(shown["head"]["proposed"]["isRelated"], true);
    let second = payment(&portal).await;
    accept(&mole, &second).await.expect("proposed");
    assert_eq!(accept(&insider, &second).await.expect_err("the other way").code(), Code::OfficersNotIndependent);

    // The same through a chain: the insider also cannot confirm an officer whom the mole proposes.
    mole.call::<AddTNBUser>(asked("mole2@mailbox.example", Role::PccrAdmin)).await.expect("a proposal");
    let refused = confirm(&insider, &waiting(&insider).await).await.expect_err("appointed by them");
    assert_eq!(refused.code(), Code::OfficersNotIndependent);
    confirm(&ict, &waiting(&ict).await).await.expect("confirmed");
    let mole2 = activate(&portal, "mole2@mailbox.example").await;
    assert_eq!(accept(&mole2, &made).await.expect_err("a chain").code(), Code::OfficersNotIndependent);

    // Deleted and added again with the same address, the user is new and needs confirmation again.
    let mole2_id = id_of(portal.pool(), "mole2@mailbox.example").await;
    insider.call::<DeleteTNBUser>(one(&mole2_id)).await.expect("deleted");
    let back = insider.call::<ResendActivationTNBUser>(one(&mole2_id)).await.expect_err("a deleted user");
    assert_eq!(back.code(), Code::UserNotFound);
    let back = insider.call::<AddTNBUser>(asked("mole2@mailbox.example", Role::PccrAdmin)).await.expect("a proposal");
    assert!(back.awaits_second_officer);

    // An honest officer's address cannot be changed, and a password reset goes only to that officer's mailbox.
    let deputy_id = id_of(portal.pool(), deputy).await;
    let change = json!({ "userId": deputy_id, "username": "Irfan", "mobileNo": "123456789", "emailAddress": "own@mailbox.example" });
    let _ = insider.call_raw::<UpdateTNBUser>(change).await;
    assert_eq!(id_of(portal.pool(), deputy).await, deputy_id);
    let before = recipients(&portal).await;
    let request = EmailRequest { email: Email::parse(deputy).expect("an address") };
    portal.visitor().call::<AdminForgotPassword>(request).await.expect("a link");
    let mut after = recipients(&portal).await;
    for old in &before {
        let at = after.iter().position(|new| new == old).expect("it is still there");
        after.remove(at);
    }
    assert_eq!(after, [deputy]);

    // An officer whom neither of them appointed confirms.
    let deputy = session_of(&portal, deputy).await;
    assert_eq!(accept(&deputy, &made).await.expect("confirmed"), Status::Processing);
}

/// `gridbill check` finds a payment confirmed by an officer whom the proposer appointed, even if it was written
/// directly.
#[tokio::test(flavor = "multi_thread")]
async fn the_check_names_officers_who_appointed_one_another() {
    let portal = portal().await;
    let (ict, pccr) = (session_of(&portal, ICT).await, session_of(&portal, PCCR).await);
    let made = payment(&portal).await;
    accept(&pccr, &made).await.expect("proposed");
    ict.call::<AddTNBUser>(asked("new@utility.example", Role::PccrAdmin)).await.expect("a proposal");
    confirm(&pccr, &waiting(&pccr).await).await.expect("confirmed");
    let invariant = "the second officer neither appointed the first nor was appointed by them";
    let broken = async || {
        let (_, findings) = gridbill::check::look(portal.pool()).await.expect("a check");
        findings.into_iter().find(|finding| finding.invariant == invariant).expect("the invariant").rows
    };
    assert_eq!(broken().await, [""; 0]);
    // Directly in the database, make ICT the proposer and let the new officer confirm.
    portal
        .damage(
            "update fact set actor_id = (select person_id from person where email = 'ict@utility.example')
             where kind = 'AcceptanceProposed';
             insert into fact (subject, place, kind, data, about, actor_id, actor_name, happened_at, hash)
             select subject, place + 1, 'PaymentAccepted', data, about,
                    (select person_id from person where email = 'new@utility.example'), 'Ismail', happened_at, hash
             from fact where kind = 'AcceptanceProposed'",
        )
        .await;
    assert_eq!(broken().await, [format!("{}: PaymentAccepted by Ismail", made.transaction_no)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_master_and_the_user_read_of_a_role_that_was_changed() {
    let portal = Portal::with_people().await;
    let master = session_of(&portal, "master@sinar.example").await;
    let viewer = id_of(portal.pool(), "viewer@sinar.example").await;
    let request = json!({ "userId": viewer, "role": "member", "permissions": ["makePayments"] });
    master.call_raw::<UpdateBulkUser>(request).await.expect("changed");
    assert_eq!(recipients(&portal).await, ["master@sinar.example", "viewer@sinar.example"]);
    let text = sql::value::<String>(portal.pool(), "select body_text from mail limit 1", &[]).await;
    assert!(text.contains("Before: Viewer") && text.contains("Now: Member (Make payments)"), "{text}");
}
