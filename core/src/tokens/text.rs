//! The text of a token: a prefix, 32 random bytes in 43 characters, and a checksum in 6. The prefix lets scanners of secrets
//! find a token that was published by mistake. The checksum lets the server refuse a mistyped token without the database.

use crate::Code;

/// The beginning of every token, also of the sandbox's.
pub const TOKEN_PREFIX: &str = "gbp_";

/// The system that a token belongs to. The prefix tells them apart, so that a token of one is not tried at the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A portal with real bills.
    Portal,
    /// A sandbox: fictional companies, and payments that move no money.
    Sandbox,
}

impl TokenKind {
    /// Returns the kind of the tokens of this system.
    #[must_use]
    pub const fn of(is_sandbox: bool) -> Self {
        if is_sandbox { Self::Sandbox } else { Self::Portal }
    }

    /// Returns the beginning of its tokens. The rest of a token has no underscore.
    const fn prefix(self) -> &'static str {
        match self {
            Self::Portal => TOKEN_PREFIX,
            Self::Sandbox => "gbp_test_",
        }
    }

    /// Returns why the other system refuses a token of this kind.
    #[must_use]
    pub const fn refusal(self) -> Code {
        match self {
            Self::Portal => Code::ApiTokenOfPortal,
            Self::Sandbox => Code::ApiTokenOfSandbox,
        }
    }
}
/// Number of characters at the end of a token by which its users recognise it.
pub const ENDING_LENGTH: usize = 4;

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// 62⁴³ is more than 2²⁵⁶.
const SECRET_LENGTH: usize = 43;
/// 62⁶ is more than 2³².
const CHECKSUM_LENGTH: usize = 6;

/// Writes a token of these random bytes.
#[must_use]
pub fn write_token(kind: TokenKind, bytes: &[u8; 32]) -> String {
    let text = format!("{}{}", kind.prefix(), base62(bytes, SECRET_LENGTH));
    let checksum = checksum(&text);
    text + &checksum
}

/// Returns the kind of a text that has the form of a token with its right checksum; none for any other text.
#[must_use]
pub fn token_kind(text: &str) -> Option<TokenKind> {
    let is_of = |kind: &TokenKind| {
        let rest = text.strip_prefix(kind.prefix());
        rest.is_some_and(|rest| rest.len() == SECRET_LENGTH + CHECKSUM_LENGTH && rest.is_ascii())
    };
    let kind = [TokenKind::Portal, TokenKind::Sandbox].into_iter().find(is_of)?;
    let (secret, written) = text.split_at(text.len() - CHECKSUM_LENGTH);
    (checksum(secret) == written).then_some(kind)
}

/// Returns the last characters of a token.
#[must_use]
pub fn ending(token: &str) -> &str {
    token.get(token.len().saturating_sub(ENDING_LENGTH)..).unwrap_or_default()
}

fn checksum(text: &str) -> String {
    base62(&crc32(text.as_bytes()).to_be_bytes(), CHECKSUM_LENGTH)
}

/// Computes the checksum CRC-32 of ISO 3309, as in ZIP archives.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 })
    };
    !bytes.iter().fold(!0, step)
}

/// Writes a number in base 62, with leading zeros.
fn base62(bytes: &[u8], length: usize) -> String {
    let mut number = bytes.to_vec();
    let mut digits = vec![0_u8; length];
    for digit in digits.iter_mut().rev() {
        let mut rest = 0_u32;
        for byte in &mut number {
            let value = (rest << 8) | u32::from(*byte);
            // The quotient fits, because `rest` is below 62.
            *byte = u8::try_from(value / 62).unwrap_or_default();
            rest = value % 62;
        }
        *digit = u8::try_from(rest).unwrap_or_default();
    }
    digits.into_iter().map(|digit| char::from(ALPHABET[usize::from(digit)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_written_in_one_form() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926, "the published check value");
        assert_eq!(base62(&61_u32.to_be_bytes(), 6), "00000z");
        assert_eq!(base62(&62_u32.to_be_bytes(), 6), "000010");
        assert_eq!(base62(&u32::MAX.to_be_bytes(), 6), "4gfFC3");
        for bytes in [[0; 32], [255; 32], [7; 32]] {
            let token = write_token(TokenKind::Portal, &bytes);
            assert_eq!(token.len(), 53);
            assert_eq!(token_kind(&token), Some(TokenKind::Portal), "{token}");
            let of_sandbox = write_token(TokenKind::Sandbox, &bytes);
            assert!(of_sandbox.starts_with("gbp_test_") && of_sandbox.len() == 58, "{of_sandbox}");
            assert_eq!(token_kind(&of_sandbox), Some(TokenKind::Sandbox), "{of_sandbox}");
            assert!(token.ends_with(ending(&token)) && ending(&token).len() == ENDING_LENGTH);
        }
        assert_ne!(write_token(TokenKind::Portal, &[0; 32]), write_token(TokenKind::Portal, &[1; 32]));
    }

    #[test]
    fn every_changed_character_is_noticed() {
        for kind in [TokenKind::Portal, TokenKind::Sandbox] {
            let token = write_token(kind, &[7; 32]);
            for place in 0..token.len() {
                let mut changed = token.clone().into_bytes();
                changed[place] = if changed[place] == b'a' { b'b' } else { b'a' };
                let changed = String::from_utf8(changed).expect("a text");
                assert_eq!(token_kind(&changed), None, "{changed}");
            }
        }
        let token = write_token(TokenKind::Portal, &[7; 32]);
        let moved = token.replace("gbp_", "gbp_test_");
        for wrong in ["", "gbp_", "gbp_é", &token[1..], &format!("{token}0"), &token.to_uppercase(), &moved] {
            assert_eq!(token_kind(wrong), None, "{wrong}");
        }
    }
}
