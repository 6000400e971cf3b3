//! Lists, declared with [`lists!`]. A list is ordered by one column at a time; each column has a default direction.

#[macro_use]
mod criterion;
#[macro_use]
mod declared;
#[cfg(feature = "schema")]
#[macro_use]
pub mod export;

pub use criterion::{FilterField, FilterValue, read_filter};
pub use declared::{ListSpec, OrderEntry, Param, on_wire, refuse_unknown_list};

/// The columns that a list can be ordered by; the default is the first.
pub trait Order: Copy + Default + PartialEq + std::fmt::Debug + 'static {
    /// Every column.
    const ALL: &'static [Self];
    /// Every column with its name; empty for a list with a single order.
    const ENTRIES: &'static [OrderEntry] = &[];

    /// Whether the largest or newest comes first by default.
    fn descends(self) -> bool;
}

/// Declares the columns that a list can be ordered by. The first is the default. `descending` marks a column whose
/// largest or newest value comes first.
///
/// ```text
/// orders! {
///     /// The columns that a list of payments can be ordered by.
///     pub enum TransactionSortBy {
///         /// When it was made.
///         PaymentDate descending,
///     }
/// }
/// ```
macro_rules! orders {
    ($(
        $(#[$meta:meta])*
        pub enum $name:ident {
            $(#[$first_meta:meta])* $first:ident $($first_descends:ident)?,
            $($(#[$column_meta:meta])* $column:ident $($descends:ident)?,)*
        }
    )*) => {$(
        wire! {
            $(#[$meta])*
            #[derive(Copy, Eq, Default)]
            pub enum $name {
                $(#[$first_meta])*
                #[default]
                $first,
                $($(#[$column_meta])* $column,)*
            }
        }

        impl $crate::list::Order for $name {
            const ALL: &'static [Self] = &[Self::$first, $(Self::$column,)*];
            const ENTRIES: &'static [$crate::list::OrderEntry] = &[
                $crate::list::OrderEntry { by: stringify!($first), descends: orders!(@descends $($first_descends)?) },
                $($crate::list::OrderEntry { by: stringify!($column), descends: orders!(@descends $($descends)?) },)*
            ];

            fn descends(self) -> bool {
                match self {
                    Self::$first => orders!(@descends $($first_descends)?),
                    $(Self::$column => orders!(@descends $($descends)?),)*
                }
            }
        }
    )*};
    (@descends) => { false };
    (@descends descending) => { true };
}

wire! {
    /// The order of a list.
    #[derive(Copy, Eq, Default)]
    #[cfg_attr(feature = "schema", schemars(rename = "{By}Direction", bound = "By: schemars::JsonSchema + serde::Serialize + Default"))]
    pub struct Sort<By> {
        /// The column; the list's first if left out.
        #[serde(default)]
        pub by: By,
        /// Whether the largest or newest comes first; the column's default if left out.
        #[serde(default)]
        pub descending: Option<bool>,
    }
}

impl<By: Order> Sort<By> {
    /// Orders by that column in its default direction.
    #[must_use]
    pub const fn by(by: By) -> Self {
        Self { by, descending: None }
    }

    /// Whether the largest or newest comes first.
    #[must_use]
    pub fn descends(self) -> bool {
        self.descending.unwrap_or_else(|| self.by.descends())
    }

    /// Returns every order of the list: each column in both directions.
    pub fn all() -> impl Iterator<Item = Self> {
        let both = |by: &By| [false, true].map(|descending| Self { by: *by, descending: Some(descending) });
        By::ALL.iter().flat_map(both)
    }
}

/// A list with a single order.
impl Order for () {
    const ALL: &'static [Self] = &[()];

    fn descends(self) -> bool {
        false
    }
}
