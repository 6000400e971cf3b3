//! Rules for the forms of findings. The audit itself is in the package `finance`.

use gridbill_core::findings;
use gridbill_core::problem::ErrorBody;
use gridbill_core::{Day, Language, Problem};

use crate::rule::refusal;

/// Checks the form that mutes a rule. The day is text as typed.
fn check_mute(until: &str, reason: &str, today: Day, language: Language) -> Result<(), Problem> {
    let day = Day::parse(until).map_err(|code| Problem::at("until", code));
    day.and_then(|day| findings::check_muted_day(day, today, language))?;
    findings::check_reason(reason).map(drop)
}

rules! {
    /// Checks the reason for a decision about findings. Field: `reason`.
    checkFindingReason(reason: String, language: Language) -> Option<ErrorBody> = refusal(findings::check_reason(&reason), language);
    /// Checks the form that mutes a rule for an account. Fields: `until`, `reason`.
    checkMute(until: String, reason: String, today: Day, language: Language) -> Option<ErrorBody> =
        refusal(check_mute(&until, &reason, today, language), language);
}
