//! How a type looks on the wire, written once.

/// Declares types that travel: camelCase JSON, a JSON schema for the server, a TypeScript declaration for the app.
macro_rules! wire {
    ($($item:item)*) => {$(
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
        #[serde(rename_all = "camelCase")]
        #[allow(missing_docs, reason = "a field whose name and type say all has no comment")]
        $item
    )*};
}

/// Requests for a page of a list: their own fields, and with how many rows from which on.
macro_rules! page_requests {
    ($($(#[$meta:meta])* pub struct $name:ident { $($(#[$of:meta])* pub $field:ident: $type:ty,)* })*) => {
        wire! {$(
            $(#[$meta])*
            pub struct $name {
                $($(#[$of])* pub $field: $type,)*
                /// Rows from the top; 100 by default, 1,000 at most.
                #[serde(default)]
                #[cfg_attr(feature = "ts", tsify(optional))]
                pub record_count: Option<u32>,
                /// Continues an earlier answer.
                #[serde(default)]
                #[cfg_attr(feature = "ts", tsify(optional))]
                pub cursor: Option<String>,
            }
        )*}

        $(
            impl $name {
                /// Which page is meant.
                #[must_use]
                pub fn page(&self) -> $crate::page::Wanted<'_> {
                    $crate::page::Wanted { record_count: self.record_count, cursor: self.cursor.as_deref() }
                }
            }
        )*
    };
}

/// Declares an enum that travels, and is stored, as a number. Behind each number is the name by which the app knows it; its
/// TypeScript types are the numbers, and as `…Codes` the number of each name.
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
            /// Every one, by code.
            pub const ALL: &[Self] = &[Self::$first, $(Self::$variant),+];

            /// The code of each name, as JSON.
            pub const CODES: &str =
                concat!("{\"", $first_named, "\":", $first_code, $(",\"", $named, "\":", $code,)+ "}");

            /// The code.
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

/// Gives a type that is a text on the wire its serde (out through `written`, in through `parse`, so nothing invalid is ever
/// held), its schema and its TypeScript name.
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
                Self::parse(&text).map_err(|code| serde::de::Error::custom($crate::problem::Marked(code)))
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
