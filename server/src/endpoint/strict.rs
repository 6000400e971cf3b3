//! A request's JSON as its type reads it, with one thing that serde would let pass refused: an array where an object is due,
//! whose items would be taken for the object's fields in their order.

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, Error as _, IntoDeserializer, Unexpected, Visitor};
use serde_json::{Error, Value};

pub struct Strict(pub Value);

impl IntoDeserializer<'_, Error> for Strict {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Strict {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Array(items) => visitor.visit_seq(SeqDeserializer::new(items.into_iter().map(Self))),
            Value::Object(fields) => {
                visitor.visit_map(MapDeserializer::new(fields.into_iter().map(|(name, value)| (name, Self(value)))))
            }
            other => other.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        if self.0.is_array() {
            return Err(Error::invalid_type(Unexpected::Seq, &visitor));
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
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
        self.0.deserialize_enum(name, variants, visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::Strict;
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
        serde_path_to_error::deserialize(Strict(value)).map_err(|error| error.path().to_string())
    }

    #[test]
    fn objects_are_read_and_arrays_in_their_place_are_not() {
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
}
