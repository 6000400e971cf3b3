//! The approval policy in force, which direct payments obey (docs/domain/approvals.md).

use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::{Code, Money};
use sqlx::PgConnection;

use super::sql::approval as sql;
use super::sql::make::LockedBill;
use crate::error::Answer;

pub use sql::{AccountGroups, account_groups, acts, policy_in_force};

/// Refuses a payment that the company's policy covers: it must be proposed, approved and released instead.
/// Fails with [`Code::ApprovalNeeded`].
pub async fn refuse_unapproved(db: &mut PgConnection, bulk_id: &BulkId, bills: &[LockedBill]) -> Answer<()> {
    let Some((_, policy)) = policy_in_force(&mut *db, bulk_id).await?.filter(|(_, policy)| policy.is_on()) else {
        return Ok(());
    };
    let steps = policy.required_steps(with_groups(&account_groups(db, bulk_id, bills).await?, bills))?;
    if steps.is_empty() { Ok(()) } else { Err(Code::ApprovalNeeded.into()) }
}

/// Returns the amount of each bill with the group of its account.
pub fn with_groups<'a>(
    groups: &'a AccountGroups,
    bills: &'a [LockedBill],
) -> impl Iterator<Item = (Money, Option<&'a str>)> {
    let group = |account_no: &AccountNo| groups.get(account_no).map(String::as_str);
    bills.iter().map(move |bill| (bill.amount, group(&bill.account_no)))
}
