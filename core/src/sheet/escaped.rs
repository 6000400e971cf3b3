//! Texts of workbooks write characters that XML does not allow as `_xHHHH_`, and an underscore that would begin such an
//! escape as `_x005F_`.

use super::xml::is_forbidden;

/// The length of an escape in bytes.
const LENGTH: usize = "_x000D_".len();

/// Returns the text with its escapes replaced. Characters that XML does not allow are dropped, because databases and
/// screens do not accept them.
pub fn decode(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find("_x") {
        decoded.push_str(&rest[..place]);
        rest = &rest[place..];
        let mut units = Vec::new();
        while let Some(unit) = unit(rest) {
            units.push(unit);
            rest = &rest[LENGTH..];
        }
        if units.is_empty() {
            decoded.push_str("_x");
            rest = &rest["_x".len()..];
        }
        // A character beyond 65,535 is two escapes.
        let characters = char::decode_utf16(units).map(|read| read.unwrap_or(char::REPLACEMENT_CHARACTER));
        decoded.extend(characters.filter(|character| !is_forbidden(*character)));
    }
    decoded.push_str(rest);
    decoded
}

/// Whether the text begins with an escape.
pub fn is_escape(text: &str) -> bool {
    unit(text).is_some()
}

/// Returns the UTF-16 code unit of the escape with which the text begins.
fn unit(text: &str) -> Option<u16> {
    let digits = text.get(..LENGTH)?.strip_prefix("_x")?.strip_suffix('_')?;
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if is_hex { u16::from_str_radix(digits, 16).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn escapes_are_read_once() {
        for (written, read) in [
            ("Block A_x000D_\nEast", "Block A\r\nEast"),
            ("_x000d_", "\r"),
            ("_x005F_x000D_", "_x000D_"),
            ("_x005F_x005F_", "_x005F_"),
            ("_xD83D__xDE00_", "\u{1f600}"),
            ("_xD83D_", "\u{fffd}"),
            ("a_x0000_b_x0007_c_xFFFE_", "abc"),
            ("_x00G0_ _x+0D_ _x00_ _x000D", "_x00G0_ _x+0D_ _x00_ _x000D"),
            ("_x000_x0041_", "_x000A"),
            ("_x00é_", "_x00é_"),
            ("my_x", "my_x"),
            ("plain", "plain"),
        ] {
            assert_eq!(decode(written), read, "{written}");
        }
    }
}
