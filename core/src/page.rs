//! Tables (docs/domain/lists-and-search.md#pages).

wire! {
    /// One page of a list. `total` counts every match, so nothing is ever cut off in silence.
    pub struct Page<T> {
        /// The rows of this page.
        pub items: Vec<T>,
        /// How many rows match in all.
        pub total: i64,
        /// Continues after the last of `items`; nothing when this was the end.
        pub next: Option<String>,
        /// On the first page: those of the searched numbers that the list does not know, however else it is narrowed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub not_found: Vec<String>,
        /// On the first page: parts of the searched list of numbers that are mostly digits and no number.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub malformed: Vec<String>,
    }
}

/// Which page of a list is meant.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// Rows from there on; 100 when nothing is said, 1,000 at most.
    pub record_count: Option<u32>,
    /// Where an earlier answer ended; none at the top of the list.
    pub cursor: Option<&'a str>,
}

/// Rows answered when the caller asks for no number.
pub const DEFAULT_ROWS: i64 = 100;
/// The most rows that one answer holds.
pub const MAX_ROWS: i64 = 1_000;

/// How many rows to answer: the asked number within 1 and [`MAX_ROWS`].
#[must_use]
pub fn rows(record_count: Option<u32>) -> i64 {
    record_count.map_or(DEFAULT_ROWS, |n| i64::from(n).clamp(1, MAX_ROWS))
}

impl<T> Page<T> {
    /// The page made of one row more than asked for: the surplus row only tells that there is a next page.
    #[must_use]
    pub fn of(mut items: Vec<T>, rows: i64, total: i64, cursor: impl Fn(&T) -> String) -> Self {
        let rows = usize::try_from(rows).unwrap_or(usize::MAX);
        let next = (items.len() > rows).then(|| {
            items.truncate(rows);
            items.last().map(&cursor)
        });
        Self { items, total, next: next.flatten(), not_found: Vec::new(), malformed: Vec::new() }
    }

    /// The same page of other rows.
    #[must_use]
    pub fn map<U>(self, row: impl FnMut(T) -> U) -> Page<U> {
        let Self { items, total, next, not_found, malformed } = self;
        Page { items: items.into_iter().map(row).collect(), total, next, not_found, malformed }
    }
}
