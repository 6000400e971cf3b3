//! Bill audit and approval policies. A package of its own, because only pages about them use it.

use gridbill_core::approvals::{self, ApprovalPolicy, Names, PolicyAccountGroup, PolicyUser};
use gridbill_core::audit::{
    self, AuditInput, AuditRule, AuditSettings, AuditedAccount, AuditedBill, Finding, Price, PriceTable, Unchecked,
};
use gridbill_core::bills::{ChargeKindEntry, ChargeKinds};
use gridbill_core::findings::DescribedRule;
use gridbill_core::problem::ErrorBody;
use gridbill_core::{Day, Language};
use serde::Serialize;
use tsify::Tsify;

use crate::rule::{Checked, List, checked};

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
            sentence: finding.sentence(language),
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

/// Puts a policy in words with the names of users and account groups.
fn describe(
    policy: &ApprovalPolicy,
    users: List<PolicyUser>,
    groups: List<PolicyAccountGroup>,
    language: Language,
) -> Vec<String> {
    let users: Vec<_> = users.into_iter().map(|user| (user.user_id, user.name)).collect();
    let groups: Vec<_> = groups.into_iter().map(|group| (group.group_id, group.group_name)).collect();
    Names { users: &users, account_groups: &groups, language }.policy(policy)
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
    /// Audits a bill against the account's other bills, its record and the published prices. `kinds` has the kinds of charges
    /// that the utility adds to the portal's.
    auditBill(bill: AuditedBill, history: List<AuditedBill>, account: AuditedAccount, prices: List<Price>, kinds: List<ChargeKindEntry>, companyChange: Option<i64>, settings: AuditSettings, today: Day, language: Language) -> AuditedBillFindings = {
        let prices = PriceTable::new(prices);
        let kinds = ChargeKinds::standard().with(kinds);
        let input = AuditInput {
            bill: &bill,
            history: &history,
            account: &account,
            prices: &prices,
            kinds: &kinds,
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
    /// Puts an approval policy in words, one sentence for each layer.
    describePolicy(policy: ApprovalPolicy, users: List<PolicyUser>, accountGroups: List<PolicyAccountGroup>, language: Language) -> List<String> =
        describe(&policy, users, accountGroups, language);
    /// Checks an approval policy. Its fields are those of the request, such as `policy.layers.0.from`.
    checkPolicy(policy: ApprovalPolicy, userIds: List<String>, groupIds: List<String>, language: Language) -> Option<ErrorBody> =
        policy.check(&userIds, &groupIds).err().map(|problem| problem.body(language));
    /// Returns the day of release for a chosen day: a working day if one is left.
    releaseDay(chosen: Day, today: Day, language: Language) -> Checked<Day> = checked(approvals::release_day(chosen, today), language);
    /// All rules of the audit with their titles, in the order in which findings are listed.
    auditRules(language: Language) -> List<DescribedRule> = AuditRule::ALL.iter().map(|rule| described(*rule, language)).collect::<Vec<_>>();
}
