//! Checks of what users enter, and the numbers of requests.

use crate::number::Email;
use crate::{Code, Day, Problem};

/// Maximum characters of a request, and of a reason or an answer.
pub const MAX_TEXT_LENGTH: usize = 4_000;
/// Days after its receipt within which a request can be recorded. An older date is a slip.
pub const MAX_RECEIVED_DAYS: i64 = 366;

/// Returns the number as users see it.
#[must_use]
pub fn shown(request_no: i64) -> String {
    format!("DR-{request_no}")
}

/// Reads a number as users see it.
/// Fails with [`Code::DataRequestNotFound`]: a text that is no number is an unknown request.
pub fn parse_number(text: &str) -> Result<i64, Code> {
    let digits = text.trim().strip_prefix("DR-").ok_or(Code::DataRequestNotFound)?;
    digits.parse().map_err(|_| Code::DataRequestNotFound)
}

/// Returns the text of a request as it is stored. Fails with [`Code::DataRequestTextInvalid`] at `text`.
pub fn check_text(text: &str) -> Result<String, Problem> {
    checked("text", text, Code::DataRequestTextInvalid)
}

/// Returns a reason or an answer as it is stored. `field` names the field of the request.
/// Fails with [`Code::DataRequestReasonInvalid`] at the field.
pub fn check_reason(field: &'static str, text: &str) -> Result<String, Problem> {
    checked(field, text, Code::DataRequestReasonInvalid)
}

fn checked(field: &'static str, text: &str, code: Code) -> Result<String, Problem> {
    let text = text.replace("\r\n", "\n").trim().to_owned();
    if text.is_empty() || text.chars().count() > MAX_TEXT_LENGTH {
        return Err(Problem::at(field, Problem::new(code).with("limit", MAX_TEXT_LENGTH)));
    }
    Ok(text)
}

/// Returns an e-mail address as it is stored; none if it is empty. Fails with the refusal of the address, at `email`.
pub fn check_email(text: &str) -> Result<Option<String>, Problem> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    Email::parse(text).map(|email| Some(email.normal())).map_err(|code| Problem::at("email", code))
}

/// Checks the day of receipt. Fails with [`Code::DataRequestReceivedInvalid`] at `receivedOn`.
pub fn check_received(received_on: Day, today: Day) -> Result<(), Problem> {
    if (0..=MAX_RECEIVED_DAYS).contains(&today.days_since(received_on)) {
        return Ok(());
    }
    let problem = Problem::new(Code::DataRequestReceivedInvalid).with("limit", MAX_RECEIVED_DAYS);
    Err(Problem::at("receivedOn", problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_shown() {
        assert_eq!(parse_number(&shown(17)), Ok(17));
        for wrong in ["17", "DR-", "DR-x", "BR-1", ""] {
            assert_eq!(parse_number(wrong), Err(Code::DataRequestNotFound), "{wrong}");
        }
    }

    #[test]
    fn a_request_is_received_today_or_within_a_year() {
        let day = |text| Day::parse(text).expect("a day");
        let today = day("2026-11-26");
        assert!(check_received(today, today).is_ok() && check_received(day("2026-01-02"), today).is_ok());
        for wrong in ["2026-11-27", "2025-11-20"] {
            assert!(check_received(day(wrong), today).is_err(), "{wrong}");
        }
    }

    #[test]
    fn texts_are_trimmed_and_neither_empty_nor_long() {
        let code = |checked: Result<String, Problem>| {
            checked.map_err(|problem| (problem.fields[0].0.clone(), problem.fields[0].1.code))
        };
        let longest = "é".repeat(MAX_TEXT_LENGTH);
        assert_eq!(code(check_text(" My\r\ndata ")), Ok("My\ndata".to_owned()));
        assert_eq!(code(check_reason("answer", &longest)), Ok(longest.clone()));
        for text in [" \n", &format!("{longest}e")] {
            assert_eq!(code(check_text(text)), Err(("text".to_owned(), Code::DataRequestTextInvalid)));
            assert_eq!(code(check_reason("answer", text)), Err(("answer".to_owned(), Code::DataRequestReasonInvalid)));
        }
    }

    #[test]
    fn an_address_is_optional_and_stored_in_its_normal_form() {
        assert_eq!(check_email(" "), Ok(None));
        assert_eq!(check_email(" Aina@Example.com "), Ok(Some("aina@example.com".to_owned())));
        assert_eq!(check_email("aina").map_err(|problem| problem.fields[0].0.clone()), Err("email".to_owned()));
    }
}
