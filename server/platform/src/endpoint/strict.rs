//! Deserializes a request more strictly than serde. An array in place of an object is refused, because serde would
//! take its items for the object's fields in order. `null` in place of an object, as in `"filter": null`, is an
//! object without fields. A text of the address is parsed as its field's type: a number, a boolean or a JSON
//! object. Numbers in a body may be texts as well. An object inside the request with a name that its type does not
//! declare is refused, except in the calls of existing clients: a filter with a misspelt name would otherwise find too much.

use std::collections::BTreeMap;

use gridbill_core::Code;
use gridbill_core::problem::CodeMarker;
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, Error as _, IntoDeserializer, Unexpected, Visitor};
use serde_json::{Error, Map, Value};

use super::json;

/// What happens to names in objects inside a request that their types do not declare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnknownNames {
    /// They are ignored, as existing clients expect it.
    Ignored,
    /// They are refused by name.
    Refused,
}

/// The source of a field of a request, or of the whole request.
#[derive(Clone)]
pub enum Strict {
    /// A value of the body.
    Json(Value, UnknownNames),
    /// A value of the address or of a form, where all values are texts.
    Text(String, UnknownNames),
    /// The whole request.
    Fields(BTreeMap<String, Strict>),
}

/// The begin of the message about an unknown name.
const UNKNOWN: &str = "unknown name `";

/// Returns the name that its object does not have from the message, which alone contains it.
pub fn unknown(message: &str) -> Option<&str> {
    message.strip_prefix(UNKNOWN)?.strip_suffix('`')
}

/// Refuses a name that the type of an object does not declare.
fn check_names(object: &Map<String, Value>, declared: &[&str], unknown: UnknownNames) -> Result<(), Error> {
    let is_unknown = |name: &&String| !declared.contains(&name.as_str());
    match object.keys().find(is_unknown).filter(|_| unknown == UnknownNames::Refused) {
        Some(name) => Err(Error::custom(format_args!("{UNKNOWN}{name}`"))),
        None => Ok(()),
    }
}

/// Returns the name of the field at a path, as refusals write it.
pub fn named(path: &serde_path_to_error::Path) -> String {
    path.to_string().replace('[', ".").replace(']', "")
}

/// Returns the name of a missing field from serde's message, which alone contains it.
pub fn missing(message: &str) -> Option<&str> {
    message.strip_prefix("missing field `")?.strip_suffix('`')
}

impl IntoDeserializer<'_, Error> for Strict {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Returns the declared name of an enum variant. Existing clients write some in a different case (`Approve`,
/// `Viewer`). Fails with the code of a required choice if the text is empty.
fn choice(name: &str, text: &str, variants: &[&str]) -> Result<Value, Error> {
    let text = text.trim();
    if text.is_empty() && !variants.contains(&"") {
        let code = match name {
            "Role" => Code::RoleRequired,
            _ => Code::ChoiceRequired,
        };
        return Err(Error::custom(CodeMarker(code)));
    }
    let written =
        if variants.contains(&text) { None } else { variants.iter().find(|it| it.eq_ignore_ascii_case(text)) };
    Ok(Value::String((*written.unwrap_or(&text)).to_owned()))
}

/// Parses numbers from texts. All values of an address are texts, and existing clients send texts in bodies, too.
macro_rules! numbers {
    ($($method:ident => $visit:ident $type:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self {
                Self::Text(text, _) | Self::Json(Value::String(text), _) => match text.parse::<$type>() {
                    Ok(value) => visitor.$visit(value),
                    Err(_) => Err(Error::invalid_value(Unexpected::Str(&text), &visitor)),
                },
                other => other.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Strict {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Json(Value::Array(items), unknown) => {
                let items = items.into_iter().map(|item| Self::Json(item, unknown));
                visitor.visit_seq(SeqDeserializer::new(items))
            }
            Self::Json(Value::Object(fields), unknown) => {
                let fields = fields.into_iter().map(|(name, value)| (name, Self::Json(value, unknown)));
                visitor.visit_map(MapDeserializer::new(fields))
            }
            Self::Json(other, _) => other.deserialize_any(visitor),
            Self::Text(text, _) => visitor.visit_string(text),
            Self::Fields(fields) => visitor.visit_map(MapDeserializer::new(fields.into_iter())),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Text(text, _) => match text.parse() {
                Ok(value) => visitor.visit_bool(value),
                Err(_) => Err(Error::invalid_value(Unexpected::Str(&text), &visitor)),
            },
            other => other.deserialize_any(visitor),
        }
    }

    numbers! {
        deserialize_i8 => visit_i8 i8;
        deserialize_i16 => visit_i16 i16;
        deserialize_i32 => visit_i32 i32;
        deserialize_i64 => visit_i64 i64;
        deserialize_u8 => visit_u8 u8;
        deserialize_u16 => visit_u16 u16;
        deserialize_u32 => visit_u32 u32;
        deserialize_u64 => visit_u64 u64;
        deserialize_f64 => visit_f64 f64;
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        declared: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self {
            Self::Json(Value::Array(_), _) => Err(Error::invalid_type(Unexpected::Seq, &visitor)),
            Self::Json(Value::Null, _) => Self::Fields(BTreeMap::new()).deserialize_any(visitor),
            Self::Json(Value::Object(fields), unknown) => {
                check_names(&fields, declared, unknown)?;
                Self::Json(Value::Object(fields), unknown).deserialize_any(visitor)
            }
            Self::Text(text, unknown) => match json::object(text.as_bytes()) {
                Ok(fields) => Self::Json(Value::Object(fields), unknown).deserialize_struct(name, declared, visitor),
                Err(_) => Err(Error::invalid_type(Unexpected::Str(&text), &visitor)),
            },
            other => other.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if matches!(self, Self::Json(Value::Null, _)) { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self {
            Self::Json(Value::String(text), _) | Self::Text(text, _) => {
                choice(name, &text, variants)?.deserialize_enum(name, variants, visitor)
            }
            Self::Json(value, _) => value.deserialize_enum(name, variants, visitor),
            Self::Fields(_) => Err(Error::invalid_type(Unexpected::Map, &visitor)),
        }
    }

    serde::forward_to_deserialize_any! {
        i128 u128 f32 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::{Strict, UnknownNames};
    use serde::Deserialize;
    use serde_json::{Value, json};

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(default)]
    #[derive(Default)]
    struct Inner {
        by: String,
        count: Option<u32>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Outer {
        id: String,
        #[serde(default)]
        inner: Inner,
        #[serde(default)]
        list: Vec<Inner>,
        #[serde(default)]
        maybe: Option<Inner>,
    }

    fn read(value: Value) -> Result<Outer, String> {
        let value = Strict::Json(value, UnknownNames::Ignored);
        serde_path_to_error::deserialize(value).map_err(|error| error.path().to_string())
    }

    #[test]
    fn arrays_in_place_of_objects_are_refused() {
        let whole =
            json!({ "id": "1", "inner": { "by": "a" }, "list": [{ "by": "b", "count": 2 }], "maybe": null, "x": [1] });
        let inner = |by: &str, count| Inner { by: by.to_owned(), count };
        let expected =
            Outer { id: "1".to_owned(), inner: inner("a", None), list: vec![inner("b", Some(2))], maybe: None };
        assert_eq!(read(whole), Ok(expected));
        for (wrong, path) in [
            (json!(["1"]), "."),
            (json!({ "id": "1", "inner": ["a", 2] }), "inner"),
            (json!({ "id": "1", "inner": [] }), "inner"),
            (json!({ "id": "1", "list": [["b", 2]] }), "list[0]"),
            (json!({ "id": "1", "maybe": ["c"] }), "maybe"),
            (json!({ "id": "1", "inner": "a" }), "inner"),
            (json!({ "id": ["1"] }), "id"),
            (json!({ "id": "1", "list": {} }), "list"),
        ] {
            assert_eq!(read(wrong.clone()), Err(path.to_owned()), "{wrong}");
        }
    }

    #[test]
    fn a_choice_is_read_in_any_case_and_a_blank_one_is_refused() {
        #[derive(Debug, PartialEq, Deserialize)]
        #[serde(rename_all = "camelCase")]
        enum Kind {
            CompanyName,
            Viewer,
        }
        let read = |value: Value| {
            let read = Kind::deserialize(Strict::Json(value, UnknownNames::Refused));
            read.map_err(|error| {
                gridbill_core::problem::code_in_message(&error.to_string()).map(gridbill_core::Code::name)
            })
        };
        for written in ["companyName", "CompanyName", "COMPANYNAME", " companyname "] {
            assert_eq!(read(json!(written)), Ok(Kind::CompanyName), "{written}");
        }
        assert_eq!(read(json!("Viewer")), Ok(Kind::Viewer));
        assert_eq!(read(json!(" ")), Err(Some("ChoiceRequired")));
        assert_eq!(read(json!("nobody")), Err(None));
    }

    #[test]
    fn texts_in_an_address_are_parsed_by_field_type() {
        #[derive(Debug, PartialEq, Deserialize)]
        struct Named {
            id: String,
            count: Option<u32>,
            #[serde(default)]
            is_new: bool,
            #[serde(default)]
            inner: Inner,
        }
        let read = |fields: &[(&str, &str)]| {
            let text = |text: &str| Strict::Text(text.to_owned(), UnknownNames::Ignored);
            let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), text(value)));
            let read: Result<Named, _> = serde_path_to_error::deserialize(Strict::Fields(fields.collect()));
            read.map_err(|error| error.path().to_string())
        };
        let named = |count, is_new| Named { id: "12".to_owned(), count, is_new, inner: Inner::default() };
        assert_eq!(read(&[("id", "12")]), Ok(named(None, false)));
        assert_eq!(read(&[("id", "12"), ("count", "20"), ("is_new", "true")]), Ok(named(Some(20), true)));
        let ordered = read(&[("id", "12"), ("inner", r#"{"by":"a","count":null}"#)]).expect("an object");
        assert_eq!(ordered.inner, Inner { by: "a".to_owned(), count: None });
        let wrong_objects = ["a", "", r#"["a",2]"#, r#"{"by":"a","by":"b"}"#, r#"{"by":"\u0000"}"#, "[object Object]"];
        for text in wrong_objects {
            assert_eq!(read(&[("id", "12"), ("inner", text)]), Err("inner".to_owned()), "{text}");
        }
        for (name, text) in [("count", "-1"), ("count", "x"), ("count", ""), ("is_new", "1")] {
            assert_eq!(read(&[("id", "12"), (name, text)]), Err(name.to_owned()), "{text}");
        }
        let of_body = |name: &str, value: Value| {
            let fields = [("id", Value::from("12")), (name, value)]
                .map(|(name, value)| (name.to_owned(), Strict::Json(value, UnknownNames::Ignored)));
            serde_path_to_error::deserialize(Strict::Fields(fields.into())).map_err(|error| error.path().to_string())
        };
        assert_eq!(of_body("count", "20".into()), Ok(named(Some(20), false)));
        assert_eq!(of_body("is_new", "true".into()), Err::<Named, _>("is_new".to_owned()));
    }

    #[test]
    fn a_name_that_an_object_does_not_have_is_refused_by_its_path() {
        let read = |value: Value, unknown: UnknownNames| {
            let fields = value.as_object().expect("an object").clone();
            let fields = fields.into_iter().map(|(name, value)| (name, Strict::Json(value, unknown))).collect();
            let read: Result<Outer, _> = serde_path_to_error::deserialize(Strict::Fields(fields));
            read.map(drop).map_err(|error| {
                let name = super::unknown(&error.inner().to_string()).map(str::to_owned);
                (super::named(error.path()), name)
            })
        };
        for (value, path, name) in [
            (json!({ "id": "1", "inner": { "by": "a", "conut": 1 } }), "inner", "conut"),
            (json!({ "id": "1", "list": [{ "by": "a" }, { "By": "b" }] }), "list.1", "By"),
            (json!({ "id": "1", "maybe": { "": 1 } }), "maybe", ""),
            (json!({ "id": "1", "maybe": { "a`": 1 } }), "maybe", "a`"),
        ] {
            let refused = (path.to_owned(), Some(name.to_owned()));
            assert_eq!(read(value.clone(), UnknownNames::Refused), Err(refused), "{value}");
            assert_eq!(read(value, UnknownNames::Ignored), Ok(()));
        }
        // The fields of the request itself are those of path, query and body together.
        assert_eq!(read(json!({ "id": "1", "other": { "x": 1 } }), UnknownNames::Refused), Ok(()));
        let text = Strict::Text(r#"{"by":"a","conut":1}"#.to_owned(), UnknownNames::Refused);
        assert!(serde_path_to_error::deserialize::<_, Inner>(text).is_err());
    }
}
