//! Rules for lists of findings and their forms. The audit itself is in the package `finance`.

use gridbill_core::audit::AuditRule;
use gridbill_core::bills::{ChargeBlock, ChargeKind};
use gridbill_core::findings::{self, DescribedRule};
use gridbill_core::problem::ErrorBody;
use gridbill_core::{Day, Language, Problem};

use crate::rule::{List, Maybe, refusal};

fn described(rule: AuditRule, language: Language) -> DescribedRule {
    let rule_group = rule.group();
    DescribedRule {
        rule,
        rule_group,
        title: rule.title(language).to_owned(),
        group_title: rule_group.word(language).to_owned(),
    }
}

/// Checks the form that mutes a rule. The day is text as typed.
fn check_mute(until: &str, reason: &str, today: Day, language: Language) -> Result<(), Problem> {
    let day = Day::parse(until).map_err(|code| Problem::at("until", code));
    day.and_then(|day| findings::check_muted_day(day, today, language))?;
    findings::check_reason(reason).map(drop)
}

rules! {
    /// All rules of the audit with their titles, in the order in which findings are listed.
    auditRules(language: Language) -> List<DescribedRule> = AuditRule::ALL.iter().map(|rule| described(*rule, language)).collect::<Vec<_>>();
    /// The name of a line of a bill.
    chargeName(kind: ChargeKind, block: Maybe<ChargeBlock>, language: Language) -> String = {
        let kind = kind.word(language);
        block.map_or_else(|| kind.to_owned(), |block| format!("{kind}, {}", block.word(language).to_lowercase()))
    };
    /// Checks the reason for a decision about findings. Field: `reason`.
    checkFindingReason(reason: String, language: Language) -> Option<ErrorBody> = refusal(findings::check_reason(&reason), language);
    /// Checks the form that mutes a rule for an account. Fields: `until`, `reason`.
    checkMute(until: String, reason: String, today: Day, language: Language) -> Option<ErrorBody> =
        refusal(check_mute(&until, &reason, today, language), language);
}
