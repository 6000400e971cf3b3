//! Findings of the bill audit, and the users' decisions about them (docs/domain/audit.md).

use std::collections::BTreeSet;

use gridbill_core::audit::{AuditRule, RuleGroup};
use gridbill_core::findings::{
    self as core, BillFindings, BillFindingsRequest, BulkFindingsRequest, FindingState, FindingsChanged, FindingsFact,
    FindingsRequest, FindingsSummary, ListedFinding, RuleSummary, UncheckedRule, check_chosen, check_reason,
};
use gridbill_core::number::{BulkId, InvoiceNo};
use gridbill_core::{Code, Day, Language, Page, Problem};
use sqlx::{PgConnection, PgPool};

use crate::app::{App, Context};
use crate::auth::who::Customer;
use crate::endpoint::{Act, Mount, Tx, nothing};
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};
use crate::list::searched_page;

mod batches;
mod inputs;
pub mod job;
mod list;
mod review;
mod settings;
mod slice;
pub mod sql;

use inputs::{Inputs, audited};
use list::{FindingRow, Findings};

/// Months of bills that are audited. Findings on older bills stay unchanged.
const AUDITED_MONTHS: u32 = 13;

pub fn mount(mount: Mount) -> Mount {
    mount
        .list(core::GetFindings, findings)
        .json(core::GetFindingsSummary, summary)
        .json(core::GetBillFindings, of_bill)
        .once(core::DismissFindings, nothing, dismiss)
        .once(core::ReopenFindings, nothing, reopen)
        .json(core::MuteAccount, settings::mute)
        .json(core::UnmuteAccount, settings::unmute)
        .json(core::GetAuditSettings, settings::get)
        .json(core::SetAuditSettings, settings::set)
        .json(core::PreviewAuditSettings, settings::preview)
        .list(core::GetBatchFindings, batches::list)
        .json(core::ReleaseBatch, batches::release)
        .json(core::TurnDownBatchRelease, batches::turn_down)
}

async fn findings(app: App, who: Customer, request: FindingsRequest) -> Answer<Page<ListedFinding>> {
    let language = who.person.language;
    let list = Findings::new(who.bulk_id, request.filter.clone())?;
    let page = searched_page(&app.pool, &list, request.sort, request.page()).await?;
    Ok(page.map(|row| row.listed(language)))
}

async fn summary(app: App, who: Customer, _: BulkFindingsRequest) -> Answer<FindingsSummary> {
    let language = who.person.language;
    let mut db = app.reader.connection().await?;
    let (bills, at_stake) = sql::open_bills(&mut *db, &who.bulk_id).await?;
    let mut rules: Vec<RuleSummary> = Vec::new();
    for (rule, findings, at_stake) in sql::open_by_rule(&mut *db, &who.bulk_id).await? {
        let rule = rule_of(&rule)?;
        let (rule_group, title) = (rule.group(), rule.title(language).to_owned());
        rules.push(RuleSummary { rule, rule_group, title, findings, at_stake });
    }
    rules.sort_by_key(|summary| summary.rule);
    let is_auditing = sql::is_due(&mut *db, &who.bulk_id, None, Day::at(app.now())).await?;
    db.return_to_pool();
    let open_findings = rules.iter().map(|summary| summary.findings).sum();
    Ok(FindingsSummary { open_findings, bills, at_stake, rules, is_auditing, as_of: app.now() })
}

/// Lists the findings on bills, by bill and in the order of the rules.
pub async fn of_bills(
    db: &PgPool,
    bulk_id: &BulkId,
    invoices: &[InvoiceNo],
    language: Language,
) -> sqlx::Result<Vec<ListedFinding>> {
    let rows = sql::of_bills(db, bulk_id, invoices).await?;
    let mut findings: Vec<ListedFinding> = rows.into_iter().map(|row: FindingRow| row.listed(language)).collect();
    findings.sort_by(|one, other| (&one.invoice_no, one.rule).cmp(&(&other.invoice_no, other.rule)));
    Ok(findings)
}

async fn of_bill(app: App, who: Customer, request: BillFindingsRequest) -> Answer<BillFindings> {
    let (bulk_id, language, today) = (&who.bulk_id, who.person.language, Day::at(app.now()));
    let invoice_no = request.invoice_no;
    let account_no = sql::account_of(&app.pool, bulk_id, &invoice_no).await?.ok_or(Code::BillNotFound)?;
    let findings = of_bills(&app.pool, bulk_id, std::slice::from_ref(&invoice_no), language).await?;
    let inputs = Inputs::load(&app.pool, bulk_id, std::slice::from_ref(&account_no), today).await?;
    let proofs: BTreeSet<&str> =
        findings.iter().filter_map(|finding| finding.proof.as_ref().map(InvoiceNo::as_str)).collect();
    let proofs = inputs.proofs(&proofs);
    let unchecked = audited(&inputs, &inputs.settings, |bill| bill.invoice_no == invoice_no);
    let unchecked = unchecked.into_iter().flat_map(|(_, audit)| audit.unchecked).map(|unchecked| UncheckedRule {
        rule: unchecked.rule,
        title: unchecked.rule.title(language).to_owned(),
        reason: unchecked.reason,
        sentence: format!("{}.", unchecked.reason.word(language)),
    });
    let unchecked = unchecked.collect();
    let muted = settings::muted(&app.pool, bulk_id, Some(&account_no), today, language).await?;
    let is_auditing = sql::is_due(&app.pool, bulk_id, Some(&account_no), today).await?;
    Ok(BillFindings { invoice_no, findings, unchecked, proofs, muted, is_auditing })
}

async fn dismiss(
    Act { context, who, request, mut tx, .. }: Act<core::DismissFindings>,
) -> Answer<(Tx, FindingsChanged)> {
    check_chosen(&request.finding_ids)?;
    let reason = check_reason(&request.reason)?;
    let ids = lock(&mut tx, &who.bulk_id, &request.finding_ids, FindingState::can_be_dismissed).await?;
    let by = who.person.person_id;
    sql::decide(&mut tx, &who.bulk_id, &ids, FindingState::Dismissed, by, context.now(), Some(&reason)).await?;
    let finding_ids = ids.iter().map(ToString::to_string).collect();
    record(&context, &mut tx, &who, FindingsFact::FindingsDismissed { finding_ids, reason }).await?;
    Ok((tx, FindingsChanged { findings: count(ids.len()) }))
}

async fn reopen(Act { context, who, request, mut tx, .. }: Act<core::ReopenFindings>) -> Answer<(Tx, FindingsChanged)> {
    check_chosen(&request.finding_ids)?;
    let reason = match request.reason.as_deref().map(str::trim) {
        None | Some("") => None,
        Some(reason) => Some(check_reason(reason)?),
    };
    let ids = lock(&mut tx, &who.bulk_id, &request.finding_ids, FindingState::can_be_reopened).await?;
    let by = who.person.person_id;
    sql::decide(&mut tx, &who.bulk_id, &ids, FindingState::Open, by, context.now(), reason.as_deref()).await?;
    let finding_ids = ids.iter().map(ToString::to_string).collect();
    record(&context, &mut tx, &who, FindingsFact::FindingsReopened { finding_ids, reason }).await?;
    Ok((tx, FindingsChanged { findings: count(ids.len()) }))
}

/// Locks the findings and returns their ids. Checks that `may_decide` allows the current state of each.
/// Fails with [`Code::FindingNotFound`] if a finding is not in the bulk account, [`Code::FindingsMoved`] if a state
/// does not allow it.
async fn lock(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    finding_ids: &[String],
    may_decide: impl Fn(FindingState) -> bool,
) -> Answer<Vec<i64>> {
    let ids: Result<BTreeSet<i64>, _> = finding_ids.iter().map(|id| id.parse::<i64>()).collect();
    let ids: Vec<i64> = ids.map_err(|_| Code::FindingNotFound)?.into_iter().collect();
    let states = sql::lock(db, bulk_id, &ids).await?;
    if states.len() != ids.len() {
        return Err(Code::FindingNotFound.into());
    }
    let moved = states.into_iter().filter(|state| !may_decide(*state)).count();
    if moved > 0 {
        return Err(Problem::new(Code::FindingsMoved).with("count", moved).into());
    }
    Ok(ids)
}

/// Records a user's decision in the log of the bulk account.
async fn record(context: &Context, db: &mut PgConnection, who: &Customer, fact: FindingsFact) -> Answer<()> {
    let entry = Entry::by(&who.person, Subject::BulkAccount(&who.bulk_id), fact, who.bulk_id.as_str());
    facts::record(context, db, entry).await
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Returns the stored name of a rule.
#[must_use]
pub fn code_of(rule: AuditRule) -> String {
    gridbill_core::list::on_wire(&format!("{rule:?}"))
}

/// Returns the rule with a stored name. Fails if core has no rule with this name.
fn rule_of(code: &str) -> anyhow::Result<AuditRule> {
    let rule = AuditRule::ALL.iter().copied().find(|rule| code_of(*rule) == code);
    rule.ok_or_else(|| anyhow::anyhow!("unknown audit rule {code}"))
}

/// Returns the stored names of the rules in these groups.
fn rules_in(groups: &[RuleGroup]) -> Vec<String> {
    AuditRule::ALL.iter().filter(|rule| groups.contains(&rule.group())).map(|rule| code_of(*rule)).collect()
}
