use super::*;
use crate::endpoint::Feature;
use crate::{Instant, Language};

fn at(text: &str) -> Instant {
    Instant::parse(text).expect("an instant")
}

fn freeze(from: &str, to: &str, features: &[Feature]) -> Freeze {
    Freeze { from: at(from), to: at(to), features: features.to_vec() }
}

fn content(to: Option<&str>) -> Announced {
    Announced {
        kind: AnnouncementKind::UnplannedDowntime,
        placement: Placement::Everywhere,
        title: InBoth { en: "Down".into(), ms: "Terganggu".into() },
        text: InBoth { en: "We work on it".into(), ms: "Kami sedang berusaha".into() },
        services: None,
        shown_from: at("2026-11-20T01:00:00Z"),
        from: at("2026-11-20T02:00:00Z"),
        to: to.map(at),
        returns_at: None,
        freezes: Vec::new(),
    }
}

#[test]
fn adjacent_freezes_are_merged() {
    let freezes = [
        freeze("2026-11-20T06:00:00Z", "2026-11-20T08:00:00Z", &[Feature::Groups, Feature::Accounts]),
        freeze("2026-11-20T02:00:00Z", "2026-11-20T06:00:00Z", &[Feature::Accounts]),
        freeze("2026-11-20T09:00:00Z", "2026-11-20T10:00:00Z", &[Feature::Accounts]),
    ];
    let until = |features: &[Feature], now: &str| frozen_until(&freezes, features, at(now));
    assert_eq!(until(&[Feature::Accounts], "2026-11-20T01:59:59Z"), None);
    assert_eq!(until(&[Feature::Accounts], "2026-11-20T02:00:00Z"), Some(at("2026-11-20T08:00:00Z")));
    assert_eq!(until(&[Feature::Groups], "2026-11-20T02:00:00Z"), None);
    assert_eq!(until(&[Feature::Groups, Feature::Details], "2026-11-20T06:00:00Z"), Some(at("2026-11-20T08:00:00Z")));
    assert_eq!(until(&[Feature::Accounts], "2026-11-20T08:00:00Z"), None);
    assert_eq!(until(&[], "2026-11-20T03:00:00Z"), None);
}

#[test]
fn an_announcement_appears_begins_and_ends() {
    let known = content(Some("2026-11-20T03:00:00Z"));
    for (now, state, next) in [
        ("2026-11-20T00:00:00Z", AnnouncementState::Scheduled, Some("2026-11-20T01:00:00Z")),
        ("2026-11-20T01:00:00Z", AnnouncementState::Upcoming, Some("2026-11-20T02:00:00Z")),
        ("2026-11-20T02:00:00Z", AnnouncementState::Running, Some("2026-11-20T03:00:00Z")),
        ("2026-11-20T03:00:00Z", AnnouncementState::Over, None),
    ] {
        assert_eq!((known.state(at(now)), known.next_at(at(now))), (state, next.map(at)), "{now}");
    }
    let unknown = content(None);
    assert_eq!(unknown.state(at("2027-11-20T00:00:00Z")), AnnouncementState::Running);
    assert_eq!(
        announcement_texts(&unknown, Language::En).time.as_deref(),
        Some("From 20 Nov 2026, 10:00, end not known.")
    );
}

#[test]
fn an_announcement_is_shown_before_and_while_it_applies() {
    let announced = |to, freezes: &[Feature]| Announced { freezes: freezes.to_vec(), ..content(to) };
    let ended = announced(Some("2026-11-20T04:00:00Z"), &[Feature::Accounts]);
    for (now, is_on_show) in [
        ("2026-11-20T00:59:59Z", false),
        ("2026-11-20T01:00:00Z", true),
        ("2026-11-20T02:00:00Z", true),
        ("2026-11-20T03:59:59Z", true),
        ("2026-11-20T04:00:00Z", false),
    ] {
        assert_eq!(ended.is_on_show(at(now)), is_on_show, "{now}");
    }
    let frozen = freeze("2026-11-20T02:00:00Z", "2026-11-20T04:00:00Z", &[Feature::Accounts]);
    assert_eq!(ended.freeze(), Some(frozen));
    assert_eq!(announced(Some("2026-11-20T04:00:00Z"), &[]).freeze(), None);
    assert_eq!(announced(None, &[]).freeze(), None);
}
