//! Lists as the database has them: the one place where SQL is put together from parts.
//!
//! A list says where its rows are, what narrows it and what it is ordered by; this module makes a page of it, with how many
//! match in all, and all that match. Every part is a text of the program, and every value is bound. A query has only the
//! conditions that its filter uses, so that each can use its index; its text is the same for the same filter, so that the
//! database prepares it once.
//!
//! ```text
//! list::page(&app.pool, &UnpaidBills { bulk_id, filter }, request.sort, request.page()).await
//! ```

use gridbill_core::Code;
use gridbill_core::list::{Order, Sort};
use gridbill_core::page::{self, Page, Wanted};
use sqlx::error::DatabaseError;
use sqlx::{PgExecutor, Postgres, QueryBuilder, Row as _};

use crate::error::{Answer, Error};

mod columns;
pub mod cursor;
mod filter;
mod pattern;

mod searched;

pub(crate) use columns::columns;
use columns::read;
pub use columns::{Columns, Row};
pub use filter::{Filter, Parts};
pub use pattern::{contains, filled, searched_pattern};
pub use searched::{Searched, malformed, not_found, searched_page};

/// A list, narrowed for whoever asks.
pub trait List: Sync {
    /// What a page is made of.
    type Row: Row;
    /// The columns that it can be ordered by; `()` where there is one order.
    type By: Order;
    /// Its name, which its cursors are bound to.
    const NAME: &'static str;
    /// The table, or the query in brackets, and its alias, which stands for its rows everywhere else.
    const FROM: (&'static str, &'static str);
    /// Whether a row is made of many: then all are made once, and not again to be counted.
    const IS_AGGREGATE: bool = false;

    /// What the rows of a page are ordered by; together the keys name one row.
    fn keys(by: Self::By) -> &'static [Key];

    /// Whose rows these are, then which of them.
    fn filter(&self, only: &mut Filter);

    /// Whether a query is planned for the values that it is asked with, as a search is: a word in every name is found by
    /// looking through them, a rare one by its index.
    fn is_planned_each(&self) -> bool {
        false
    }

    /// Where how many match is kept: a query of that one number, narrowed by `filter_total`. Nothing where they are counted.
    fn total(&self) -> Option<&'static str> {
        None
    }

    /// Narrows the query of `total`.
    fn filter_total(&self, _only: &mut Filter) {}

    /// What else its cursors are bound to, beside its name and order.
    fn of(&self) -> String {
        String::new()
    }
}

/// The one order of a list that begins with what is newest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NewestFirst;

impl Order for NewestFirst {
    const ALL: &'static [Self] = &[Self];

    fn descends(self) -> bool {
        true
    }
}

/// Something that rows are ordered by.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    column: &'static str,
    /// Its type, as the database calls it.
    kind: &'static str,
    /// What stands before and behind the column, from the smallest on and from the largest on.
    within: [(&'static str, &'static str); 2],
}

impl Key {
    /// A column of the list, and its type as the database calls it.
    pub const fn new(column: &'static str, kind: &'static str) -> Self {
        Self { column, kind, within: [("", ""); 2] }
    }

    /// The column is compared within an expression, as an index has it.
    pub const fn within(self, before: &'static str, behind: &'static str) -> Self {
        Self { within: [(before, behind); 2], ..self }
    }

    /// What has nothing in the column comes last, whichever way the list is ordered.
    pub const fn nothing_last(self) -> Self {
        Self { within: [("(", " is null)"), ("(", " is not null)")], ..self }
    }

    /// The column or a value, as they are compared.
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

/// Where a page ended: how many match in all, and the values of the last row's keys.
type End = (i64, Vec<Option<String>>);

/// What the database says of a value that it cannot read as a type begins with this.
const INVALID_VALUE: &str = "22";

/// A page of a list, with how many match in all. They are counted for the first page; the cursor tells the next ones.
///
/// # Errors
/// [`Code::CursorInvalid`] when the cursor is of another list or order.
pub async fn page<L: List>(
    db: impl PgExecutor<'_>,
    list: &L,
    sort: Sort<L::By>,
    wanted: Wanted<'_>,
) -> Answer<Page<L::Row>> {
    let name = format!("{} {} by {:?} descending {}", L::NAME, list.of(), sort.by, sort.descends());
    let keys = L::keys(sort.by).len();
    let end: Option<End> = cursor::read(&name, wanted.cursor)?;
    if end.as_ref().is_some_and(|(_, values)| values.len() != keys) {
        return Err(Code::CursorInvalid.into());
    }
    let limit = page::rows(wanted.record_count);
    let part = match &end {
        None => Part::First { limit: limit + 1 },
        Some((_, values)) => Part::After { values, limit: limit + 1 },
    };
    let found = query::<L, L::Row>(list, sort, part).build().persistent(!list.is_planned_each()).fetch_all(db).await;
    let rows = found.map_err(|error| match error.as_database_error().and_then(DatabaseError::code) {
        // A value in a cursor that this program did not write.
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

/// Every row that matches, in that order.
///
/// # Errors
/// When the database does not answer.
pub async fn all<L: List, R: Row>(db: impl PgExecutor<'_>, list: &L, sort: Sort<L::By>) -> Answer<Vec<R>> {
    let rows = query::<L, R>(list, sort, Part::All).build().fetch_all(db).await?;
    Ok(read(&rows)?)
}

/// The rows at the top, without how many match in all.
///
/// # Errors
/// When the database does not answer.
pub async fn top<L: List>(db: impl PgExecutor<'_>, list: &L, sort: Sort<L::By>, limit: i64) -> Answer<Vec<L::Row>> {
    let rows = query::<L, L::Row>(list, sort, Part::Top { limit }).build().fetch_all(db).await?;
    Ok(read(&rows)?)
}

/// The row of a list that is narrowed to one.
///
/// # Errors
/// When the database does not answer.
pub async fn one<L: List>(db: impl PgExecutor<'_>, list: &L) -> Answer<Option<L::Row>> {
    let row = query::<L, L::Row>(list, Sort::default(), Part::All).build().fetch_optional(db).await?;
    Ok(read(row.as_slice())?.pop())
}

/// The text that the database is asked with for the first page, or for the one after those values of the keys. Its values
/// are those of the conditions, of the keys, and the number of rows.
pub fn page_sql<L: List>(list: &L, after: Option<&[Option<String>]>) -> String {
    let part = match after {
        None => Part::First { limit: 1 },
        Some(values) => Part::After { values, limit: 1 },
    };
    query::<L, L::Row>(list, Sort::default(), part).sql().as_str().to_owned()
}

/// Which of the rows that match.
#[derive(Clone, Copy)]
enum Part<'a> {
    /// Those at the top, with how many match in all.
    First { limit: i64 },
    /// Those behind a place.
    After { values: &'a [Option<String>], limit: i64 },
    /// Those at the top.
    Top { limit: i64 },
    /// All of them.
    All,
}

/// The query of rows: their columns, then of a page the keys as texts, then of the first page the total.
#[expect(
    clippy::disallowed_methods,
    reason = "the one place where queries are put together; every part is a text of the program"
)]
fn query<L: List, R: Row>(list: &L, sort: Sort<L::By>, part: Part<'_>) -> QueryBuilder<Postgres> {
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
    query.push(") select ").push(R::COLUMNS);
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
