//! Writes JSON. serde_json's writer is three times as large to download, for floating-point numbers and failing
//! streams that no answer has.

use std::fmt::{Error, Write};

use serde::ser::{self, Serialize, Serializer};

/// Any value as JSON.
pub fn json(value: &impl Serialize) -> String {
    let mut out = String::new();
    value.serialize(Json(&mut out)).map_or_else(|_| "null".to_owned(), |()| out)
}

struct Json<'a>(&'a mut String);

/// An array or object that has been opened.
struct Parts<'a> {
    out: &'a mut String,
    close: &'static str,
    separator: &'static str,
}

impl<'a> Json<'a> {
    fn raw(self, text: &str) -> Result<(), Error> {
        self.0.push_str(text);
        Ok(())
    }

    fn open(self, open: &str, close: &'static str) -> Parts<'a> {
        self.0.push_str(open);
        Parts { out: self.0, close, separator: "" }
    }

    /// `{"variant":`, the value, `}`.
    fn variant(self, variant: &str, open: &str, close: &'static str) -> Result<Parts<'a>, Error> {
        let Json(out) = self;
        out.push('{');
        Json(out).serialize_str(variant)?;
        out.push(':');
        Ok(Json(out).open(open, close))
    }
}

impl Parts<'_> {
    fn item(&mut self) -> Json<'_> {
        self.out.push_str(self.separator);
        self.separator = ",";
        Json(self.out)
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), Error> {
        self.item().serialize_str(name)?;
        self.out.push(':');
        value.serialize(Json(self.out))
    }

    fn close(self) -> Result<(), Error> {
        Json(self.out).raw(self.close)
    }
}

/// Numbers, all written by way of the largest of their kind.
macro_rules! numbers {
    ($($method:ident $type:ty as $wide:ident;)*) => {$(
        fn $method(self, number: $type) -> Result<(), Error> {
            self.$wide(number.into())
        }
    )*};
}

impl<'a> Serializer for Json<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Parts<'a>;
    type SerializeMap = Parts<'a>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Parts<'a>;

    numbers! {
        serialize_i8 i8 as serialize_i64;
        serialize_i16 i16 as serialize_i64;
        serialize_i32 i32 as serialize_i64;
        serialize_u8 u8 as serialize_u64;
        serialize_u16 u16 as serialize_u64;
        serialize_u32 u32 as serialize_u64;
    }

    fn serialize_i64(self, number: i64) -> Result<(), Error> {
        write!(self.0, "{number}")
    }

    fn serialize_u64(self, number: u64) -> Result<(), Error> {
        write!(self.0, "{number}")
    }

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.raw(["false", "true"][usize::from(value)])
    }

    fn serialize_f32(self, _: f32) -> Result<(), Error> {
        Err(Error)
    }

    fn serialize_f64(self, _: f64) -> Result<(), Error> {
        Err(Error)
    }

    fn serialize_char(self, character: char) -> Result<(), Error> {
        self.serialize_str(character.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Result<(), Error> {
        self.0.push('"');
        for character in text.chars() {
            match character {
                '"' => self.0.push_str("\\\""),
                '\\' => self.0.push_str("\\\\"),
                '\0'..' ' => write!(self.0, "\\u{:04x}", u32::from(character))?,
                plain => self.0.push(plain),
            }
        }
        self.raw("\"")
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Error> {
        Err(Error)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.raw("null")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.raw("null")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.raw("null")
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let mut parts = self.open("{", "}");
        parts.field(variant, value)?;
        parts.close()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'a>, Error> {
        Ok(self.open("[", "]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'a>, Error> {
        Ok(self.open("[", "]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>, Error> {
        Ok(self.open("[", "]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, Error> {
        self.variant(variant, "[", "]}")
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'a>, Error> {
        Ok(self.open("{", "}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>, Error> {
        Ok(self.open("{", "}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, Error> {
        self.variant(variant, "{", "}}")
    }
}

/// Things in a row.
macro_rules! rows {
    ($($kind:ident $method:ident;)*) => {$(
        impl ser::$kind for Parts<'_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                value.serialize(self.item())
            }

            fn end(self) -> Result<(), Error> {
                self.close()
            }
        }
    )*};
}

/// Things with names.
macro_rules! records {
    ($($kind:ident;)*) => {$(
        impl ser::$kind for Parts<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
                self.field(name, value)
            }

            fn end(self) -> Result<(), Error> {
                self.close()
            }
        }
    )*};
}

rows! {
    SerializeSeq serialize_element;
    SerializeTuple serialize_element;
    SerializeTupleStruct serialize_field;
    SerializeTupleVariant serialize_field;
}

records! {
    SerializeStruct;
    SerializeStructVariant;
}

impl ser::SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        key.serialize(self.item())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.out.push(':');
        value.serialize(Json(self.out))
    }

    fn end(self) -> Result<(), Error> {
        self.close()
    }
}
