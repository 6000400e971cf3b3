//! Each fact survives storing and reading, and has its sentences.

mod given;

use std::collections::{BTreeMap, BTreeSet};

use crate::audience::{ByEmail, Recipients};
use crate::permission::Scope;
use serde_json::json;

use super::*;
use crate::Code;
use crate::payments::{Event, PaymentMethod, PaymentState};
use crate::permission::{Action, Area, Role};
use crate::personal_data::erase::KeptTexts;
use crate::registration::{RegistrationStatus, Step};

pub(crate) use given::facts;
use given::{money, payments};

#[test]
fn stored_facts_are_read_again() {
    let mut kinds = BTreeSet::new();
    for fact in facts() {
        let stored = fact.to_stored().expect("written");
        kinds.insert(stored.kind.clone());
        assert_eq!(Fact::from_stored(stored.clone()).expect("read"), fact, "{stored:?}");
    }
    // The payment events and registration steps, then: companies, accounts, people, colleagues, statements, bills,
    // findings, files, customer view mode, operations, queries, approvals, addresses, accounting, webhooks,
    // API tokens, personal data.
    assert_eq!(
        kinds.len(),
        Event::ALL.len() + Step::ALL.len() + 3 + 17 + 38 + 3 + 3 + 3 + 10 + 2 + 3 + 8 + 10 + 14 + 6 + 5 + 7 + 5 + 7
    );
    for event in Event::ALL {
        assert!(kinds.contains(event.kind()), "{event:?}");
    }
}

/// Facts are kept for years, and readers skip what they cannot read. So a fact's stored form must stay as it is. A new
/// fact is a new line of the fixture.
#[test]
fn the_stored_forms_are_those_of_the_fixture() {
    let fixture = include_str!("../../../../fixtures/stored/facts.jsonl");
    let mut kept: Vec<Value> = fixture.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let mut missing = Vec::new();
    for fact in facts() {
        let StoredFact { kind, data } = fact.to_stored().expect("written");
        let stored = json!({ "kind": kind, "data": data });
        match kept.iter().position(|one| *one == stored) {
            Some(place) => drop(kept.swap_remove(place)),
            None => missing.push(stored.to_string()),
        }
    }
    assert!(missing.is_empty(), "not in fixtures/stored/facts.jsonl:\n{}", missing.join("\n"));
    assert!(kept.is_empty(), "no fact is stored like this any more: {kept:?}");
}

/// After an erasure, a fact is still read and has its sentences.
#[test]
fn a_fact_without_its_personal_texts_is_read_again() {
    let mut personal = 0;
    for fact in facts() {
        let StoredFact { kind, data } = fact.to_stored().expect("written");
        let Some(kept) = KeptTexts::of(&kind, "bulkAccount:1", "3050000001", &data) else { continue };
        personal += 1;
        let read = Fact::from_stored(StoredFact { kind: kind.clone(), data: kept.data });
        let sentence =
            read.unwrap_or_else(|error| panic!("{kind}: {error}")).sentence(FORMER_USER, Audience::Staff, Language::Ms);
        assert!(!sentence.contains(FORMER_USER) || !kind.contains("Member"), "{sentence}");
    }
    assert!(personal >= 20, "{personal}");
}

/// A new text of a fact is a new word of the fixture, after checking that it is not about a person. A personal one is a field of
/// `personal_fields` instead.
#[test]
fn an_erasure_leaves_the_texts_of_the_fixture() {
    let mut left = BTreeMap::<String, BTreeSet<String>>::new();
    for fact in facts() {
        let StoredFact { kind, data } = fact.to_stored().expect("written");
        let kept = KeptTexts::of(&kind, "bulkAccount:1", "3050000001", &data).map_or(data, |kept| kept.data);
        add_texts(&kept, "", left.entry(kind).or_default());
    }
    let told = |(kind, texts): (String, BTreeSet<String>)| format!("{kind}: {}", Vec::from_iter(texts).join(", "));
    let lines: BTreeSet<_> = left.into_iter().filter(|(_, texts)| !texts.is_empty()).map(told).collect();
    let fixture: BTreeSet<_> =
        include_str!("../../../../fixtures/stored/kept-texts.txt").lines().map(str::to_owned).collect();
    let missing: Vec<_> = lines.difference(&fixture).cloned().collect();
    assert!(missing.is_empty(), "not in fixtures/stored/kept-texts.txt:\n{}", missing.join("\n"));
    let gone: Vec<_> = fixture.difference(&lines).cloned().collect();
    assert!(gone.is_empty(), "no fact keeps these texts: {gone:?}");
}

/// Adds the names of fields with a text that is not erased.
fn add_texts(data: &Value, name: &str, names: &mut BTreeSet<String>) {
    match data {
        Value::String(text) if text != FORMER_USER && text.contains(char::is_alphabetic) => {
            names.insert(name.to_owned());
        }
        Value::Array(values) => values.iter().for_each(|value| add_texts(value, name, names)),
        Value::Object(fields) => fields.iter().for_each(|(name, value)| add_texts(value, name, names)),
        _ => {}
    }
}

#[test]
fn each_has_its_sentence_in_both_languages() {
    for fact in facts() {
        for to in [Audience::Customers, Audience::Staff] {
            let [english, malay] = Language::ALL.map(|language| fact.sentence("P1", to, language));
            assert!(english != malay && english.ends_with('.') && malay.ends_with('.'), "{english} / {malay}");
        }
        // An e-mail to users who must act says what to do. A reminder may say it.
        let asks = fact.requested_action(Language::Ms).is_some();
        let is_expected = match fact.recipients().by_email {
            Some(ByEmail::Needed(_)) => asks,
            Some(ByEmail::Reminder(_)) => true,
            None => !asks,
        };
        assert!(is_expected, "{fact:?}");
    }
}

#[test]
fn a_payments_fact_has_the_figures_of_its_page() {
    let facts = payments();
    let told: Vec<_> = facts.iter().take(7).map(|fact| (fact.amount(), fact.after.version, fact.after.paid)).collect();
    let (whole, found, over) = (money("100.00"), Some(money("70.00")), Some(money("105.00")));
    let (missing, excess) = (money("30.00"), money("5.00"));
    let expected = [
        (whole, 1, None),
        (missing, 1, found),
        (missing, 2, found),
        (excess, 2, over),
        (excess, 3, over),
        (whole, 3, over),
        (whole, 3, over),
    ];
    assert_eq!(told, expected);
    let notes: Vec<_> = facts.iter().take(5).map(PaymentFact::note).collect();
    let note = |text: &str| Some(text.to_owned());
    assert_eq!(notes, [note("A1, A2"), None, note("B1"), None, note("220000000001")]);
    let stored = Fact::Payment(facts[1].clone()).to_stored().expect("written");
    assert_eq!(stored.kind, "InsufficientRequested");
    let data = json!({
        "before": 2, "after": { "status": 8, "version": 1, "paid": "70.00" }, "billed": "100.00",
        "missing": "30.00", "paid": "70.00",
    });
    assert_eq!(stored.data, data);
    assert_eq!(
        Fact::Payment(facts[1].clone()).sentence("P1", Audience::Customers, Language::En),
        "For payment P1, RM\u{a0}70.00 was received instead of RM\u{a0}100.00: RM\u{a0}30.00 is still missing."
    );
}

#[test]
fn an_event_out_of_turn_makes_no_fact() {
    let (state, _) = PaymentState::begin(PaymentMethod::Fpx, money("2.00"), Vec::new());
    assert_eq!(state.apply_event(PaymentEvent::PaymentPosted).expect_err("not yet"), Code::PaymentMoved);
    let event = ApplicationEvent::RegistrationFinished;
    assert_eq!(RegistrationFact::of(RegistrationStatus::Approved, event), Err(Code::RegistrationMoved));
}

#[test]
fn staff_decide_and_customers_act() {
    let area = |scope: Option<Scope>| scope.map(|scope| (scope.area, scope.action));
    for fact in facts() {
        let told = fact.recipients();
        assert!(told.staff.is_none_or(Scope::exists) && told.customers.is_none_or(Scope::exists));
    }
    let submitted = Fact::Payment(payments().swap_remove(0)).recipients();
    assert_eq!(area(submitted.staff), Some((Area::PendingApproval, Action::Update)));
}

#[test]
fn a_query_tells_the_other_side() {
    use QueryFact::{QueryAnswered, QueryAssigned, QueryFileAdded, QueryReplied};
    let (customers, staff) = (Some((Area::Bill, Action::Update)), Some((Area::ManageBulkAccounts, Action::Update)));
    for fact in facts() {
        let Fact::Query(query) = &fact else { continue };
        let expected = match query {
            QueryAssigned { .. } => (None, None),
            QueryReplied { .. } | QueryFileAdded { by_staff: false, .. } => (None, staff),
            QueryAnswered { .. } | QueryFileAdded { by_staff: true, .. } => (customers, None),
            // What changes the hold of a bill concerns both.
            _ => (customers, staff),
        };
        let told = fact.recipients();
        let of = |scope: Option<Scope>| scope.map(|scope| (scope.area, scope.action));
        assert_eq!((of(told.customers), of(told.staff)), expected, "{fact:?}");
    }
}

#[test]
fn an_opened_query_names_every_bill_to_webhooks() {
    let related: Vec<_> = facts()
        .iter()
        .filter(|fact| matches!(fact, Fact::Query(QueryFact::QueryOpened { .. })))
        .flat_map(|fact| fact.webhook_events("Q1", "400000000001"))
        .map(|event| event.data.related.into_iter().map(|one| one.id).collect::<Vec<_>>())
        .collect();
    assert_eq!(related, [vec!["400000000001"], vec!["400000000001", "400000000002", "400000000003"]]);
}

#[test]
fn pages_read_again_what_a_payment_changed() {
    for fact in payments() {
        let event = fact.event.event();
        let is_of_bank = event.kind().starts_with("Fpx") || event.is_of_late_money();
        let topics = Fact::Payment(fact).topics();
        assert!(topics.contains(&Topic::Payments), "{event:?}");
        assert_eq!(topics.contains(&Topic::Gateway), is_of_bank, "{event:?}");
        // A step between officers leaves the bills as they are.
        assert_eq!(topics.contains(&Topic::Bills), is_of_bank || !event.is_internal(), "{event:?}");
    }
}

#[test]
fn an_e_mail_has_the_figures_of_its_fact() {
    let bulk_id = BulkId::parse("3050000001").expect("a bulk account");
    for fact in facts() {
        let rows = |language| fact.email_rows(Some(&bulk_id), "P1", language);
        let has_rows = matches!(
            fact,
            Fact::Payment(_)
                | Fact::Bills(BillsFact::BillsFallDue { .. })
                | Fact::Findings(FindingsFact::FindingsFound { .. })
        );
        let labels: Vec<_> = rows(Language::En).iter().map(|(label, _)| *label).collect();
        assert_eq!(labels.len() > 1, has_rows, "{fact:?}: {labels:?}");
        let values = |language| rows(language).into_iter().map(|(_, value)| value).collect::<Vec<_>>();
        match &fact {
            Fact::Payment(payment) => {
                let values = values(Language::En);
                assert_eq!(values[..2], ["3050000001", "P1"]);
                assert!(values.contains(&payment.amount().shown()), "{fact:?}: {values:?}");
                let is_told = matches!(payment.event, PaymentEvent::DifferencePaid { .. })
                    || matches!(payment.event, PaymentEvent::CreditChosen { .. } | PaymentEvent::LateToAccount { .. })
                    || matches!(payment.event, PaymentEvent::LateRefunded { .. });
                assert!(!is_told || payment.note().is_some_and(|note| values.contains(&note)), "{fact:?}: {values:?}");
                let received = match payment.event {
                    PaymentEvent::InsufficientRequested { paid, .. }
                    | PaymentEvent::OverpaymentRequested { paid, .. } => Some(paid),
                    _ => None,
                };
                assert!(received.is_none_or(|paid| values.contains(&paid.shown())), "{fact:?}: {values:?}");
            }
            Fact::Findings(FindingsFact::FindingsFound { batch_id, findings, bills, at_stake }) => {
                let expected = [
                    "3050000001".to_owned(),
                    batch_id.clone(),
                    findings.to_string(),
                    bills.to_string(),
                    at_stake.shown(),
                ];
                assert_eq!(values(Language::Ms), expected);
            }
            Fact::Bills(BillsFact::BillsFallDue { bills, total, .. }) => {
                let values = values(Language::En);
                assert!(values.contains(&bills.to_string()) && values.contains(&total.shown()), "{values:?}");
            }
            _ => {}
        }
    }
}

#[test]
fn the_banks_code_is_that_of_an_ended_payment() {
    let codes: Vec<_> = payments().iter().filter_map(|fact| fact.event.bank_code().map(str::to_owned)).collect();
    assert_eq!(codes, ["51", "1A", "76"]);
}

/// Says who is notified of a fact, as in the fixture.
fn told(fact: &Fact) -> String {
    let Recipients { customers, staff, affected_user, has_own_email, by_email, is_security } = fact.recipients();
    let mut told = Vec::new();
    told.extend(customers.map(|scope| format!("customers with {scope}")));
    told.extend(staff.map(|scope| format!("staff with {scope}")));
    told.extend(affected_user.then(|| "the user concerned".to_owned()));
    told.extend(has_own_email.then(|| "who gets a separate e-mail".to_owned()));
    told.extend(by_email.map(|by_email| match by_email {
        ByEmail::Needed(scope) => format!("an e-mail to customers with {scope}"),
        ByEmail::Reminder(scope) => format!("an e-mail to customers with {scope} who want reminders"),
    }));
    told.extend(is_security.then(|| "an e-mail to all of them".to_owned()));
    if told.is_empty() { "nobody".to_owned() } else { told.join(", ") }
}

#[test]
fn each_fact_notifies_whom_the_fixture_says() {
    // Facts that notify others when they are about a role.
    let about_roles = facts().into_iter().filter_map(|fact| match fact {
        Fact::People(PeopleFact::MemberChanged { user_id, before, after }) => {
            let after = MemberState { role: Role::Viewer, ..after };
            let before = MemberState { role: Role::Member, ..before };
            Some(PeopleFact::MemberChanged { user_id, before, after })
        }
        Fact::People(PeopleFact::StaffChanged { user_id, before, after, proposed_by }) => {
            let before = StaffState { role: Some(Role::GlbAccountManager), ..before };
            let after = StaffState { role: Some(Role::PccrAdmin), ..after };
            Some(PeopleFact::StaffChanged { user_id, before, after, proposed_by })
        }
        Fact::People(PeopleFact::UserDeleted { user_id, before }) => {
            let before = StaffState { bulk_id: Some("3050000001".to_owned()), ..before };
            Some(PeopleFact::UserDeleted { user_id, before })
        }
        _ => None,
    });
    let mut lines = BTreeSet::new();
    for fact in facts().into_iter().chain(about_roles.map(Fact::People)) {
        lines.insert(format!("{}: {}", fact.to_stored().expect("written").kind, told(&fact)));
    }
    let fixture: BTreeSet<_> = include_str!("../../../../fixtures/recipients.txt").lines().map(str::to_owned).collect();
    let missing: Vec<_> = lines.difference(&fixture).cloned().collect();
    assert!(missing.is_empty(), "not in fixtures/recipients.txt:\n{}", missing.join("\n"));
    let left: Vec<_> = fixture.difference(&lines).cloned().collect();
    assert!(left.is_empty(), "no fact notifies like this: {left:?}");
}
