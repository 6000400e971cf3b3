//! Tests of when a day begins, and of the formats of days and instants.

use super::*;

#[test]
fn days_are_written_as_format_writes_them() {
    let first = NaiveDate::from_ymd_opt(-1, 12, 1).expect("a day");
    let last = NaiveDate::from_ymd_opt(9_999, 12, 1).expect("a day");
    for date in first.iter_days().take(800).chain(last.iter_days().take(60)).chain(first.iter_days().step_by(4_001)) {
        let expected = format!("{:04}-{:02}-{:02}", date.year(), date.month(), date.day());
        assert_eq!(Day(date).to_string(), expected);
        if date.year() > 20_000 {
            break;
        }
    }
}

#[test]
fn a_day_begins_at_four_in_the_afternoon_utc() {
    let before = Instant::parse("2026-11-19T15:59:59Z").unwrap();
    assert_eq!(Day::at(before).to_string(), "2026-11-19");
    assert_eq!(Day::at(before.plus_seconds(1)).to_string(), "2026-11-20");
    assert_eq!(Day::parse("2026-11-20").unwrap().begins(), before.plus_seconds(1));
}

#[test]
fn days_are_shown_in_the_persons_language() {
    let day = Day::parse("2026-08-01").unwrap();
    assert_eq!(day.shown(Language::En), "01 Aug 2026");
    assert_eq!(day.shown(Language::Ms), "01 Ogo 2026");
    assert_eq!(Instant::parse("2026-11-20T02:05:00Z").unwrap().shown(Language::En), "20 Nov 2026, 10:05");
}

#[test]
fn only_one_format_of_a_day_is_read() {
    for text in ["2026-1-1", "20261120", "2026-02-30", "+2026-1-01", ""] {
        assert_eq!(Day::parse(text), Err(Code::DateInvalid), "{text}");
    }
}

#[test]
fn a_wait_is_shown_in_whole_days() {
    let today = Day::parse("2026-11-20").unwrap();
    for (days, en, ms) in [
        (-1, "waiting since today", "menunggu sejak hari ini"),
        (0, "waiting since today", "menunggu sejak hari ini"),
        (1, "waiting 1 day", "menunggu 1 hari"),
        (12, "waiting 12 days", "menunggu 12 hari"),
    ] {
        let since = today.plus_days(-days);
        assert_eq!((&*since.waited_shown(today, Language::En), &*since.waited_shown(today, Language::Ms)), (en, ms));
    }
}
