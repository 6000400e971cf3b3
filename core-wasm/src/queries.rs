//! Rules for the forms of queries.

use gridbill_core::problem::ErrorBody;
use gridbill_core::{Language, Problem, queries};

use crate::rule::refusal;

/// Checks an answer of the utility, with its case number.
fn check_answer(message: &str, case_no: &str) -> Result<(), Problem> {
    queries::check_message(message)?;
    queries::check_case_no(Some(case_no)).map(drop)
}

rules! {
    /// Checks a message of a query. Field: `message`.
    checkQueryMessage(message: String, language: Language) -> Option<ErrorBody> = refusal(queries::check_message(&message), language);
    /// Checks the form of an answer. Fields: `message`, `caseNo`.
    checkQueryAnswer(message: String, caseNo: String, language: Language) -> Option<ErrorBody> =
        refusal(check_answer(&message, &caseNo), language);
}
