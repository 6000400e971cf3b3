//! Bill audit. A package of its own, because only pages about findings use it.

use gridbill_core::audit::{
    self, AuditInput, AuditRule, AuditSettings, AuditedAccount, AuditedBill, Finding, Price, PriceTable, Unchecked,
};
use gridbill_core::findings::DescribedRule;
use gridbill_core::problem::ErrorBody;
use gridbill_core::{Day, Language};
use serde::Serialize;
use tsify::Tsify;

use crate::rule::List;

/// A finding with its words.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct AuditedFinding {
    finding: Finding,
    title: &'static str,
    sentence: String,
    next_step: &'static str,
    group: &'static str,
}

impl AuditedFinding {
    fn of(finding: Finding, language: Language) -> Self {
        Self {
            title: finding.rule().title(language),
            sentence: finding.evidence.sentence(language),
            next_step: finding.rule().next_step(language),
            group: finding.rule().group().word(language),
            finding,
        }
    }
}

/// The result of an audit.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct AuditedBillFindings {
    findings: Vec<AuditedFinding>,
    unchecked: Vec<Unchecked>,
}

fn described(rule: AuditRule, language: Language) -> DescribedRule {
    let rule_group = rule.group();
    DescribedRule {
        rule,
        rule_group,
        title: rule.title(language).to_owned(),
        group_title: rule_group.word(language).to_owned(),
    }
}

rules! {
    /// Audits a bill against the account's other bills, its record and the published prices.
    auditBill(bill: AuditedBill, history: List<AuditedBill>, account: AuditedAccount, prices: List<Price>, companyChange: Option<i64>, settings: AuditSettings, today: Day, language: Language) -> AuditedBillFindings = {
        let prices = PriceTable::new(prices);
        let input = AuditInput {
            bill: &bill,
            history: &history,
            account: &account,
            prices: &prices,
            company_change: companyChange,
            settings: &settings,
            today,
        };
        let audit::Audit { findings, unchecked } = audit::audit(&input);
        let findings = findings.into_iter().map(|finding| AuditedFinding::of(finding, language)).collect();
        AuditedBillFindings { findings, unchecked }
    };
    /// Checks thresholds. Their fields are those of the settings.
    checkAuditSettings(settings: AuditSettings, language: Language) -> Option<ErrorBody> =
        settings.check().err().map(|problem| problem.body(language));
    /// All rules of the audit with their titles, in the order in which findings are listed.
    auditRules(language: Language) -> List<DescribedRule> = AuditRule::ALL.iter().map(|rule| described(*rule, language)).collect::<Vec<_>>();
}
