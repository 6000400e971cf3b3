//! Pages of lists (docs/domain/lists-and-search.md#pages).

wire! {
    /// One page of a list. `total` counts every match, so the reader sees when rows are missing from the page.
    #[cfg_attr(feature = "schema", schemars(rename = "{T}Page"))]
    pub struct Page<T> {
        pub items: Vec<T>,
        /// The number of rows that match on all pages.
        pub total: i64,
        /// The cursor of the next page; none on the last page.
        pub next: Option<String>,
        /// On the first page: the searched numbers that the list does not contain, regardless of its other filters.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub not_found: Vec<String>,
        /// On the first page: parts of the searched list of numbers that are mostly digits but not valid numbers.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub malformed: Vec<String>,
    }
}

/// The requested page of a list.
#[derive(Debug, Clone, Copy)]
pub struct PageParams<'a> {
    /// Maximum rows to return; [`DEFAULT_ROWS`] if not set, at most [`MAX_ROWS`].
    pub record_count: Option<u32>,
    /// Where an earlier page ended; none for the first page.
    pub cursor: Option<&'a str>,
}

/// Rows on a page if the request does not set a number.
pub const DEFAULT_ROWS: i64 = 100;
/// Maximum rows on a page.
pub const MAX_ROWS: i64 = 1_000;

/// Returns the page size for a request: the requested number, limited to 1 to [`MAX_ROWS`].
#[must_use]
pub fn page_size(record_count: Option<u32>) -> i64 {
    record_count.map_or(DEFAULT_ROWS, |n| i64::from(n).clamp(1, MAX_ROWS))
}

impl<T> Page<T> {
    /// Makes a page from a query that fetched one row more than requested. The extra row is dropped; it only shows that
    /// there is a next page.
    #[must_use]
    pub fn of(mut items: Vec<T>, rows: i64, total: i64, cursor: impl Fn(&T) -> String) -> Self {
        let rows = usize::try_from(rows).unwrap_or(usize::MAX);
        let next = (items.len() > rows).then(|| {
            items.truncate(rows);
            items.last().map(&cursor)
        });
        Self { items, total, next: next.flatten(), not_found: Vec::new(), malformed: Vec::new() }
    }

    /// Returns the page with each row converted.
    #[must_use]
    pub fn map<U>(self, row: impl FnMut(T) -> U) -> Page<U> {
        let Self { items, total, next, not_found, malformed } = self;
        Page { items: items.into_iter().map(row).collect(), total, next, not_found, malformed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_at_least_one_row_and_at_most_a_thousand() {
        let sizes = [None, Some(0), Some(1), Some(999), Some(1_000), Some(1_001), Some(u32::MAX)].map(page_size);
        assert_eq!(sizes, [100, 1, 1, 999, 1_000, 1_000, 1_000]);
    }

    #[test]
    fn converted_rows_stay_on_their_page() {
        let page = Page { not_found: vec!["51".to_owned()], ..Page::of(vec![1, 2, 3], 2, 9, ToString::to_string) };
        assert_eq!(page.clone().map(|row| row * 10), Page { items: vec![10, 20], ..page });
    }
}
