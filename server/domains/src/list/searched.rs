//! Lists in which numbers can be searched, with the numbers that were not found.

use std::collections::HashSet;

use gridbill_core::list::Sort;
use gridbill_core::page::{Page, PageParams};
use gridbill_core::search::Search;
use sqlx::{PgExecutor, PgPool, Postgres, QueryBuilder};

use super::filter::Parts;
use super::{List, page};
use crate::error::Answer;

/// A list in which numbers can be searched.
pub trait Searched: List {
    /// Returns the search.
    fn search(&self) -> &Search;

    /// Adds queries that return which of the numbers exist in the list, regardless of its other filters. The
    /// condition on the tenant comes first.
    fn known(&self, numbers: &[String], queries: &mut Parts<'_>);
}

/// Returns a page. The first page also names the numbers that were not found. A single number that is not found is
/// not named; the empty list already shows it.
pub async fn searched_page<L: Searched>(
    db: &PgPool,
    list: &L,
    sort: Sort<L::By>,
    wanted: PageParams<'_>,
) -> Answer<Page<L::Row>> {
    let found = page(db, list, sort, wanted).await?;
    let not_found = if wanted.cursor.is_none() { not_found(db, list).await? } else { Vec::new() };
    Ok(Page { not_found, malformed: malformed(list.search(), wanted), ..found })
}

/// Returns the parts of a search that are not valid numbers, for the first page.
#[must_use]
pub fn malformed(search: &Search, wanted: PageParams<'_>) -> Vec<String> {
    if wanted.cursor.is_none() { search.malformed.clone() } else { Vec::new() }
}

/// Returns the searched numbers that do not exist in the list.
#[expect(
    clippy::disallowed_methods,
    reason = "built from a list's queries like its pages; every part is a constant text"
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
