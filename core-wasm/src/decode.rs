//! Reads JavaScript values with serde. Unlike in `serde-wasm-bindgen`, the error has no message: the messages, and the code that
//! formats them, were a tenth of what the first screen downloads.

use std::fmt::{self, Display, Formatter};

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use wasm_bindgen::prelude::*;

/// A value that does not have the expected type.
#[derive(Debug)]
pub struct Malformed;

impl Display for Malformed {
    fn fmt(&self, _: &mut Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl std::error::Error for Malformed {}

impl de::Error for Malformed {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

type Result<T> = std::result::Result<T, Malformed>;

#[wasm_bindgen]
extern "C" {
    /// An object or an array.
    type Composite;

    #[wasm_bindgen(method, structural, indexing_getter)]
    fn field(this: &Composite, name: &str) -> JsValue;

    #[wasm_bindgen(method, structural, indexing_getter)]
    fn item(this: &Composite, index: u32) -> JsValue;

    #[wasm_bindgen(method, getter)]
    fn length(this: &Composite) -> u32;

    #[wasm_bindgen(js_namespace = Object)]
    fn keys(object: &Composite) -> Composite;

    #[wasm_bindgen(js_namespace = Array, js_name = isArray)]
    fn is_array(value: &JsValue) -> bool;

    #[wasm_bindgen(js_namespace = Number, js_name = isSafeInteger)]
    fn is_safe_integer(value: &JsValue) -> bool;
}

impl Composite {
    fn items(self) -> impl Iterator<Item = Decoder> {
        (0..self.length()).map(move |index| Decoder(self.item(index)))
    }

    fn entries(self) -> impl Iterator<Item = (Decoder, Decoder)> {
        let keys = keys(&self);
        (0..keys.length()).map(move |index| {
            let key = keys.item(index);
            let value = self.field(&key.as_string().unwrap_or_default());
            (Decoder(key), Decoder(value))
        })
    }
}

/// A JavaScript value to read.
pub struct Decoder(pub JsValue);

impl Decoder {
    fn is_nullish(&self) -> bool {
        self.0.is_null() || self.0.is_undefined()
    }

    fn integer(&self) -> Option<i64> {
        // A safe integer has no fraction and fits.
        self.0.as_f64().filter(|_| is_safe_integer(&self.0)).map(|number| number as i64)
    }

    fn composite(self) -> Result<Composite> {
        if self.0.is_object() { Ok(self.0.unchecked_into()) } else { Err(Malformed) }
    }
}

impl IntoDeserializer<'_, Malformed> for Decoder {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> de::Deserializer<'de> for Decoder {
    type Error = Malformed;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.is_nullish() {
            visitor.visit_unit()
        } else if let Some(value) = self.0.as_bool() {
            visitor.visit_bool(value)
        } else if let Some(number) = self.integer() {
            visitor.visit_i64(number)
        } else if let Some(number) = self.0.as_f64() {
            visitor.visit_f64(number)
        } else if let Some(text) = self.0.as_string() {
            visitor.visit_string(text)
        } else if is_array(&self.0) {
            self.deserialize_seq(visitor)
        } else {
            self.deserialize_map(visitor)
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_bool(self.0.as_bool().ok_or(Malformed)?)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_i64(self.integer().ok_or(Malformed)?)
    }

    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_i16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_i8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_i64(visitor)
    }

    // Serde refuses a negative number as an unsigned one.
    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_f64(self.0.as_f64().ok_or(Malformed)?)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_string(self.0.as_string().ok_or(Malformed)?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_string(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_string(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_string(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.is_nullish() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if !is_array(&self.0) {
            return Err(Malformed);
        }
        visitor.visit_seq(SeqDeserializer::new(self.composite()?.items()))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(self, _: &'static str, _: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_map(MapDeserializer::new(self.composite()?.entries()))
    }

    /// Reads the fields by their names, without those that the value does not have. Other fields are ignored.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let object = self.composite()?;
        let known = fields.iter().map(|field| (*field, object.field(field))).filter(|(_, value)| !value.is_undefined());
        visitor.visit_map(MapDeserializer::new(known.map(|(field, value)| (field, Decoder(value)))))
    }

    /// Reads the name of a variant, or an object whose only field is a variant.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        if self.0.is_string() {
            return visitor.visit_enum(Variant { name: self, value: Decoder(JsValue::UNDEFINED) });
        }
        let mut entries = self.composite()?.entries();
        match (entries.next(), entries.next()) {
            (Some((name, value)), None) => visitor.visit_enum(Variant { name, value }),
            _ => Err(Malformed),
        }
    }

    /// Reads bytes in the packages that take files.
    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        serde_wasm_bindgen::Deserializer::from(self.0).deserialize_byte_buf(visitor).map_err(|_| Malformed)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { i128 u128 bytes unit unit_struct }
}

/// A variant of an enum, with its data.
struct Variant {
    name: Decoder,
    value: Decoder,
}

impl<'de> de::EnumAccess<'de> for Variant {
    type Error = Malformed;
    type Variant = Decoder;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Decoder)> {
        Ok((seed.deserialize(self.name)?, self.value))
    }
}

impl<'de> de::VariantAccess<'de> for Decoder {
    type Error = Malformed;

    fn unit_variant(self) -> Result<()> {
        if self.is_nullish() { Ok(()) } else { Err(Malformed) }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        de::Deserializer::deserialize_seq(self, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value> {
        de::Deserializer::deserialize_struct(self, "", fields, visitor)
    }
}
