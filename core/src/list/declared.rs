//! Lists are declared here: what answers them, their rows, orders and addresses, and what of them can be exported. Each
//! domain declares its own with [`lists!`], beside its endpoints; the app's lists are made from them.

use crate::amount::MISSING;
use crate::{Code, Problem};

#[cfg(feature = "schema")]
use super::export::{AnyRow, Column};
#[cfg(feature = "schema")]
use crate::Page;

/// A list, as both sides know it.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The name by which the app declares its screen.
    pub name: &'static str,
    /// The endpoint that answers it.
    pub call: &'static str,
    /// The field of the answer that holds the page; none where the answer is the page.
    pub within: Option<&'static str>,
    /// What it can be ordered by; the default is the first.
    pub orders: &'static [OrderEntry],
    /// Whether there is something of a row that can be exported.
    pub is_exported: bool,
    /// What its address may say to narrow it.
    pub params: &'static [Param],
    /// What of a row can be exported, in this order.
    #[cfg(feature = "schema")]
    pub columns: &'static [Column],
    /// The page in an answer of its call; none for an answer of another one.
    #[cfg(feature = "schema")]
    pub page: fn(Box<dyn std::any::Any + Send>) -> Option<Page<AnyRow>>,
}

/// Refuses a list's name that is none, with the names that are.
#[must_use]
pub fn unknown<'a>(name: &str, lists: impl Iterator<Item = &'a Entry>) -> Problem {
    let names: Vec<_> = lists.map(|list| list.name).collect();
    let names = if names.is_empty() { MISSING.to_owned() } else { names.join(", ") };
    let name = name.chars().take(MAX_NAME_SHOWN).collect::<String>();
    Problem::at("list", Problem::new(Code::ListUnknown).with("name", name).with("names", names))
}

/// Characters of an unknown name that are repeated.
const MAX_NAME_SHOWN: usize = 40;

/// A column that a list can be ordered by.
#[derive(Debug, Clone, Copy)]
pub struct OrderEntry {
    /// The column, as Rust names it.
    pub by: &'static str,
    /// Whether its largest or newest comes first unless the caller says otherwise.
    pub descends: bool,
}

/// A parameter of a list's address.
#[derive(Debug, Clone, Copy)]
pub struct Param {
    /// How the address names it.
    pub name: &'static str,
    /// The fields of the request that it stands for, as Rust names them: `filter.due_from`.
    pub fields: &'static [&'static str],
}

/// A name or a path of names as JSON has it: `filter.dueFrom` of `filter.due_from`, `dueDate` of `DueDate`.
#[must_use]
pub fn on_wire(name: &str) -> String {
    let mut written = String::new();
    let mut is_capital = false;
    for letter in name.chars() {
        match letter {
            '_' => is_capital = true,
            letter if is_capital => {
                written.push(letter.to_ascii_uppercase());
                is_capital = false;
            }
            letter if written.is_empty() => written.push(letter.to_ascii_lowercase()),
            letter => written.push(letter),
        }
    }
    written
}

/// Declares a domain's lists:
///
/// ```text
/// lists! { BillsLists;
///     /// Unpaid bills of a bulk account.
///     outstandingBills = GetOutstandingBills of Bill by BillSortBy {
///         search => filter.search,
///         from => filter.due_from,
///     } export { invoice_no, due_date, total_amount_payable }
/// }
/// ```
///
/// - `= GetPaymentDetails.invoices of PaymentItem`: the page is that field of the answer.
/// - `by BillSortBy`: what [`orders!`] declares; without it the list has one order only.
/// - `search => filter.search`: that parameter of the address stands for that field of the request. One that stands for
///   several parts them with `|`: what it says goes into one or the other.
/// - `export { … }`: the fields of a row that can be exported, in this order; their types say how they are written.
///   `status as BillState` has the word, or the amount, that `BillState::exported` makes of the whole row.
///
/// A field that is not there does not compile.
macro_rules! lists {
    ($typescript:ident; $(
        #[doc = $summary:literal]
        $name:ident = $call:ident $(. $within:ident)? of $row:ident $(by $by:ident)? {
            $($param:ident => $($first:ident $(. $rest:ident)*)|+,)*
        } $(export { $($column:ident $(as $shown:ident)?),+ })?
    )*) => {
        /// This domain's lists.
        pub const LISTS: &[$crate::list::Entry] = &[$($crate::list::Entry {
            name: stringify!($name),
            call: stringify!($call),
            within: lists!(@within $($within)?),
            orders: <lists!(@by $($by)?) as $crate::list::Order>::ENTRIES,
            is_exported: {
                const COLUMNS: &[&str] = &[$($(stringify!($column)),+)?];
                !COLUMNS.is_empty()
            },
            params: &[$($crate::list::Param {
                name: stringify!($param),
                fields: &[$(concat!(stringify!($first) $(, ".", stringify!($rest))*)),+],
            }),*],
            #[cfg(feature = "schema")]
            columns: &[$($(
                $crate::list::export::Column::of(
                    stringify!($column),
                    |row: &$row| &row.$column,
                    |row, to| lists!(@cell row.downcast_ref::<$row>()?, to, $column $($shown)?),
                )
            ),+)?],
            #[cfg(feature = "schema")]
            page: |answer| {
                let answer = answer.downcast::<<$call as $crate::endpoint::Endpoint>::Response>().ok()?;
                Some($crate::list::export::any_page((*answer)$(.$within)?))
            },
        }),*];

        // Never called: names all that the lists name, so that what is not there does not compile.
        $(const _: fn(
            &<$call as $crate::endpoint::Endpoint>::Request,
            &<$call as $crate::endpoint::Endpoint>::Response,
        ) = |request, answer| {
            let _ = request;
            $($(let _ = &request.$first $(.$rest)*;)+)*
            let _: &$crate::Page<$row> = &answer $(.$within)?;
            $(let _: &$crate::list::Sort<$by> = &request.sort;)?
        };)*

        #[cfg(feature = "ts")]
        const _: () = {
            use wasm_bindgen::prelude::wasm_bindgen;
            #[wasm_bindgen(typescript_custom_section)]
            const TYPES: &str = concat!(
                "export interface ", stringify!($typescript), " {",
                $(
                    stringify!($name), ": { call: '", stringify!($call), "'; row: ", stringify!($row), "; by: never",
                    $(" | ", stringify!($by),)? "; params: {",
                    $(
                        stringify!($param), ": [",
                        $("'", stringify!($first) $(, ".", stringify!($rest))*, "',",)+
                        "];",
                    )*
                    "} };",
                )*
                "}"
            );
        };
    };
    (@cell $row:expr, $to:ident, $column:ident) => { Some($crate::list::export::Exported::cell(&$row.$column, $to)) };
    (@cell $row:expr, $to:ident, $column:ident $shown:ident) => {
        Some($crate::list::export::Cell::from($shown::exported($row, $to)))
    };
    (@within) => { None };
    (@within $within:ident) => { Some(stringify!($within)) };
    (@by) => { () };
    (@by $by:ident) => { $by };
}
