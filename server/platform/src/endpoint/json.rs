//! Parses texts and JSON objects. Refuses NUL characters, which PostgreSQL cannot store, and repeated names in an
//! object, which parsers interpret differently.

use std::fmt;

use gridbill_core::{Code, Problem};
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::strict;

const NUL: &str = "a text holds a NUL character";

/// Returns the refusal of a body that cannot be parsed.
pub fn unreadable(reason: &str) -> Problem {
    Problem::new(Code::Unreadable).with("reason", reason)
}

/// Returns the refusal of a repeated name.
pub fn repeated(name: &str) -> Problem {
    unreadable(&duplicate_name(name))
}

fn duplicate_name(name: &str) -> String {
    format!("{name} occurs twice")
}

/// Checks that a text contains no NUL. Fails with [`Code::Unreadable`].
pub fn text(text: &str) -> Result<(), Problem> {
    if text.contains('\0') { Err(unreadable(NUL)) } else { Ok(()) }
}

/// Parses a body as an object.
/// Fails with [`Code::Unreadable`], with the reason unless the body is simply not a JSON object.
pub fn object(body: &[u8]) -> Result<Map<String, Value>, Problem> {
    let (mut reader, mut track) = (serde_json::Deserializer::from_slice(body), serde_path_to_error::Track::new());
    let value = Checked.deserialize(serde_path_to_error::Deserializer::new(&mut reader, &mut track));
    match value.and_then(|value| reader.end().map(|()| value)) {
        Ok(Value::Object(fields)) => Ok(fields),
        Err(error) if error.is_data() => {
            // The position in the body means nothing to a user who filled in a form, so the field is named instead.
            let (said, field) = (error.to_string(), strict::named(&track.path()));
            let reason = said.rsplit_once(" at line ").map_or(said.as_str(), |(reason, _)| reason);
            match field.as_str() {
                "." => Err(unreadable(reason)),
                _ => Err(Problem::at(&field, unreadable(&format!("{field}: {reason}")))),
            }
        }
        Ok(_) | Err(_) => Err(unreadable("the body is not a JSON object")),
    }
}

/// Deserializes any JSON value with these checks.
#[derive(Clone, Copy)]
struct Checked;

impl<'de> DeserializeSeed<'de> for Checked {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Checked {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Value, E> {
        self.visit_string(text.to_owned())
    }

    fn visit_string<E: serde::de::Error>(self, text: String) -> Result<Value, E> {
        if text.contains('\0') { Err(E::custom(NUL)) } else { Ok(text.into()) }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut read = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            read.push(item);
        }
        Ok(read.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut read = Map::new();
        while let Some(name) = entries.next_key::<String>()? {
            if name.contains('\0') {
                return Err(A::Error::custom(NUL));
            }
            if read.contains_key(&name) {
                return Err(A::Error::custom(duplicate_name(&name)));
            }
            let value = entries.next_value_seed(self)?;
            read.insert(name, value);
        }
        Ok(read.into())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_object_is_read_as_it_is_written() {
        let written =
            json!({ "a": [1, -2, 2.5, null, true, { "b": "text" }], "c": {}, "d": 18_446_744_073_709_551_615_u64 });
        assert_eq!(object(written.to_string().as_bytes()).map(Value::from), Ok(written));
    }

    #[test]
    fn ambiguous_requests_are_refused() {
        for (body, reason) in [
            (r#"{"a":1,"a":2}"#, "a occurs twice"),
            (r#"{"a":{"b":1,"c":2,"b":1}}"#, "a: b occurs twice"),
            (r#"{"a":[{"b":1,"b":1}]}"#, "a.0: b occurs twice"),
            (r#"{"a":1,"\u0061":2}"#, "a occurs twice"),
            (r#"{"a":"x\u0000"}"#, "a: a text holds a NUL character"),
            (r#"{"a":{"b":["\u0000"]}}"#, "a.b.0: a text holds a NUL character"),
            (r#"{"a\u0000":1}"#, NUL),
            ("[]", "the body is not a JSON object"),
            ("{} {}", "the body is not a JSON object"),
            ("{", "the body is not a JSON object"),
            ("null", "the body is not a JSON object"),
        ] {
            let problem = object(body.as_bytes()).expect_err(body);
            assert_eq!(problem.code, Code::Unreadable);
            assert_eq!(problem.params["reason"], reason, "{body}");
        }
    }
}
