//! How a type looks on the wire, written once.

/// Declares types that travel: camelCase JSON, a JSON schema for the server, a TypeScript declaration for the app.
macro_rules! wire {
    ($($item:item)*) => {$(
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
        #[serde(rename_all = "camelCase")]
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
