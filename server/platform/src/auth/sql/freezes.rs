//! Queries for frozen features.

use gridbill_core::Instant;
use gridbill_core::announcements::Freeze;
use gridbill_core::endpoint::Feature;
use sqlx::PgExecutor;

/// Returns current and future freezes.
pub async fn not_over(db: impl PgExecutor<'_>, now: Instant) -> sqlx::Result<Vec<Freeze>> {
    let rows = sqlx::query!(
        r#"select from_at as "from: Instant", to_at as "to!: Instant", freezes
           from announcement
           where withdrawn_at is null and coalesce(to_at, 'infinity') > $1 and freezes <> '{}' and to_at is not null"#,
        now.utc(),
    );
    let features = |codes: Vec<String>| codes.iter().filter_map(|code| Feature::from_code(code)).collect();
    let rows = rows.fetch_all(db).await?;
    Ok(rows.into_iter().map(|row| Freeze { from: row.from, to: row.to, features: features(row.freezes) }).collect())
}
