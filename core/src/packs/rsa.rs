//! Verifies FPX's signatures: RSASSA-PKCS1-v1_5 with SHA-1 and keys of 2,048 bits. Only public values are computed with, so
//! the time that it takes reveals nothing.

use sha1::Sha1;
use sha2::{Digest as _, Sha256};

const BYTES: usize = 256;
const WORDS: usize = BYTES / 4;
/// What surrounds the modulus in the DER form of a public key of 2,048 bits with the exponent 65,537.
const BEFORE: [u8; 33] = [
    0x30, 0x82, 0x01, 0x22, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
    0x03, 0x82, 0x01, 0x0f, 0x00, 0x30, 0x82, 0x01, 0x0a, 0x02, 0x82, 0x01, 0x01, 0x00,
];
const AFTER: [u8; 5] = [0x02, 0x03, 0x01, 0x00, 0x01];
/// What precedes a SHA-1 hash in a signature.
const SHA1_INFO: [u8; 15] = [0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2b, 0x0e, 0x03, 0x02, 0x1a, 0x05, 0x00, 0x04, 0x14];

/// A number of 2,048 bits, the lowest word first.
type Number = [u32; WORDS];

/// A public key of FPX.
#[derive(Debug, Clone)]
pub struct PublicKey {
    modulus: Number,
    id: String,
}

impl PublicKey {
    /// Reads a public key in PEM, as a pack has it. None if it is not an RSA key of 2,048 bits with the exponent 65,537.
    #[must_use]
    pub fn from_pem(pem: &str) -> Option<Self> {
        let body = pem.trim().strip_prefix("-----BEGIN PUBLIC KEY-----")?.strip_suffix("-----END PUBLIC KEY-----")?;
        let der = from_base64(body)?;
        let modulus = der.strip_prefix(&BEFORE)?.strip_suffix(&AFTER)?;
        let modulus = from_bytes(modulus.try_into().ok()?);
        Some(Self { modulus, id: hex::encode(Sha256::digest(&der)) })
    }

    /// The SHA-256 of the key.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Whether the key made the signature of the text.
    #[must_use]
    pub fn verifies(&self, text: &str, signature: &[u8]) -> bool {
        let Ok(signature) = <[u8; BYTES]>::try_from(signature) else { return false };
        let signature = from_bytes(signature);
        if !is_below(&signature, &self.modulus) {
            return false;
        }
        let mut power = signature;
        for _ in 0..16 {
            power = self.multiply(&power, &power);
        }
        to_bytes(&self.multiply(&power, &signature)) == padded(text)
    }

    /// Multiplies two numbers modulo the key.
    fn multiply(&self, one: &Number, other: &Number) -> Number {
        let mut product = [0; WORDS];
        for word in other.iter().rev() {
            for bit in (0..32).rev() {
                product = self.add(&product, &product);
                if word >> bit & 1 == 1 {
                    product = self.add(&product, one);
                }
            }
        }
        product
    }

    /// Adds two numbers modulo the key. Both are below it.
    fn add(&self, one: &Number, other: &Number) -> Number {
        let (mut sum, mut carry) = ([0; WORDS], false);
        for ((sum, one), other) in sum.iter_mut().zip(one).zip(other) {
            (*sum, carry) = add_words(*one, *other, carry);
        }
        if carry || !is_below(&sum, &self.modulus) {
            let mut borrow = false;
            for (sum, modulus) in sum.iter_mut().zip(&self.modulus) {
                let (less, first) = sum.overflowing_sub(*modulus);
                let (less, second) = less.overflowing_sub(u32::from(borrow));
                (*sum, borrow) = (less, first || second);
            }
        }
        sum
    }
}

/// Adds two words and the carry of the word below. Returns the sum and its carry.
const fn add_words(one: u32, other: u32, carry: bool) -> (u32, bool) {
    let (sum, first) = one.overflowing_add(other);
    let (sum, second) = sum.overflowing_add(carry as u32);
    (sum, first || second)
}

fn is_below(one: &Number, other: &Number) -> bool {
    one.iter().rev().lt(other.iter().rev())
}

fn from_bytes(bytes: [u8; BYTES]) -> Number {
    let mut number = [0; WORDS];
    for (word, bytes) in number.iter_mut().zip(bytes.rchunks(4)) {
        *word = bytes.iter().fold(0, |word, byte| word << 8 | u32::from(*byte));
    }
    number
}

fn to_bytes(number: &Number) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    for (bytes, word) in bytes.rchunks_mut(4).zip(number) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    bytes
}

/// Returns what a signature of the text contains.
fn padded(text: &str) -> [u8; BYTES] {
    let content = [SHA1_INFO.as_slice(), &Sha1::digest(text)].concat();
    let mut bytes = [0xff; BYTES];
    bytes[0] = 0;
    bytes[1] = 1;
    let at = BYTES - content.len();
    bytes[at - 1] = 0;
    bytes[at..].copy_from_slice(&content);
    bytes
}

/// Decodes base64, ignoring line breaks.
fn from_base64(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for character in text.bytes().filter(|byte| !byte.is_ascii_whitespace() && *byte != b'=') {
        let value = match character {
            b'A'..=b'Z' => character - b'A',
            b'a'..=b'z' => character - b'a' + 26,
            b'0'..=b'9' => character - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count).to_le_bytes()[0]);
        }
    }
    Some(bytes)
}
