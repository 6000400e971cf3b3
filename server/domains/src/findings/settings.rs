//! A company's thresholds and muted rules, and the preview of thresholds.

use std::collections::BTreeMap;

use gridbill_core::audit::{AuditRule, AuditSettings};
use gridbill_core::endpoint::Nothing;
use gridbill_core::findings::{
    AuditPreview, BulkFindingsRequest, CompanyAuditSettings, DescribedRule, FindingsFact, MAX_MUTES,
    MuteAccountRequest, MutedAccount, PREVIEW_MONTHS, PreviewAuditSettingsRequest, RulePreview,
    SetAuditSettingsRequest, UnmuteAccountRequest, check_muted_day, check_reason, preview_sample,
};
use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::{Code, Day, Language, Problem};
use sqlx::PgPool;

use super::inputs::{Inputs, audited};
use super::sql::settings as sql;
use super::{code_of, count, record, rule_of};
use crate::app::App;
use crate::auth::who::Customer;
use crate::computing;
use crate::error::Answer;

/// Accounts whose bills a preview audits together. A preview ends between two slices when its client has gone.
const PREVIEW_SLICE: usize = 50;

pub async fn get(app: App, who: Customer, _: BulkFindingsRequest) -> Answer<CompanyAuditSettings> {
    let (bulk_id, language, today) = (&who.bulk_id, who.person.language, Day::at(app.now()));
    let stored = sql::find(&app.pool, bulk_id).await?;
    let muted = muted(&app.pool, bulk_id, None, today, language).await?;
    let (settings, version, changed_by, changed_at) = match stored {
        None => (AuditSettings::default(), 0, None, None),
        Some(one) => (one.settings.0, one.version, Some(one.changed_by), Some(one.changed_at)),
    };
    let rules = AuditRule::ALL.iter().map(|&rule| DescribedRule {
        rule,
        rule_group: rule.group(),
        title: rule.title(language).to_owned(),
        group_title: rule.group().word(language).to_owned(),
    });
    let rules = rules.collect();
    let defaults = AuditSettings::default();
    Ok(CompanyAuditSettings { settings, defaults, rules, muted, version, changed_by, changed_at })
}

pub async fn set(app: App, who: Customer, request: SetAuditSettingsRequest) -> Answer<Nothing> {
    request.settings.check()?;
    let mut after = request.settings;
    after.off.sort_unstable();
    after.off.dedup();
    let mut tx = app.begin().await?;
    let before = sql::lock(&mut tx, &who.bulk_id).await?;
    let (before, version) = before.map_or((AuditSettings::default(), 0), |one| (one.0.0, one.1));
    if version != request.version {
        return Err(Code::AuditSettingsMoved.into());
    }
    if before == after {
        return Ok(Nothing {});
    }
    // Before the first change there is no row to lock. Of two concurrent first changes, only one inserts the row.
    if !sql::store(&mut tx, &who.bulk_id, &after, version, who.person.person_id, app.now()).await? {
        return Err(Code::AuditSettingsMoved.into());
    }
    let fact = FindingsFact::AuditSettingsChanged { before: Box::new(before), after: Box::new(after) };
    record(&app.context(), &mut tx, &who, fact).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

pub async fn mute(app: App, who: Customer, request: MuteAccountRequest) -> Answer<Nothing> {
    let (bulk_id, today) = (&who.bulk_id, Day::at(app.now()));
    let reason = check_reason(&request.reason)?;
    check_muted_day(request.until, today, who.person.language)?;
    let mut tx = app.begin().await?;
    if !sql::is_own(&mut tx, bulk_id, &request.account_no).await? {
        return Err(Code::AccountNotFound.into());
    }
    let rule = code_of(request.rule);
    let muted = sql::muted_count(&mut tx, bulk_id, &request.account_no, &rule, today).await?;
    if muted >= count(MAX_MUTES) {
        return Err(Problem::new(Code::TooManyMuted).with("limit", MAX_MUTES).into());
    }
    let until = request.until;
    let mute = sql::NewMute { account_no: &request.account_no, rule: &rule, until, reason: &reason };
    sql::mute(&mut tx, bulk_id, mute, who.person.person_id, app.now()).await?;
    let account_no = request.account_no.to_string();
    let fact = FindingsFact::RuleMuted { account_no, rule: request.rule, until, reason };
    record(&app.context(), &mut tx, &who, fact).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

pub async fn unmute(app: App, who: Customer, request: UnmuteAccountRequest) -> Answer<Nothing> {
    let (bulk_id, account_no) = (&who.bulk_id, &request.account_no);
    let mut tx = app.begin().await?;
    if !sql::is_own(&mut tx, bulk_id, account_no).await? {
        return Err(Code::AccountNotFound.into());
    }
    if !sql::unmute(&mut tx, bulk_id, account_no, &code_of(request.rule)).await? {
        return Err(Code::MuteNotFound.into());
    }
    let fact = FindingsFact::RuleUnmuted { account_no: account_no.to_string(), rule: request.rule };
    record(&app.context(), &mut tx, &who, fact).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// Returns the rules that are muted today, for all accounts or for one account.
pub async fn muted(
    pool: &PgPool,
    bulk_id: &BulkId,
    account_no: Option<&AccountNo>,
    today: Day,
    language: Language,
) -> Answer<Vec<MutedAccount>> {
    let rows = sql::muted(pool, bulk_id, account_no, today).await?;
    let muted = rows.into_iter().map(|row| {
        let rule = rule_of(&row.rule)?;
        Ok(MutedAccount {
            account_no: row.account_no,
            reference_id: row.reference_id,
            rule,
            title: rule.title(language).to_owned(),
            until: row.until,
            reason: row.reason,
            muted_by: row.muted_by,
            muted_at: row.muted_at,
        })
    });
    muted.collect()
}

/// Counts the bills that the current and the proposed thresholds report, for a sample of a large company's accounts. Loads
/// the accounts in slices, from the standby if there is one.
pub async fn preview(app: App, who: Customer, request: PreviewAuditSettingsRequest) -> Answer<AuditPreview> {
    request.settings.check()?;
    let (who, settings) = (&who, &request.settings);
    app.read(|app| async move {
        let today = Day::at(app.now());
        let accounts = sql::billed_accounts(&app.pool, &who.bulk_id, today.minus_months(PREVIEW_MONTHS)).await?;
        let billed = accounts.len();
        let sample = preview_sample(accounts);
        let accounts_left_out = count(billed - sample.len());
        let mut counts = PreviewCounts::default();
        for slice in sample.chunks(PREVIEW_SLICE) {
            let inputs = Inputs::load(&app.pool, &who.bulk_id, slice, today).await?;
            let proposed = settings.clone();
            counts.add(computing::for_call(move || PreviewCounts::of(&inputs, &proposed)).await?);
        }
        Ok(counts.preview(who.person.language, accounts_left_out))
    })
    .await
}

/// Numbers of bills with findings. Each pair is for the current and for the proposed settings.
#[derive(Default)]
struct PreviewCounts {
    bills: i64,
    flagged: [i64; 2],
    rules: BTreeMap<AuditRule, [i64; 2]>,
}

impl PreviewCounts {
    fn of(inputs: &Inputs, proposed: &AuditSettings) -> Self {
        let since = inputs.today.minus_months(PREVIEW_MONTHS);
        let mut counts = Self::default();
        for (place, settings) in [&inputs.settings, proposed].into_iter().enumerate() {
            let audits = audited(inputs, settings, |bill| bill.invoice_date >= since);
            counts.bills = count(audits.len());
            for (_, audit) in audits {
                counts.flagged[place] += i64::from(!audit.findings.is_empty());
                for finding in audit.findings {
                    counts.rules.entry(finding.rule()).or_default()[place] += 1;
                }
            }
        }
        counts
    }

    fn add(&mut self, other: Self) {
        self.bills += other.bills;
        for place in 0..2 {
            self.flagged[place] += other.flagged[place];
        }
        for (rule, counts) in other.rules {
            let sums = self.rules.entry(rule).or_default();
            sums[0] += counts[0];
            sums[1] += counts[1];
        }
    }

    fn preview(&self, language: Language, accounts_left_out: i64) -> AuditPreview {
        let [flagged_now, flagged] = self.flagged;
        let rules = AuditRule::ALL.iter().map(|&rule| {
            let [flagged_now, flagged] = self.rules.get(&rule).copied().unwrap_or_default();
            RulePreview { rule, title: rule.title(language).to_owned(), flagged_now, flagged }
        });
        AuditPreview { bills: self.bills, flagged_now, flagged, rules: rules.collect(), accounts_left_out }
    }
}
