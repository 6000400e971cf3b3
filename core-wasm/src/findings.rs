//! Rules for the forms of findings. The audit itself is in the package `finance`.

use gridbill_core::Language;
use gridbill_core::findings;
use gridbill_core::problem::ErrorBody;

use crate::rule::refusal;

rules! {
    /// Checks the reason for a decision about findings. Field: `reason`.
    checkFindingReason(reason: String, language: Language) -> Option<ErrorBody> = refusal(findings::check_reason(&reason), language);
}
