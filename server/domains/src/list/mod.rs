//! List queries. This is the only module that builds SQL from parts.
//!
//! A list defines its table, its conditions and its order. This module makes queries for a page with the total, or
//! for all rows. Every part is a constant text, and every value is bound. A query contains only the conditions that
//! its filter uses, so that it can use the right index. The same filter always gives the same text, so that the
//! database prepares it once.
//!
//! ```text
//! list::page(&app.pool, &UnpaidBills { bulk_id, filter }, request.sort, request.page()).await
//! ```

use gridbill_core::Code;
use gridbill_core::list::{Order, Sort};
use gridbill_core::page::{self, Page, PageParams};
use sqlx::error::DatabaseError;
use sqlx::{PgExecutor, Postgres, QueryBuilder, Row as _};

use crate::error::{Answer, Error};

mod columns;
pub mod cursor;
mod filter;
pub mod pattern;

mod searched;

pub use columns::columns;
use columns::read;
pub use columns::{Columns, ListRow};
pub use filter::{Filter, Parts};
pub use pattern::{contains, filled, searched_pattern};
pub use searched::{Searched, malformed, not_found, searched_page};

/// A list with the filter of a request.
pub trait List: Sync {
    /// The type of its rows.
    type Row: ListRow;
    /// The columns that it can be ordered by; `()` if there is only one order.
    type By: Order;
    /// The list's name, which is part of its cursors.
    const NAME: &'static str;
    /// The table, or a query in brackets, and the alias of its rows.
    const FROM: (&'static str, &'static str);
    /// Whether a row is an aggregate of many rows. They are then computed once for the page and the total together.
    const IS_AGGREGATE: bool = false;

    /// Returns the sort keys. Together they must identify a row.
    fn keys(by: Self::By) -> &'static [Key];

    /// Adds the conditions: the tenant first, then the filters.
    fn filter(&self, only: &mut Filter);

    /// Whether the query is planned anew for its values, as searches need: a frequent word is found by a scan, a
    /// rare word by an index.
    fn is_planned_each(&self) -> bool {
        false
    }

    /// Returns a query of the stored total, which `filter_total` narrows; `None` if rows are counted.
    fn total(&self) -> Option<&'static str> {
        None
    }

    /// Adds the conditions of the query of `total`.
    fn filter_total(&self, _only: &mut Filter) {}

    /// Returns further text that cursors are bound to, in addition to name and order.
    fn of(&self) -> String {
        String::new()
    }
}

/// The order of a list that is always sorted newest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NewestFirst;

impl Order for NewestFirst {
    const ALL: &'static [Self] = &[Self];

    fn descends(self) -> bool {
        true
    }
}

/// A sort key.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    column: &'static str,
    /// Its PostgreSQL type.
    kind: &'static str,
    /// Text before and after the column, for ascending and for descending order.
    within: [(&'static str, &'static str); 2],
}

impl Key {
    /// Creates a key from a column and its PostgreSQL type.
    #[must_use]
    pub const fn new(column: &'static str, kind: &'static str) -> Self {
        Self { column, kind, within: [("", ""); 2] }
    }

    /// Compares the column inside an expression, to match an index.
    #[must_use]
    pub const fn within(self, before: &'static str, behind: &'static str) -> Self {
        Self { within: [(before, behind); 2], ..self }
    }

    /// Sorts nulls last, in both directions.
    #[must_use]
    pub const fn nothing_last(self) -> Self {
        Self { within: [("(", " is null)"), ("(", " is not null)")], ..self }
    }

    /// Writes the column or a value as it is compared.
    fn compared(
        &self,
        descends: bool,
        query: &mut QueryBuilder<Postgres>,
        value: impl FnOnce(&mut QueryBuilder<Postgres>),
    ) {
        let (before, behind) = self.within[usize::from(descends)];
        query.push(before);
        value(query);
        query.push(behind);
    }
}

/// The position where a page ended: the total, and the last row's key values.
type End = (i64, Vec<Option<String>>);

/// Prefix of PostgreSQL's error codes for values that cannot be converted to a type.
const INVALID_VALUE: &str = "22";

/// Returns a page of a list with the total. The total is computed for the first page and stored in the cursor for
/// the next pages. Fails with [`Code::CursorInvalid`] if the cursor belongs to another list or order.
pub async fn page<L: List>(
    db: impl PgExecutor<'_>,
    list: &L,
    sort: Sort<L::By>,
    wanted: PageParams<'_>,
) -> Answer<Page<L::Row>> {
    let name = format!("{} {} by {:?} descending {}", L::NAME, list.of(), sort.by, sort.descends());
    let keys = L::keys(sort.by).len();
    let end: Option<End> = cursor::read(&name, wanted.cursor)?;
    if end.as_ref().is_some_and(|(_, values)| values.len() != keys) {
        return Err(Code::CursorInvalid.into());
    }
    let limit = page::page_size(wanted.record_count);
    let part = match &end {
        None => Part::First { limit: limit + 1 },
        Some((_, values)) => Part::After { values, limit: limit + 1 },
    };
    let found = query::<L, L::Row>(list, sort, part).build().persistent(!list.is_planned_each()).fetch_all(db).await;
    let rows = found.map_err(|error| match error.as_database_error().and_then(DatabaseError::code) {
        // The cursor contains a value that this program did not write.
        Some(code) if end.is_some() && code.starts_with(INVALID_VALUE) => Error::from(Code::CursorInvalid),
        _ => error.into(),
    })?;
    let behind = L::Row::WIDTH + keys;
    let total = match (end, rows.first()) {
        (Some((total, _)), _) => total,
        (None, Some(row)) => row.try_get(behind)?,
        (None, None) => 0,
    };
    let shown = &rows[..rows.len().min(usize::try_from(limit).unwrap_or(usize::MAX))];
    let end = if rows.len() > shown.len() { shown.last() } else { None };
    let next = end.map(|row| {
        let values =
            (L::Row::WIDTH..behind).map(|place| row.try_get(place)).collect::<sqlx::Result<Vec<Option<String>>>>()?;
        Ok::<_, sqlx::Error>(cursor::write(&name, &(total, values)))
    });
    Ok(Page { items: read(shown)?, total, next: next.transpose()?, not_found: Vec::new(), malformed: Vec::new() })
}

/// Returns all matching rows in order.
pub async fn all<L: List, R: ListRow>(db: impl PgExecutor<'_>, list: &L, sort: Sort<L::By>) -> Answer<Vec<R>> {
    let rows = query::<L, R>(list, sort, Part::All).build().fetch_all(db).await?;
    Ok(read(&rows)?)
}

/// Returns the first rows, without the total.
pub async fn top<L: List>(db: impl PgExecutor<'_>, list: &L, sort: Sort<L::By>, limit: i64) -> Answer<Vec<L::Row>> {
    let rows = query::<L, L::Row>(list, sort, Part::Top { limit }).build().fetch_all(db).await?;
    Ok(read(&rows)?)
}

/// Returns the row of a list whose filter selects one row.
pub async fn one<L: List>(db: impl PgExecutor<'_>, list: &L) -> Answer<Option<L::Row>> {
    let row = query::<L, L::Row>(list, Sort::default(), Part::All).build().fetch_optional(db).await?;
    Ok(read(row.as_slice())?.pop())
}

/// Returns the SQL of the first page, or of the page after the key values `after`. Its parameters are
/// the conditions' values, the keys, and the number of rows.
pub fn page_sql<L: List>(list: &L, after: Option<&[Option<String>]>) -> String {
    let part = match after {
        None => Part::First { limit: 1 },
        Some(values) => Part::After { values, limit: 1 },
    };
    query::<L, L::Row>(list, Sort::default(), part).sql().as_str().to_owned()
}

/// The part of the matching rows to select.
#[derive(Clone, Copy)]
enum Part<'a> {
    /// The first rows, with the total.
    First {
        limit: i64,
    },
    /// The rows after a position.
    After {
        values: &'a [Option<String>],
        limit: i64,
    },
    /// The first rows.
    Top {
        limit: i64,
    },
    All,
}

/// Builds the query: the columns of the row, for a page also the keys as text, for the first page also the total.
#[expect(clippy::disallowed_methods, reason = "the only place that builds list queries; every part is a constant text")]
fn query<L: List, R: ListRow>(list: &L, sort: Sort<L::By>, part: Part<'_>) -> QueryBuilder<Postgres> {
    let (table, alias) = L::FROM;
    let keys = L::keys(sort.by);
    let materialized = if L::IS_AGGREGATE { "" } else { "not materialized " };
    let mut query = QueryBuilder::new(format!("with matching as {materialized}(select {alias}.* from {table} {alias}"));
    list.filter(&mut Filter::new(&mut query));
    query.push(format_args!("), slice as (select * from matching {alias}"));
    let descends = sort.descends();
    let (sign, direction) = if descends { ("<", " desc") } else { (">", "") };
    let columns = |query: &mut QueryBuilder<Postgres>, behind: &str| {
        for (place, key) in keys.iter().enumerate() {
            query.push(if place > 0 { ", " } else { "" });
            key.compared(descends, query, |query| {
                query.push(key.column);
            });
            query.push(behind);
        }
    };
    if let Part::After { values, .. } = part {
        query.push(" where (");
        columns(&mut query, "");
        query.push(format_args!(") {sign} ("));
        for (place, (key, value)) in keys.iter().zip(values).enumerate() {
            query.push(if place > 0 { ", " } else { "" });
            key.compared(descends, &mut query, |query| {
                query.push_bind(value.clone()).push(format_args!("::text::{}", key.kind));
            });
        }
        query.push(")");
    }
    query.push(" order by ");
    columns(&mut query, direction);
    if let Part::First { limit } | Part::After { limit, .. } | Part::Top { limit } = part {
        query.push(" limit ").push_bind(limit);
    }
    query.push(") select ").push(R::COLUMNS.join(", "));
    if matches!(part, Part::First { .. } | Part::After { .. }) {
        for key in keys {
            query.push(format_args!(", {}::text", key.column));
        }
    }
    if let Part::First { .. } = part {
        query.push(", (");
        match list.total() {
            None => {
                query.push("select count(*) from matching");
            }
            Some(total) => {
                query.push(total);
                list.filter_total(&mut Filter::new(&mut query));
            }
        }
        query.push(")");
    }
    query.push(format_args!(" from slice {alias} {}", R::JOINED));
    query.push(" order by ");
    columns(&mut query, direction);
    query
}
