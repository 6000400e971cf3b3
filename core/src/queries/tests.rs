use super::*;
use crate::{Code, Day, Language};

fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

#[test]
fn an_ended_query_never_changes_and_an_open_one_can_end() {
    use QueryEvent::{Accept, Answer, BillLeft, Close, Reply, Silence};
    let events = [Answer, Reply, Accept, Close, Silence, BillLeft];
    for state in QueryState::ALL {
        let next: Vec<_> = events.iter().filter_map(|event| next_state(*state, *event)).collect();
        assert_eq!(state.is_open(), !next.is_empty(), "{state:?}");
        assert_eq!(state.is_open(), next.iter().any(|state| !state.is_open()), "{state:?}");
        assert!(state.is_open() || !state.awaits_answer());
    }
}

#[test]
fn a_conversation_passes_the_states_of_its_events() {
    use QueryEvent::{Accept, Answer, Close, Reply, Silence};
    let walk =
        |events: &[QueryEvent]| events.iter().try_fold(QueryState::Open, |state, event| next_state(state, *event));
    assert_eq!(walk(&[Reply, Answer, Reply, Answer, Accept]), Some(QueryState::Accepted));
    assert_eq!(walk(&[Answer, Silence]), Some(QueryState::Closed));
    assert_eq!(walk(&[Answer, Reply, Close]), Some(QueryState::Closed));
    assert_eq!(walk(&[Close]), Some(QueryState::Withdrawn));
    // No one can accept an answer that was not given, and no silence ends a query that awaits one.
    assert_eq!(walk(&[Accept]), None);
    assert_eq!(walk(&[Answer, Reply, Silence]), None);
    assert_eq!(walk(&[Answer, Accept, Reply]), None);
}

#[test]
fn a_weekend_is_that_of_the_state() {
    // Friday, Saturday and Sunday.
    let days = ["2026-11-20", "2026-11-21", "2026-11-22"].map(day);
    assert_eq!(days.map(|day| is_working_day(day, "Selangor")), [true, false, false]);
    assert_eq!(days.map(|day| is_working_day(day, "Kedah")), [false, false, true]);
    assert_eq!(days.map(|day| is_working_day(day, "Johor")), [true, false, false]);
    assert_eq!(days.map(|day| is_working_day(day, "Atlantis")), [true, false, false]);
}

#[test]
fn a_holiday_on_the_last_day_of_a_weekend_moves_to_the_next_other_day() {
    // Deepavali 2026 is a Sunday. Sarawak does not observe it.
    assert!(!is_working_day(day("2026-11-09"), "Selangor"));
    assert!(is_working_day(day("2026-11-10"), "Selangor"));
    assert!(is_working_day(day("2026-11-09"), "Sarawak"));
    assert!(is_working_day(day("2026-11-09"), "Kelantan"));
    // Wesak Day 2026 is a Sunday, and the Monday after it is another holiday.
    assert!(!is_working_day(day("2026-06-02"), "Selangor"));
    assert!(is_working_day(day("2026-06-03"), "Selangor"));
    // Aidilfitri 2026 is a Saturday and a Sunday.
    assert!(!is_working_day(day("2026-03-23"), "Selangor"));
    assert!(is_working_day(day("2026-03-24"), "Selangor"));
    // New Year's Day is no holiday in five states.
    assert!(!is_working_day(day("2026-01-01"), "Selangor") && is_working_day(day("2026-01-01"), "Johor"));
}

#[test]
fn an_answer_is_due_after_five_working_days() {
    // A Friday: Monday to Friday of the next week in Selangor, Sunday to Thursday in Kedah.
    assert_eq!(answer_due(day("2026-11-20"), "Selangor"), day("2026-11-27"));
    assert_eq!(answer_due(day("2026-11-20"), "Kedah"), day("2026-11-26"));
    // Christmas is not counted.
    assert_eq!(answer_due(day("2026-12-23"), "Selangor"), day("2026-12-31"));
    let left = |today: &str| working_days_left(day(today), day("2026-11-27"), "Selangor");
    assert_eq!(["2026-11-20", "2026-11-26", "2026-11-27", "2026-11-28", "2026-12-01"].map(left), [5, 1, 0, 0, -2]);
    for asked in (0..700).map(|days| day("2026-01-01").plus_days(days)) {
        for state in ["Selangor", "Kedah", "Terengganu"] {
            let due = answer_due(asked, state);
            assert!(is_working_day(due, state));
            let left = working_days_left(asked, due, state);
            assert_eq!(left, ANSWER_WORKING_DAYS, "{asked} in {state}");
        }
    }
}

#[test]
fn a_holiday_of_a_state_is_one_only_there() {
    let is_off = |date: &str, state: &str| !is_working_day(day(date), state);
    // The additional day of Aidilfitri 2026, a Friday. In Kedah that is a day of the weekend, and no other day replaces it.
    assert!(["Selangor", "Johor", "Sabah", "Sarawak", "Kuala Lumpur"].iter().all(|state| is_off("2026-03-20", state)));
    assert!(!is_off("2026-03-23", "Kedah"));
    // The birthday of the Sultan of Selangor 2026, a Friday.
    assert!(is_off("2026-12-11", "Selangor") && !is_off("2026-12-11", "Johor"));
    // Thaipusam and Federal Territory Day 2026 are a Sunday.
    assert!(is_off("2026-02-02", "Kuala Lumpur") && is_off("2026-02-02", "Labuan") && !is_off("2026-02-02", "Melaka"));
    // The dates of 2027: Deepavali, Aidilfitri, Hari Raya Haji, Gawai.
    assert!(is_off("2027-10-28", "Selangor") && !is_off("2027-10-28", "Sarawak"));
    assert!(is_off("2027-03-10", "Perlis") && is_off("2027-03-11", "Perlis") && is_off("2027-03-12", "Melaka"));
    assert!(is_off("2027-05-17", "Sabah") && is_off("2027-05-18", "Kelantan") && !is_off("2027-05-18", "Sabah"));
    assert!(is_off("2027-06-02", "Sarawak") && !is_off("2027-06-02", "Sabah"));
    // An answer is due later by the additional day.
    assert_eq!(answer_due(day("2026-03-13"), "Selangor"), day("2026-03-24"));
}

#[test]
fn the_holidays_are_days_of_the_calendar_in_order() {
    let dates = HOLIDAYS.iter().map(|holiday| holiday.date);
    for (year, month, date) in dates.clone() {
        day(&format!("{year:04}-{month:02}-{date:02}"));
    }
    assert!(dates.is_sorted());
    for holiday in HOLIDAYS {
        let states = match holiday.observed {
            Observed::Everywhere => &[],
            Observed::Except(states) | Observed::Only(states) => states,
        };
        assert!(states.is_sorted() && states.iter().all(|state| crate::company::STATES.contains(state)), "{holiday:?}");
    }
    // A state has at least the eleven days that federal law asks for.
    for state in crate::company::STATES {
        for year in [2026, 2027] {
            let of_state = HOLIDAYS.iter().filter(|one| one.date.0 == year && one.observed.is_in(state));
            assert!((15..=24).contains(&of_state.count()), "{state} {year}");
        }
    }
}

#[test]
fn a_message_is_bounded_and_trimmed() {
    assert_eq!(check_message(" one\r\ntwo \n").as_deref(), Ok("one\ntwo"));
    let code = |message: &str| check_message(message).err().map(|problem| problem.code);
    assert_eq!(code(" \n"), Some(Code::QueryMessageRequired));
    assert_eq!(code(&"x".repeat(MAX_MESSAGE_LENGTH)), None);
    assert_eq!(code(&"x".repeat(MAX_MESSAGE_LENGTH + 1)), Some(Code::QueryMessageTooLong));
    assert_eq!(check_case_no(Some("  ")), Ok(None));
    assert_eq!(check_case_no(Some(" C-1 ")), Ok(Some("C-1".to_owned())));
    assert!(check_case_no(Some(&"x".repeat(MAX_CASE_NO_LENGTH + 1))).is_err());
}

#[test]
fn a_bill_of_a_query_counts_once_and_a_query_has_a_limit() {
    let number = |place: usize| InvoiceNo::parse(&format!("4{place:011}")).expect("a number");
    let bills =
        |others: &[usize]| check_bills(&number(0), &others.iter().map(|place| number(*place)).collect::<Vec<_>>());
    assert_eq!(bills(&[]), Ok(vec![number(0)]));
    assert_eq!(bills(&[2, 1, 2, 0]), Ok(vec![number(0), number(2), number(1)]));
    let all: Vec<_> = (1..MAX_BILLS).collect();
    let twice: Vec<_> = all.iter().chain(&all).copied().collect();
    assert_eq!(bills(&twice).map(|bills| bills.len()), Ok(MAX_BILLS));
    let more: Vec<_> = (1..=MAX_BILLS).collect();
    assert_eq!(bills(&more).map_err(|problem| problem.code), Err(Code::QueryBillsTooMany));
}

#[test]
fn every_kind_has_templates_in_both_languages() {
    for kind in QueryKind::ALL {
        let [english, malay] = Language::ALL.map(|language| answer_templates(*kind, language));
        assert!(english.len() >= 3 && english.len() == malay.len());
        assert!(english.iter().zip(&malay).all(|(one, other)| one.text != other.text && one.title != other.title));
        assert!(english.iter().chain(&malay).all(|template| check_message(&template.text).is_ok()));
    }
}

#[test]
fn an_answer_without_a_reply_closes_its_query_after_some_days() {
    let now = crate::Instant::parse("2026-11-28T02:00:00Z").expect("an instant");
    assert_eq!(now.seconds_since(is_silent_since(now)), SILENCE_DAYS * 24 * 3600);
}

#[test]
fn the_findings_of_a_query_follow_it() {
    use crate::findings::FindingState;
    for state in QueryState::ALL {
        let finding = state.finding_state();
        assert_eq!(state.awaits_answer(), finding == FindingState::Asked, "{state:?}");
        assert_eq!(*state == QueryState::Answered, finding == FindingState::Answered, "{state:?}");
        assert_eq!(*state == QueryState::Withdrawn, finding == FindingState::Open, "{state:?}");
    }
    assert_eq!(QueryState::Accepted.finding_state(), FindingState::Settled);
    assert_eq!(QueryState::Closed.finding_state(), FindingState::Settled);
}
