//! Tests of who sees which entries, and of their words.

use std::collections::BTreeSet;

use super::*;
use crate::Language;
use crate::fact::tests::facts;
use crate::fact::{AccountState, AccountsFact, ChangedAccount, MemberState, PeopleFact};
use crate::permission::Permissions;

const fn reader(side: Audience, role: Option<Role>) -> Reader {
    Reader { side, role, permissions: Permissions { make_payments: true, manage_accounts: true } }
}

fn seen(role: Role) -> VisibleSubjects {
    let side = if role.is_staff() { Audience::Staff } else { Audience::Customers };
    VisibleSubjects::by(reader(side, Some(role)), true)
}

#[test]
fn every_fact_is_found_by_its_subject_and_every_name_is_a_facts() {
    let mut names = BTreeSet::new();
    for fact in facts() {
        let kind = fact.to_stored().expect("written").kind;
        assert!(ActivitySubject::of(&fact).kinds().contains(&kind.as_str()), "{kind}");
        names.insert(kind);
    }
    let listed: Vec<&str> = ActivitySubject::ALL.iter().flat_map(|subject| subject.kinds()).copied().collect();
    assert_eq!(listed.len(), names.len());
    assert_eq!(listed.into_iter().map(str::to_owned).collect::<BTreeSet<_>>(), names);
}

#[test]
fn a_master_sees_all_of_the_company_and_others_nothing_of_its_people() {
    let of_staff_only = [ActivitySubject::CustomerView, ActivitySubject::Operations];
    let master = seen(Role::Master);
    assert!(!master.is_all);
    for subject in ActivitySubject::ALL {
        assert_ne!(master.subjects.contains(subject), of_staff_only.contains(subject), "{subject:?}");
    }
    assert_eq!(master.kinds(), kinds_of_customers());
    for role in [Role::Member, Role::Viewer] {
        let seen = seen(role);
        assert!(
            seen.subjects.contains(&ActivitySubject::Payments) && seen.subjects.contains(&ActivitySubject::Company)
        );
        assert!(!seen.subjects.contains(&ActivitySubject::People) && !seen.kinds().contains(&"DownloadReady"));
    }
    // Without an electricity account, bills, payments and users are closed. A user without a bulk account sees only
    // their own.
    let closed = VisibleSubjects::by(reader(Audience::Customers, Some(Role::Master)), false);
    let open = [ActivitySubject::Registration, ActivitySubject::Company, ActivitySubject::Accounts];
    assert_eq!(closed.subjects, open);
    assert!(VisibleSubjects::by(reader(Audience::Customers, None), true).subjects.is_empty());
}

#[test]
fn staff_who_serve_customers_see_everything() {
    assert!(seen(Role::PccrAdmin).is_all && seen(Role::GlbAccountManager).is_all);
    let ict = seen(Role::Ict);
    assert_eq!(ict.subjects, [ActivitySubject::People, ActivitySubject::Operations]);
    assert!(!ict.is_all);
}

#[test]
fn customers_do_not_see_from_where_the_utility_acts() {
    use Audience::{Customers, Staff};
    assert!(shows_origin(Customers, Some(Role::Viewer), false) && !shows_origin(Customers, Some(Role::Ict), true));
    assert!(shows_origin(Customers, None, true) && !shows_origin(Customers, None, false));
    assert!(shows_origin(Staff, Some(Role::Ict), false) && shows_origin(Staff, None, false));
}

#[test]
fn changes_have_distinct_words_in_both_languages() {
    let mut with_changes = 0;
    for fact in facts() {
        for to in [Audience::Customers, Audience::Staff] {
            let [english, malay] = Language::ALL.map(|language| changes(&fact, to, language));
            assert_eq!(english.len(), malay.len(), "{fact:?}");
            for change in english.iter().chain(&malay) {
                assert!(!change.label.is_empty() && change.before != change.after, "{change:?}");
            }
            with_changes += english.len();
        }
    }
    assert!(with_changes > 80, "only {with_changes}");
}

#[test]
fn a_change_has_the_values_before_and_after() {
    let shown = |fact: &Fact, to, language| {
        let all = changes(fact, to, language);
        all.into_iter().map(|one| (one.label, one.before, one.after)).collect::<Vec<_>>()
    };
    let row = |label: &str, before: Option<&str>, after: Option<&str>| {
        (label.to_owned(), before.map(str::to_owned), after.map(str::to_owned))
    };
    let all = facts();
    let asked = all.iter().find(|fact| fact.to_stored().expect("written").kind == "InsufficientRequested");
    let asked = asked.expect("such a fact");
    assert_eq!(
        shown(asked, Audience::Customers, Language::En),
        [
            row("Status", Some("Processing"), Some("Action Required")),
            row("Amount", Some("RM\u{a0}100.00"), Some("RM\u{a0}70.00")),
        ]
    );
    assert_eq!(
        shown(asked, Audience::Staff, Language::Ms)[0],
        row("Status", Some("Menunggu Kelulusan"), Some("Menunggu Penyesuaian (Tidak Mencukupi)"))
    );
    let member = |role, make_payments| MemberState {
        nickname: Some("Badrul".to_owned()),
        role,
        permissions: Permissions { make_payments, manage_accounts: false },
    };
    let (before, after) = (member(Role::Viewer, false), member(Role::Member, true));
    let changed = PeopleFact::MemberChanged { user_id: "1".to_owned(), before, after };
    assert_eq!(
        shown(&changed.into(), Audience::Customers, Language::En),
        [row("Role", Some("Viewer"), Some("Member")), row("Permissions", None, Some("Make payments"))]
    );
    let state = |group: Option<&str>| AccountState { reference_id: None, group_id: group.map(str::to_owned) };
    let moved = |number: u32| ChangedAccount {
        account_no: format!("2100000000{number:02}"),
        before: state(Some("1")),
        after: state(Some("2")),
    };
    let moved: Fact = AccountsFact::AccountsChanged { accounts: (0..22).map(moved).collect() }.into();
    let moved = shown(&moved, Audience::Customers, Language::En);
    assert_eq!(moved[0], row("210000000000: group", Some("a group"), Some("another group")));
    assert_eq!((moved.len(), moved[20].2.as_deref()), (21, Some("2 more")));
}

#[cfg(feature = "schema")]
#[test]
fn a_file_has_changes_as_one_text() {
    let change = |label: &str, before: Option<&str>, after: Option<&str>| ActivityChange {
        label: label.to_owned(),
        before: before.map(str::to_owned),
        after: after.map(str::to_owned),
    };
    let all = [change("Role", Some("Viewer"), Some("Member")), change("Nickname", None, Some("Bad"))];
    assert_eq!(changes::as_text(&all, Language::En), "Role: Viewer → Member; Nickname: nothing → Bad");
}

#[test]
fn an_id_is_a_number() {
    assert_eq!(parse_id("lastId", "12"), Ok(12));
    assert_eq!(parse_id("lastId", "x").expect_err("refused").code, Code::Unreadable);
}

#[test]
fn a_changed_profile_has_the_words_of_its_values() {
    let map = |value: serde_json::Value| value.as_object().cloned().expect("fields");
    let fact = Fact::People(PeopleFact::ProfileChanged {
        before: map(serde_json::json!({ "name": "Aina", "emailOpting": true, "language": "en", "theme": "light" })),
        after: map(serde_json::json!({ "name": "Aina B", "emailOpting": false, "language": "ms", "theme": "dark",
            "mobileNo": "+60123456789" })),
    });
    let shown = |language| changes::as_text(&changes(&fact, Audience::Staff, language), language);
    let english = shown(Language::En);
    for change in ["Aina → Aina B", "Yes → No", "English → Malay", "Light → Dark", "nothing → +60123456789"] {
        assert!(english.contains(change), "{change} is not in {english}");
    }
    let malay = shown(Language::Ms);
    for change in ["Aina → Aina B", "Ya → Tidak", "Inggeris → Bahasa Melayu", "Cerah → Gelap"] {
        assert!(malay.contains(change), "{change} is not in {malay}");
    }
}

#[test]
fn each_preference_of_a_profile_has_words() {
    use crate::identity::profile::PREFERENCES;
    for (field, values) in PREFERENCES {
        for value in *values {
            let preference = |value: &str| serde_json::Map::from_iter([((*field).to_owned(), value.into())]);
            let fact = Fact::People(PeopleFact::ProfileChanged { before: preference("?"), after: preference(value) });
            let changes = changes(&fact, Audience::Customers, Language::Ms);
            assert!(!changes.is_empty(), "{field}");
            for change in changes {
                assert!(change.after.is_some_and(|after| after != *value), "{field}: {value}");
            }
        }
    }
}
