//! Converts numbers from the form in workbooks. Excel stores an account number that was typed as a number as
//! `2.20000000001E11`.

/// Returns the digits of a whole number in any notation, without floating-point arithmetic. Other text is returned
/// unchanged.
pub fn plain(text: &str) -> String {
    whole(text).unwrap_or_else(|| text.to_owned())
}

fn whole(text: &str) -> Option<String> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<usize>().ok().filter(|exponent| *exponent <= 20)?),
        None => (text, 0),
    };
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if before.is_empty() || !is_digits(before) || !is_digits(after) {
        return None;
    }
    let after = after.trim_end_matches('0');
    if after.len() > exponent {
        return None;
    }
    Some(format!("{before}{after}{}", "0".repeat(exponent - after.len())))
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn whole_numbers_are_written_out() {
        for (written, read) in [
            ("220000000001", "220000000001"),
            ("2.20000000001E11", "220000000001"),
            ("2.20000000001E+11", "220000000001"),
            ("220000000001.0", "220000000001"),
            ("2.2E11", "220000000000"),
            ("0", "0"),
            ("1.5", "1.5"),
            ("1E-3", "1E-3"),
            ("1E999999", "1E999999"),
            ("-5", "-5"),
            ("", ""),
            ("ABC", "ABC"),
        ] {
            assert_eq!(plain(written), read, "{written}");
        }
    }
}
