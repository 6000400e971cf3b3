//! Declarations of lists: call, row, orders, address and exported columns. Each domain declares its lists with
//! [`lists!`], next to its endpoints; the app's lists are made from them.

use crate::amount::MISSING;
use crate::{Code, Problem};

#[cfg(feature = "schema")]
use super::export::{AnyRow, Column};
#[cfg(feature = "schema")]
use crate::Page;

/// A list, as server and app know it.
#[derive(Debug, Clone, Copy)]
pub struct ListSpec {
    /// The name that the app declares its screen with.
    pub name: &'static str,
    /// The endpoint that returns it.
    pub call: &'static str,
    /// The field of the answer that holds the page; none if the answer is the page.
    pub within: Option<&'static str>,
    /// The columns that it can be ordered by; the first is the default.
    pub orders: &'static [OrderEntry],
    /// Whether any column can be exported.
    pub is_exported: bool,
    /// The address parameters that filter it.
    pub params: &'static [Param],
    /// The columns that can be exported, in this order.
    #[cfg(feature = "schema")]
    pub columns: &'static [Column],
    /// Takes the page out of an answer of its call; returns none for the answer of another call.
    #[cfg(feature = "schema")]
    pub page: fn(Box<dyn std::any::Any + Send>) -> Option<Page<AnyRow>>,
}

/// Refuses an unknown list name and lists the known names.
#[must_use]
pub fn refuse_unknown_list<'a>(name: &str, lists: impl Iterator<Item = &'a ListSpec>) -> Problem {
    let names: Vec<_> = lists.map(|list| list.name).collect();
    let names = if names.is_empty() { MISSING.to_owned() } else { names.join(", ") };
    let name = name.chars().take(MAX_NAME_SHOWN).collect::<String>();
    Problem::at("list", Problem::new(Code::ListUnknown).with("name", name).with("names", names))
}

/// Maximum characters of an unknown name that the refusal repeats.
const MAX_NAME_SHOWN: usize = 40;

/// A column that a list can be ordered by.
#[derive(Debug, Clone, Copy)]
pub struct OrderEntry {
    /// The column, by its Rust name.
    pub by: &'static str,
    /// Whether the largest or newest comes first by default.
    pub descends: bool,
}

/// A parameter of a list's address.
#[derive(Debug, Clone, Copy)]
pub struct Param {
    /// The name in the address.
    pub name: &'static str,
    /// The fields of the request that it sets, by their Rust names, such as `filter.due_from`.
    pub fields: &'static [&'static str],
}

/// Converts a Rust name or path to its JSON form: `filter.due_from` to `filter.dueFrom`, `DueDate` to `dueDate`.
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
/// lists! {
///     /// Unpaid bills of a bulk account.
///     outstandingBills = GetOutstandingBills of Bill by BillSortBy {
///         search => filter.search,
///         from => filter.due_from,
///     } export { invoice_no, due_date, total_amount_payable }
/// }
/// ```
///
/// - `= GetPaymentDetails.invoices of PaymentItem`: the page is in the field `invoices` of the answer.
/// - `by BillSortBy`: the columns declared with [`orders!`]. Without it the list has a single order.
/// - `search => filter.search`: the address parameter `search` sets the request's field `filter.search`. `a | b` names two
///   fields; the parameter's value goes into one of them.
/// - `export { … }`: the row fields that can be exported, in this order. Their types decide how they are written.
///   `status as BillState` writes the word or amount that `BillState::exported` returns for the whole row.
///
/// A field that does not exist is a compile error.
macro_rules! lists {
    ($(
        #[doc = $summary:literal]
        $name:ident = $call:ident $(. $within:ident)? of $row:ident $(by $by:ident)? {
            $($param:ident => $($first:ident $(. $rest:ident)*)|+,)*
        } $(export { $($column:ident $(as $shown:ident)?),+ })?
    )*) => {
        /// This domain's lists.
        pub const LISTS: &[$crate::list::ListSpec] = &[$($crate::list::ListSpec {
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

        // Never called. It names every field that the lists name, so that a missing field is a compile error.
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
                // TypeScript merges the interfaces of all domains.
                "export interface Lists {",
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
    (@cell $row:expr, $to:ident, $column:ident) => {
        Some($crate::list::export::ExportField::cell(&$row.$column, $to))
    };
    (@cell $row:expr, $to:ident, $column:ident $shown:ident) => {
        Some($crate::list::export::Cell::from($shown::exported($row, $to)))
    };
    (@within) => { None };
    (@within $within:ident) => { Some(stringify!($within)) };
    (@by) => { () };
    (@by $by:ident) => { $by };
}
