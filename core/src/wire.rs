//! Macros that declare types with their JSON, schema and TypeScript forms.

/// Declares types that are sent over the wire: camelCase JSON, a JSON schema for the server, a TypeScript declaration
/// for the app.
macro_rules! wire {
    ($($item:item)*) => {$(
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
        #[serde(rename_all = "camelCase")]
        #[allow(missing_docs, reason = "a field needs no comment when its name and type are clear")]
        $item
    )*};
}

/// Declares requests for a page of a list: their own fields plus page size and cursor.
macro_rules! page_requests {
    ($($(#[$meta:meta])* pub struct $name:ident { $($(#[$of:meta])* pub $field:ident: $type:ty,)* })*) => {
        wire! {$(
            $(#[$meta])*
            pub struct $name {
                $($(#[$of])* pub $field: $type,)*
                /// Maximum rows to return; 100 by default, 1,000 at most.
                #[serde(default)]
                pub record_count: Option<u32>,
                /// The `next` of an earlier answer. Left out for the first page.
                #[serde(default)]
                pub cursor: Option<String>,
            }
        )*}

        $(
            impl $name {
                /// Returns the requested page size and cursor.
                #[must_use]
                pub fn page(&self) -> $crate::page::PageParams<'_> {
                    $crate::page::PageParams { record_count: self.record_count, cursor: self.cursor.as_deref() }
                }
            }
        )*
    };
}

/// Declares an enum that is sent and stored as a number. Each number has a name that the app uses. The TypeScript type
/// is the union of the numbers; the type `…Codes` maps each name to its number.
macro_rules! numbered {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $(#[$first_meta:meta])* $first:ident = $first_code:literal $first_named:literal,
            $($(#[$variant_meta:meta])* $variant:ident = $code:literal $named:literal,)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "sql", derive(sqlx::Type))]
        #[serde(into = "u8", try_from = "u8")]
        #[repr(i16)]
        pub enum $name {
            $(#[$first_meta])* $first = $first_code,
            $($(#[$variant_meta])* $variant = $code,)+
        }

        impl $name {
            /// Every value, ordered by code.
            pub const ALL: &[Self] = &[Self::$first, $(Self::$variant),+];

            /// The map from name to code, as JSON.
            pub const CODES: &str =
                concat!("{\"", $first_named, "\":", $first_code, $(",\"", $named, "\":", $code,)+ "}");

            /// Returns the name that the app uses.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self {
                    Self::$first => $first_named,
                    $(Self::$variant => $named,)+
                }
            }

            /// Returns the number that is sent and stored.
            #[must_use]
            pub const fn code(self) -> u8 {
                self as u8
            }
        }

        impl From<$name> for u8 {
            fn from(one: $name) -> Self {
                one.code()
            }
        }

        impl TryFrom<u8> for $name {
            type Error = &'static str;

            fn try_from(code: u8) -> Result<Self, Self::Error> {
                let no_such = concat!("no such ", stringify!($name));
                Self::ALL.iter().copied().find(|one| one.code() == code).ok_or(no_such)
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let last = Self::ALL.iter().map(|one| one.code()).max();
                schemars::json_schema!({ "type": "integer", "minimum": $first_code, "maximum": last })
            }
        }

        #[cfg(feature = "ts")]
        const _: () = {
            use wasm_bindgen::prelude::wasm_bindgen;
            #[wasm_bindgen(typescript_custom_section)]
            const TYPES: &str = concat!(
                "export type ", stringify!($name), " = ", $first_code, $(" | ", $code,)+ ";\n",
                "export type ", stringify!($name), "Codes = { ",
                $first_named, ": ", $first_code, $("; ", $named, ": ", $code,)+ " }",
            );
        };
    };
}

/// Implements serde, schema and TypeScript name for a type that is a string on the wire. It is written with `written`
/// and read with `parse`, so a value is always valid.
macro_rules! text_on_the_wire {
    ($name:ident, $typescript:literal) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.written(|text| serializer.serialize_str(text))
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                Self::parse(&text).map_err(|code| serde::de::Error::custom($crate::problem::CodeMarker(code)))
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "format": stringify!($name) })
            }
        }

        #[cfg(feature = "ts")]
        const _: () = {
            use wasm_bindgen::prelude::wasm_bindgen;
            #[wasm_bindgen(typescript_custom_section)]
            const TYPE: &str = concat!("export type ", stringify!($name), " = ", $typescript, ";");
        };
    };
}
