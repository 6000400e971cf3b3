//! Parsing of list filters. An empty list, a blank date and `null` count as missing, so they filter nothing.

use serde::{Deserialize, Deserializer};

use crate::number_list::NumberList;
use crate::{Day, Money};

/// A value that a list can be filtered by.
pub trait FilterValue<'de>: Deserialize<'de> {
    /// Reads the value. Returns none if it is empty. Fails if the value does not have the type.
    fn read<D: Deserializer<'de>>(from: D) -> Result<Option<Self>, D::Error> {
        Option::deserialize(from)
    }
}

impl<'de, T: Deserialize<'de>> FilterValue<'de> for Vec<T> {
    fn read<D: Deserializer<'de>>(from: D) -> Result<Option<Self>, D::Error> {
        Ok(NumberList::deserialize_optional(from)?.filter(|items| !items.is_empty()))
    }
}

impl<'de> FilterValue<'de> for String {
    fn read<D: Deserializer<'de>>(from: D) -> Result<Option<Self>, D::Error> {
        Ok(Option::<Self>::deserialize(from)?.filter(|text| !text.trim().is_empty()))
    }
}

impl<'de> FilterValue<'de> for Day {
    fn read<D: Deserializer<'de>>(from: D) -> Result<Option<Self>, D::Error> {
        let Some(text) = String::read(from)? else { return Ok(None) };
        Self::parse(&text).map(Some).map_err(|code| serde::de::Error::custom(crate::problem::CodeMarker(code)))
    }
}

impl<'de> FilterValue<'de> for Money {
    fn read<D: Deserializer<'de>>(from: D) -> Result<Option<Self>, D::Error> {
        let Some(text) = String::read(from)? else { return Ok(None) };
        Self::parse(&text).map(Some).map_err(|code| serde::de::Error::custom(crate::problem::CodeMarker(code)))
    }
}

impl FilterValue<'_> for bool {}
impl FilterValue<'_> for i16 {}

/// Implements [`FilterValue`] for enums and numbers, which are never empty.
macro_rules! narrowing {
    ($($type:ty),+) => {$(impl $crate::list::FilterValue<'_> for $type {})+};
}

/// A field of a request that filters its list.
pub trait FilterField<'de>: Sized {
    /// Reads the field. Fails if the value does not have the type.
    fn read<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error>;
}

impl<'de, T: FilterValue<'de>> FilterField<'de> for Option<T> {
    fn read<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        T::read(from)
    }
}

impl<'de> FilterField<'de> for bool {
    fn read<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(from)?.unwrap_or_default())
    }
}

/// Reads a filter field, for `deserialize_with`. Fails if the value does not have the type.
pub fn read_filter<'de, D: Deserializer<'de>, T: FilterField<'de>>(from: D) -> Result<T, D::Error> {
    T::read(from)
}

/// Declares the filters of lists. Every field may be left out, and an empty field counts as left out.
macro_rules! filters {
    ($($(#[$meta:meta])* pub struct $name:ident { $($(#[$of:meta])* pub $field:ident: $type:ty,)* })*) => {
        wire! {$(
            $(#[$meta])*
            #[derive(Default)]
            #[serde(default)]
            pub struct $name {
                $(
                    $(#[$of])*
                    #[serde(deserialize_with = "crate::list::read_filter")]
                    pub $field: $type,
                )*
            }
        )*}
    };
}

#[cfg(test)]
mod tests {
    use crate::bills::BillFilter;
    use crate::payments::TransactionFilter;

    #[test]
    fn an_empty_part_of_a_filter_is_a_missing_one() {
        let read = |text: &str| serde_json::from_str::<BillFilter>(text).unwrap();
        let empty = r#"{"batchIds":[],"accountNos":null,"dueFrom":"","dueTo":"  ","search":" ","payable":null}"#;
        assert_eq!(read(empty), BillFilter::default());
        let payments = r#"{"statuses":[],"methods":[],"bankIds":[],"from":"","to":null}"#;
        assert_eq!(serde_json::from_str::<TransactionFilter>(payments).unwrap(), TransactionFilter::default());
        assert_eq!(
            read(r#"{"dueFrom":"2026-11-24"}"#).due_from.map(|day| day.to_string()).as_deref(),
            Some("2026-11-24")
        );
        assert!(serde_json::from_str::<BillFilter>(r#"{"dueFrom":"tomorrow"}"#).is_err());
        assert!(serde_json::from_str::<BillFilter>(r#"{"batchIds":[""]}"#).is_err());
    }
}
