//! What the fields of an FPX message may hold.

/// The only currency of FPX.
pub const CURRENCY: &str = "MYR";

/// The most characters that FPX takes in a field (named without its `fpx_` prefix); `None` where it states no length.
#[must_use]
pub fn max_length(field: &str) -> Option<usize> {
    Some(match field {
        "msgType" | "msgToken" => 2,
        "currency" | "txnCurrency" => 3,
        "buyerBankBranch" | "buyerBankId" | "sellerBankCode" | "sellerExId" | "sellerId" | "version" => 10,
        "sellerTxnTime" | "fpxTxnTime" => 14,
        "fpxTxnId" => 16,
        // 16 digits, the point and 2 decimals.
        "txnAmount" => 19,
        "buyerAccNo" | "buyerId" => 20,
        "productDesc" => 30,
        "buyerIban" => 35,
        "buyerName" | "makerName" | "sellerExOrderNo" | "sellerOrderNo" => 40,
        "buyerEmail" => 50,
        _ => return None,
    })
}

/// A name or description in the characters that FPX is known to carry unharmed: letters, digits, space and `@()/.-&`.
///
/// Everything else becomes a space (a `|` would shift the signed text), runs of spaces become one, and the rest is cut off
/// at `max` characters.
#[must_use]
pub fn clean(text: &str, max: usize) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "@()/.-&".contains(c);
    let spaced: String = text.chars().map(|c| if allowed(c) { c } else { ' ' }).collect();
    let joined = spaced.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    joined.chars().take(max).collect::<String>().trim_end().to_owned()
}

/// Whether FPX takes this as a seller's or an exchange's order number: 1 to 40 visible ASCII characters without
/// `&`, `'` and the `|` of the signed text.
#[must_use]
pub fn is_order_number(text: &str) -> bool {
    (1..=40).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic() && !b"&'|".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_what_fpx_cannot_carry() {
        for (text, max, cleaned) in [
            ("N@ME()/ .-&BUYER", 40, "N@ME()/ .-&BUYER"),
            ("  Sinar  Jaya\tSdn. Bhd. ", 40, "Sinar Jaya Sdn. Bhd."),
            ("O'Brien | Söhne + Co_1", 40, "O Brien S hne Co 1"),
            ("Electricity bills of November", 12, "Electricity"),
            ("a b", 2, "a"),
            ("电费", 30, ""),
        ] {
            assert_eq!(clean(text, max), cleaned);
        }
    }

    #[test]
    fn order_numbers() {
        for ok in ["1", "GB20261120-000001", &"9".repeat(40)] {
            assert!(is_order_number(ok), "{ok}");
        }
        for bad in ["", "a b", "a&b", "a'b", "a|b", "é", "a\n", &"9".repeat(41)] {
            assert!(!is_order_number(bad), "{bad}");
        }
    }

    #[test]
    fn lengths() {
        assert_eq!(max_length("sellerExOrderNo"), Some(40));
        assert_eq!(max_length("buyerBankId"), Some(10));
        assert_eq!(max_length("bankList"), None);
    }
}
