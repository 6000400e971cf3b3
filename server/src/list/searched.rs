//! Lists in which numbers are searched for: which of them the list does not know.

use std::collections::HashSet;

use gridbill_core::list::Sort;
use gridbill_core::page::{Page, Wanted};
use gridbill_core::search::Search;
use sqlx::{PgExecutor, PgPool, Postgres, QueryBuilder};

use super::filter::Parts;
use super::{List, page};
use crate::error::Answer;

/// A list in which numbers are searched for.
pub trait Searched: List {
    /// What is searched for.
    fn search(&self) -> &Search;

    /// The numbers that the list knows, however else it is narrowed: queries of one column, each with those that are asked
    /// for. Whose they are comes first.
    fn known(&self, numbers: &[String], queries: &mut Parts<'_>);
}

/// A page; the first one names the numbers that were searched for in vain. One number that is not found is an empty list,
/// which says so itself.
///
/// # Errors
/// As [`page`].
pub async fn searched_page<L: Searched>(
    db: &PgPool,
    list: &L,
    sort: Sort<L::By>,
    wanted: Wanted<'_>,
) -> Answer<Page<L::Row>> {
    let found = page(db, list, sort, wanted).await?;
    let not_found = if wanted.cursor.is_none() { not_found(db, list).await? } else { Vec::new() };
    Ok(Page { not_found, malformed: malformed(list.search(), wanted), ..found })
}

/// The parts of a searched list of numbers that are no numbers, for its first page.
pub fn malformed(search: &Search, wanted: Wanted<'_>) -> Vec<String> {
    if wanted.cursor.is_none() { search.malformed.clone() } else { Vec::new() }
}

/// The numbers that were searched for and that the list does not know.
///
/// # Errors
/// When the database does not answer.
#[expect(
    clippy::disallowed_methods,
    reason = "made of the queries of a list, as its pages are; every part is a text of the program"
)]
pub async fn not_found<L: Searched>(db: impl PgExecutor<'_>, list: &L) -> Answer<Vec<String>> {
    let numbers: Vec<String> = list.search().numbers().cloned().collect();
    if numbers.len() < 2 {
        return Ok(Vec::new());
    }
    let mut query = QueryBuilder::<Postgres>::new("");
    list.known(&numbers, &mut Parts { query: &mut query, between: " union ", before: "" });
    let known: HashSet<String> = query.build_query_scalar().fetch_all(db).await?.into_iter().collect();
    Ok(list.search().not_found(&known))
}
