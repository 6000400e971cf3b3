//! Queries of the approval policy in force, and of the approvals of a payment.

use std::collections::HashMap;

use gridbill_core::Instant;
use gridbill_core::approvals::{ApprovalPolicy, ProposalAct};
use gridbill_core::number::{AccountNo, BulkId, ProposalId};
use sqlx::PgExecutor;
use sqlx::types::Json;

use super::make::LockedBill;

/// The groups of electricity accounts, by account. Accounts without a group are missing.
pub type AccountGroups = HashMap<AccountNo, String>;

/// Returns the policy in force with its version; none if the company never set one.
pub async fn policy_in_force(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<Option<(i32, ApprovalPolicy)>> {
    sqlx::query!(
        r#"select version, policy as "policy: Json<ApprovalPolicy>" from approval_policy
           where bulk_id = $1 and state = 'inForce'"#,
        bulk_id.as_str(),
    )
    .map(|row| (row.version, row.policy.0))
    .fetch_optional(db)
    .await
}

/// Returns the groups of the bills' accounts.
pub async fn account_groups(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    bills: &[LockedBill],
) -> sqlx::Result<AccountGroups> {
    let accounts: Vec<&str> = bills.iter().map(|bill| bill.account_no.as_str()).collect();
    let groups = sqlx::query!(
        r#"select account_no as "account_no: AccountNo", group_id::text as "group_id!" from electricity_account
           where bulk_id = $1 and account_no = any($2) and group_id is not null"#,
        bulk_id.as_str(),
        &accounts as &[&str],
    )
    .map(|row| (row.account_no, row.group_id))
    .fetch_all(db)
    .await?;
    Ok(groups.into_iter().collect())
}

/// Lists approvals and the refusal of a proposal, the oldest first.
pub async fn acts(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    proposal_id: &ProposalId,
) -> sqlx::Result<Vec<ProposalAct>> {
    sqlx::query_as!(
        ProposalAct,
        r#"select a.step, a.is_approval, p.name as by,
                  case when a.right_of <> a.person_id then r.name end as in_place_of, a.remark,
                  a.acted_at as "at: Instant"
           from proposal_act a join person p on p.person_id = a.person_id join person r on r.person_id = a.right_of
           where a.bulk_id = $1 and a.proposal_id = $2 order by a.place"#,
        bulk_id.as_str(),
        proposal_id.as_str(),
    )
    .fetch_all(db)
    .await
}
