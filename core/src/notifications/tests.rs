//! Tests of where links lead.

use super::*;
use crate::endpoint::path_names;
use crate::fact::tests::facts;
use crate::fact::{AccountsFact, PeopleFact};

#[test]
fn a_link_leads_where_its_reader_may_go() {
    let of = |role| Reader { side: Audience::Customers, role, permissions: Permissions::default() };
    let joined = PeopleFact::InvitationAccepted { role: Role::Viewer, permissions: Permissions::default() };
    let screen = |role, fact: Fact| of(role).link(&fact, "1", "a@b.example").map(|link| link.screen);
    assert_eq!(screen(Some(Role::Master), joined.clone().into()).as_deref(), Some("users"));
    assert_eq!(screen(Some(Role::Viewer), joined.into()).as_deref(), Some("profile"));
    let group = AccountsFact::GroupMade { group_id: "7".to_owned(), accounts: Vec::new() };
    let link = of(Some(Role::Viewer)).link(&group.clone().into(), "7", "Utara").expect("a link");
    assert_eq!((link.screen.as_str(), link.params["groupId"].as_str()), ("group", "7"));
    assert_eq!(link.path(), "/manageAccount/groups/7");
    // A user who no longer belongs to a bulk account cannot open it.
    assert_eq!(screen(None, group.into()), None);
}

#[test]
fn values_outside_the_path_are_in_the_query() {
    let params = BTreeMap::from([("search".to_owned(), "210000000001".to_owned())]);
    let link = NotificationLink { screen: "statements".to_owned(), params };
    assert_eq!(link.path(), "/billPayment/statements?search=210000000001");
}

#[test]
fn an_id_is_a_number() {
    assert_eq!(parse_id("lastId", "12"), Ok(12));
    assert_eq!(parse_id("lastId", "x").expect_err("refused").code, Code::Unreadable);
}

#[test]
fn every_place_is_a_screen_with_all_that_its_address_needs() {
    for fact in facts() {
        for to in [Audience::Customers, Audience::Staff] {
            for place in fact.screen_targets("b2f1", "P1", to) {
                let path = address_of(place.screen).unwrap_or_else(|| panic!("{place:?} is not a screen"));
                for name in path_names(path) {
                    assert!(place.params.iter().any(|(one, _)| *one == name), "{place:?} has no parameter {name}");
                }
            }
        }
    }
}

#[test]
fn every_recipient_can_open_the_link() {
    let permissions = Permissions { make_payments: true, manage_accounts: true };
    for fact in facts() {
        let told = fact.recipients();
        for (side, scope) in [(Audience::Customers, told.customers), (Audience::Staff, told.staff)] {
            let Some(scope) = scope else { continue };
            for role in Role::ALL.iter().filter(|role| role.allows(permissions, scope)) {
                let reader = Reader { side, role: Some(*role), permissions };
                assert!(reader.link(&fact, "b2f1", "P1").is_some(), "{role:?} cannot open {fact:?}");
            }
        }
    }
}
