//! Saved views: private or shared, validated against their list, and limited to their users.

use std::collections::BTreeMap;

use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::views::{
    DeleteView, GetViews, MAX_VIEWS, RenameView, RenameViewRequest, RestoreView, SaveView, SaveViewRequest, SavedView,
    ShareView, ShareViewRequest, ViewRequest, ViewsRequest,
};

use crate::support::{Actor, Portal};

fn view(list: &str, name: &str, said: &[(&str, &str)]) -> SaveViewRequest {
    let address: BTreeMap<String, String> =
        said.iter().map(|(param, value)| ((*param).to_owned(), (*value).to_owned())).collect();
    SaveViewRequest { list: list.to_owned(), name: name.to_owned(), address, is_shared: false }
}

fn history(name: &str) -> SaveViewRequest {
    view("billHistory", name, &[("status", "paid"), ("sort", "totalAmountPayable")])
}

async fn names(actor: &Actor, list: &str) -> Vec<String> {
    views(actor, list).await.into_iter().map(|view| view.name).collect()
}

async fn views(actor: &Actor, list: &str) -> Vec<SavedView> {
    actor.call::<GetViews>(ViewsRequest { list: list.to_owned() }).await.unwrap()
}

async fn share(actor: &Actor, view: &SavedView, is_shared: bool) -> Result<Nothing, crate::support::RefusedCall> {
    actor.call::<ShareView>(ShareViewRequest { view_id: view.view_id.clone(), is_shared }).await
}

fn meant(view: &SavedView) -> ViewRequest {
    ViewRequest { view_id: view.view_id.clone() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_view_is_private_until_it_is_shared_with_the_team() {
    let portal = Portal::with_people().await;
    let [viewer, payer, master] = [
        portal.sign_in("viewer@sinar.example").await,
        portal.sign_in("payer@sinar.example").await,
        portal.sign_in("master@sinar.example").await,
    ];
    let stranger = portal.sign_in("master@majlis.example").await;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    let saved = viewer.call::<SaveView>(history(" Paid, largest first ")).await.unwrap();
    assert_eq!(
        (saved.name.as_str(), saved.is_own, saved.may_change, saved.is_shared),
        ("Paid, largest first", true, true, false)
    );
    assert_eq!(saved.address["status"], "paid");
    assert_eq!(names(&viewer, "billHistory").await, ["Paid, largest first"]);
    assert_eq!(names(&viewer, "accounts").await, [""; 0]);
    for other in [&payer, &master, &stranger] {
        assert_eq!(names(other, "billHistory").await, [""; 0]);
    }

    share(&viewer, &saved, true).await.unwrap();
    for (colleague, may_change) in [(&payer, false), (&master, true)] {
        let theirs = views(colleague, "billHistory").await;
        assert_eq!(theirs.len(), 1);
        let [one] = &theirs[..] else { unreachable!() };
        assert_eq!((one.is_own, one.may_change, one.saved_by.as_str()), (false, may_change, "Devi"));
        assert_eq!(one.address, saved.address);
    }
    assert_eq!(names(&stranger, "billHistory").await, [""; 0]);

    // A user who sees a shared view but did not create it may not change it. For other users it is not found.
    let another = |name: &str| RenameViewRequest { view_id: saved.view_id.clone(), name: name.to_owned() };
    assert_eq!(payer.call::<RenameView>(another("Mine")).await.expect_err("not theirs").code(), Code::Forbidden);
    assert_eq!(payer.call::<DeleteView>(meant(&saved)).await.expect_err("not theirs").code(), Code::Forbidden);
    assert_eq!(share(&payer, &saved, false).await.expect_err("not theirs").code(), Code::Forbidden);
    for outsider in [&stranger, &staff] {
        for code in [
            outsider.call::<RenameView>(another("Mine")).await.expect_err("not found").code(),
            outsider.call::<DeleteView>(meant(&saved)).await.expect_err("not found").code(),
            outsider.call::<RestoreView>(meant(&saved)).await.expect_err("not found").code(),
            share(outsider, &saved, false).await.expect_err("not found").code(),
        ] {
            assert_eq!(code, Code::ViewNotFound);
        }
    }

    master.call::<RenameView>(another("Paid")).await.unwrap();
    assert_eq!(names(&viewer, "billHistory").await, ["Paid"]);
    master.call::<DeleteView>(meant(&saved)).await.unwrap();
    assert_eq!(names(&viewer, "billHistory").await, [""; 0]);
    master.call::<RestoreView>(meant(&saved)).await.unwrap();
    assert_eq!(names(&payer, "billHistory").await, ["Paid"]);
    share(&viewer, &saved, false).await.unwrap();
    assert_eq!(names(&payer, "billHistory").await, [""; 0]);
    assert_eq!(master.call::<DeleteView>(meant(&saved)).await.expect_err("private again").code(), Code::ViewNotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_view_has_only_parameters_of_its_list_and_needs_its_permission() {
    let portal = Portal::with_people().await;
    let viewer = portal.sign_in("viewer@sinar.example").await;
    let staff = portal.sign_in_staff("pccr@utility.example").await;
    for (request, code) in [
        (view("billHistory", "A", &[("batch", "2800000001")]), Code::Unreadable),
        (view("billHistory", "A", &[("open", "rename")]), Code::Unreadable),
        (view("billHistory", "A", &[("sort", "totalBills")]), Code::Unreadable),
        (view("nothing", "A", &[]), Code::ListUnknown),
        (view("allPayments", "A", &[("status", "paid")]), Code::ListUnknown),
        // Only users who manage users may read this list.
        (view("members", "A", &[]), Code::ListUnknown),
        (view("billHistory", "  ", &[]), Code::ViewNameRequired),
        (view("billHistory", &"x".repeat(61), &[]), Code::ViewNameInvalid),
    ] {
        assert_eq!(viewer.call::<SaveView>(request.clone()).await.expect_err("refused").code(), code, "{request:?}");
    }
    // A list that the user may not read answers like an unknown list.
    let mut refusals = Vec::new();
    for list in ["allPayments", "nothing"] {
        let refused = viewer.call::<GetViews>(ViewsRequest { list: list.to_owned() }).await.expect_err("refused");
        let sentence = refused.body.error_message.replacen(list, "LIST", 1);
        refusals.push((refused.status, refused.body.code, sentence));
    }
    assert_eq!((refusals[0].0, &refusals[0]), (400, &refusals[1]));
    // The refusal names the lists that the user may read, and no others.
    assert!(refusals[0].2.contains("outstandingBills") && !refusals[0].2.contains("pendingPayments"), "{refusals:?}");
    // Staff have their own views of staff lists, and none of customers' lists.
    let own = staff.call::<SaveView>(view("allPayments", "Paid", &[("status", "paid")])).await.unwrap();
    assert_eq!(names(&staff, "allPayments").await, ["Paid"]);
    assert_eq!(staff.call::<SaveView>(history("Paid")).await.expect_err("no customer").code(), Code::ListUnknown);
    let colleague = portal.sign_in_staff("glb@utility.example").await;
    assert_eq!(names(&colleague, "allPayments").await, [""; 0]);
    share(&staff, &own, true).await.unwrap();
    assert_eq!(names(&colleague, "allPayments").await, ["Paid"]);
    assert_eq!(colleague.call::<DeleteView>(meant(&own)).await.expect_err("not theirs").code(), Code::Forbidden);

    // A user without a bulk account has no views.
    crate::support::given::person_without_account(portal.pool(), "new@baru.example").await;
    let newcomer = portal.sign_in("new@baru.example").await;
    let asked = newcomer.call::<GetViews>(ViewsRequest { list: "billHistory".to_owned() }).await;
    assert_eq!(asked.expect_err("of no company").code(), Code::ListUnknown);
    assert_eq!(newcomer.call::<DeleteView>(meant(&own)).await.expect_err("of no company").code(), Code::ViewNotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn view_names_differ_and_a_user_has_at_most_fifty() {
    let portal = Portal::with_people().await;
    let [viewer, payer] = [portal.sign_in("viewer@sinar.example").await, portal.sign_in("payer@sinar.example").await];
    let first = viewer.call::<SaveView>(history("Johor")).await.unwrap();
    assert_eq!(viewer.call::<SaveView>(history("JOHOR")).await.expect_err("twice").code(), Code::ViewNameInUse);
    payer.call::<SaveView>(history("Johor")).await.unwrap();
    viewer.call::<SaveView>(view("accounts", "Johor", &[("state", "Johor")])).await.unwrap();
    let other = viewer.call::<SaveView>(history("Kedah")).await.unwrap();
    let renamed = RenameViewRequest { view_id: other.view_id.clone(), name: "johor".to_owned() };
    assert_eq!(viewer.call::<RenameView>(renamed).await.expect_err("twice").code(), Code::ViewNameInUse);

    // Deleting a view frees its name. It can be restored only while the name is free.
    viewer.call::<DeleteView>(meant(&first)).await.unwrap();
    assert_eq!(viewer.call::<DeleteView>(meant(&first)).await.expect_err("gone").code(), Code::ViewNotFound);
    let again = viewer.call::<SaveView>(history("Johor")).await.unwrap();
    assert_eq!(viewer.call::<RestoreView>(meant(&first)).await.expect_err("taken").code(), Code::ViewNameInUse);
    viewer.call::<DeleteView>(meant(&again)).await.unwrap();
    viewer.call::<RestoreView>(meant(&first)).await.unwrap();

    for number in 3..MAX_VIEWS {
        viewer.call::<SaveView>(history(&format!("View {number}"))).await.unwrap();
    }
    let full = viewer.call::<SaveView>(history("One more")).await.expect_err("too many");
    assert_eq!((full.code(), &full.body.params["limit"]), (Code::ViewsTooMany, &serde_json::json!(MAX_VIEWS)));
    assert_eq!(viewer.call::<RestoreView>(meant(&again)).await.expect_err("too many").code(), Code::ViewsTooMany);
    payer.call::<SaveView>(history("Kedah")).await.unwrap();
    // After a day the deletion is final.
    viewer.call::<DeleteView>(meant(&first)).await.unwrap();
    portal.advance(chrono::TimeDelta::hours(25));
    gridbill::serve::tidy::tidy(&portal.app).await.unwrap();
    let viewer = portal.sign_in("viewer@sinar.example").await;
    assert_eq!(
        viewer.call::<RestoreView>(meant(&first)).await.expect_err("deleted for good").code(),
        Code::ViewNotFound
    );
}
