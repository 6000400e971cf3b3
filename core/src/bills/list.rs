//! The demo's cost centres (docs/domain/demo.md#cost-centres).

use gridbill_core::costs::{CodingPart, WHOLE};
use gridbill_core::number::BulkId;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::costs::sql;

const HEAD_OFFICE: &str = "HQ";
/// What the head office pays of each region's bills, in 1/10,000.
const SHARE_OF_HEAD_OFFICE: i64 = 1_000;
/// The ledger account of electricity.
const ELECTRICITY: &str = "6210";

/// Adds a cost centre for each group of a company and one for its head office, and the default coding of each group. Accounts without
/// a group have no cost centre. Fails when the database fails, or the bulk account's number is wrong.
pub async fn write(db: &mut PgConnection, groups: &[(Uuid, &str, &str)]) -> anyhow::Result<()> {
    let Some((_, bulk_id, _)) = groups.first() else { return Ok(()) };
    let bulk_id = BulkId::parse(bulk_id).map_err(|code| anyhow::anyhow!("{bulk_id}: {code:?}"))?;
    sql::save_centre(db, &bulk_id, HEAD_OFFICE, "Head office", true).await?;
    for (place, (group_id, _, name)) in groups.iter().enumerate() {
        let region = format!("R{:02}", place + 1);
        sql::save_centre(db, &bulk_id, &region, name, true).await?;
        let part =
            |code: &str, share| CodingPart { code: code.to_owned(), share, ledger_account: ELECTRICITY.to_owned() };
        let parts = [part(HEAD_OFFICE, SHARE_OF_HEAD_OFFICE), part(&region, WHOLE - SHARE_OF_HEAD_OFFICE)];
        sql::replace_group_parts(db, &bulk_id, *group_id, &parts).await?;
    }
    Ok(())
}
