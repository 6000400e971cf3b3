//! PostgreSQL encoding of amounts. A page of bills has hundreds of amounts, so a number with two decimals is decoded
//! digit by digit. Other numbers are decoded as decimals, which is slower.

use rust_decimal::Decimal;
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::postgres::{PgArgumentBuffer, PgHasArrayType, PgTypeInfo, PgValueFormat, PgValueRef};
use sqlx::{Decode, Encode, Postgres, Type};

use super::Money;

impl Type<Postgres> for Money {
    fn type_info() -> PgTypeInfo {
        <Decimal as Type<Postgres>>::type_info()
    }

    fn compatible(other: &PgTypeInfo) -> bool {
        <Decimal as Type<Postgres>>::compatible(other)
    }
}

impl PgHasArrayType for Money {
    fn array_type_info() -> PgTypeInfo {
        <Decimal as PgHasArrayType>::array_type_info()
    }
}

impl Encode<'_, Postgres> for Money {
    fn encode_by_ref(&self, buffer: &mut PgArgumentBuffer) -> Result<IsNull, BoxDynError> {
        <Decimal as Encode<'_, Postgres>>::encode_by_ref(&self.0, buffer)
    }
}

impl<'a> Decode<'a, Postgres> for Money {
    fn decode(value: PgValueRef<'a>) -> Result<Self, BoxDynError> {
        let sen = match value.format() {
            PgValueFormat::Binary => sen(value.as_bytes()?),
            PgValueFormat::Text => None,
        };
        match sen {
            Some(sen) => Ok(Self::from_sen(sen)),
            None => <Decimal as Decode<'_, Postgres>>::decode(value).map(Self),
        }
    }
}

/// Decodes the binary form of a number into sen. The form has the number of base-10,000 digits, the weight of the first
/// digit, the sign, the decimals shown, and the digits. None if it does not have this form or has other than two
/// decimals.
fn sen(bytes: &[u8]) -> Option<i64> {
    const MINUS: i16 = 0x4000;
    let mut parts = bytes.chunks_exact(2).map(|pair| i16::from_be_bytes([pair[0], pair[1]]));
    let (count, weight, sign, places) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    // A number with other than two decimals must keep them.
    if !(sign == 0 || sign == MINUS) || places != 2 || parts.len() != usize::try_from(count).ok()? {
        return None;
    }
    // First the whole ringgit. The two decimals follow as the upper half of the next digit.
    let mut sen: i64 = 0;
    for place in (-1..=weight.max(-1)).rev() {
        let digit = if place > weight { 0 } else { i64::from(parts.next().unwrap_or(0)) };
        let (base, digit) = if place < 0 { (100, digit / 100) } else { (10_000, digit) };
        sen = sen.checked_mul(base)?.checked_add(digit)?;
    }
    if parts.next().is_some() {
        return None;
    }
    Some(if sign == MINUS { -sen } else { sen })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sent(number: Decimal) -> Vec<u8> {
        let mut buffer = PgArgumentBuffer::default();
        let _ = <Decimal as Encode<'_, Postgres>>::encode_by_ref(&number, &mut buffer).expect("a number");
        buffer.to_vec()
    }

    proptest! {
        #[test]
        fn amounts_are_read_as_they_are_sent(number in -9_999_999_999_999_999_i64..=9_999_999_999_999_999) {
            // Zero is left out, because it is sent without decimals.
            let numbers = [number, number % 1_000_000, number % 10_000 * 100, number % 100];
            for number in numbers.into_iter().filter(|one| *one != 0) {
                prop_assert_eq!(sen(&sent(Decimal::new(number, 2))), Some(number));
            }
        }
    }

    #[test]
    fn other_numbers_are_not_read_so() {
        for number in ["1", "1.5", "0.001", "1234.5678", "100000000000000000000.00"] {
            assert_eq!(sen(&sent(number.parse().unwrap())), None, "{number}");
        }
        assert_eq!(sen(&[0, 0, 0, 0, 0, 0, 0, 2]), Some(0), "zero, as the database sends it");
        assert_eq!(sen(&[0, 0, 0, 0, 0xC0, 0, 0, 2]), None, "not a number (NaN)");
        assert_eq!(sen(&[0, 1, 0, 0, 0, 0, 0, 2]), None, "truncated bytes");
    }
}
