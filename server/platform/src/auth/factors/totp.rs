//! Codes of authenticator apps (RFC 6238): HMAC SHA-1, six digits, steps of 30 seconds, as every app supports them.

use gridbill_core::Instant;
use openssl::hash::MessageDigest;
use openssl::memcmp;
use openssl::pkey::PKey;
use openssl::sign::Signer;

/// Bytes of a secret: the length of the hash, which RFC 4226 recommends.
pub const SECRET_BYTES: usize = 20;
/// Seconds of a step.
const STEP_SECONDS: i64 = 30;
/// The accepted steps, from the present one. Clocks differ by some seconds, and a code that is typed at the end of its step
/// arrives in the next one (RFC 6238, 5.2).
const ACCEPTED: [i64; 3] = [0, -1, 1];
/// Steps in both directions in which a wrong clock is looked for: ten minutes.
const CLOCK_STEPS: i64 = 20;
/// Steps of an hour. A clock that was set by hand in a wrong time zone differs by hours.
const HOUR_STEPS: i64 = 3600 / STEP_SECONDS;
/// The most hours between a local time and UTC.
const MAX_HOURS: i64 = 14;
/// Digits of a code, and the number of different codes.
const CODES: u32 = 1_000_000;
/// The characters of Base32 (RFC 4648).
const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Returns the time step of an instant.
#[must_use]
pub fn step(at: Instant) -> i64 {
    at.utc().timestamp().div_euclid(STEP_SECONDS)
}

/// Returns the code of a secret in a time step.
pub fn code(secret: &[u8], step: i64) -> anyhow::Result<String> {
    let key = PKey::hmac(secret)?;
    let mac = Signer::new(MessageDigest::sha1(), &key)?.sign_oneshot_to_vec(&step.to_be_bytes())?;
    // The last four bits say where the code begins (RFC 4226, 5.3).
    let start = mac.last().map_or(0, |last| usize::from(last & 0x0f));
    let word = mac.iter().skip(start).take(4).fold(0_u32, |word, byte| word << 8 | u32::from(*byte));
    Ok(format!("{:06}", (word & 0x7fff_ffff) % CODES))
}

/// Returns the step whose code was typed, if it is the present step, the one before or the one after.
pub fn accepted_step(secret: &[u8], present: i64, typed: &str) -> anyhow::Result<Option<i64>> {
    find(secret, typed, ACCEPTED.into_iter().map(|offset| present + offset))
}

/// How a clock differs, so that the code of another time was typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrongClock {
    /// By minutes, rounded up; positive if the clock is fast.
    Minutes(i64),
    /// By about this number of hours in either direction, as in a wrong time zone.
    Hours(i64),
}

/// Returns how the clock of the app's device differs, if the typed digits are a code of another time. Nearer times first.
pub fn wrong_clock(secret: &[u8], present: i64, typed: &str) -> anyhow::Result<Option<WrongClock>> {
    let near = (2..=CLOCK_STEPS).flat_map(|offset| [present + offset, present - offset]);
    if let Some(step) = find(secret, typed, near)? {
        let offset = step - present;
        let minutes = (offset.abs() * STEP_SECONDS + 59) / 60;
        return Ok(Some(WrongClock::Minutes(minutes * offset.signum())));
    }
    for hours in 1..=MAX_HOURS {
        let far = [hours, -hours]
            .into_iter()
            .flat_map(|hours| ACCEPTED.into_iter().map(move |offset| present + hours * HOUR_STEPS + offset));
        if find(secret, typed, far)?.is_some() {
            return Ok(Some(WrongClock::Hours(hours)));
        }
    }
    Ok(None)
}

fn find(secret: &[u8], typed: &str, steps: impl Iterator<Item = i64>) -> anyhow::Result<Option<i64>> {
    for step in steps {
        if matches(secret, step, typed)? {
            return Ok(Some(step));
        }
    }
    Ok(None)
}

/// Whether the typed digits are the code of this time step.
fn matches(secret: &[u8], step: i64, typed: &str) -> anyhow::Result<bool> {
    let expected = code(secret, step)?;
    Ok(expected.len() == typed.len() && memcmp::eq(expected.as_bytes(), typed.as_bytes()))
}

/// Returns bytes in Base32 without padding.
#[must_use]
pub fn base32(bytes: &[u8]) -> String {
    let mut text = String::new();
    let (mut bits, mut count) = (0_u32, 0_u32);
    for byte in bytes {
        bits = bits << 8 | u32::from(*byte);
        count += 8;
        while count >= 5 {
            count -= 5;
            text.push(digit(bits >> count));
        }
        bits &= (1 << count) - 1;
    }
    if count > 0 {
        text.push(digit(bits << (5 - count)));
    }
    text
}

fn digit(bits: u32) -> char {
    char::from(BASE32[(bits & 31) as usize])
}

/// Returns the address that authenticator apps read from a QR code.
#[must_use]
pub fn address(issuer: &str, account: &str, secret: &[u8]) -> String {
    let (issuer, account) = (encoded(issuer), encoded(account));
    let secret = base32(secret);
    format!("otpauth://totp/{issuer}:{account}?secret={secret}&issuer={issuer}&algorithm=SHA1&digits=6&period=30")
}

/// Percent-encodes a text. Apps read `+` as a plus sign, so a space is `%20`.
fn encoded(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let encode = |byte: u8| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(encode).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of the test vectors.
    const SECRET: &[u8] = b"12345678901234567890";

    /// RFC 6238, appendix B: the last six of its eight digits.
    #[test]
    fn the_codes_are_those_of_rfc_6238() {
        let vectors = [
            ("1970-01-01T00:00:59Z", "287082"),
            ("2005-03-18T01:58:29Z", "081804"),
            ("2005-03-18T01:58:31Z", "050471"),
            ("2009-02-13T23:31:30Z", "005924"),
            ("2033-05-18T03:33:20Z", "279037"),
            ("2603-10-11T11:33:20Z", "353130"),
        ];
        for (at, expected) in vectors {
            let at = Instant::parse(at).expect("an instant");
            assert_eq!(code(SECRET, step(at)).expect("a code"), expected, "{at:?}");
        }
    }

    /// RFC 4226, appendix D.
    #[test]
    fn the_codes_are_those_of_rfc_4226() {
        let expected =
            ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"];
        for (counter, expected) in (0..).zip(expected) {
            assert_eq!(code(SECRET, counter).expect("a code"), expected, "{counter}");
        }
    }

    /// `fixtures/totp.json` has codes of random secrets at random times, made with `oathtool --totp --base32` 2.6.7.
    #[test]
    fn the_codes_are_those_of_oathtool() {
        #[derive(serde::Deserialize)]
        struct Case {
            key: String,
            secret: String,
            seconds: i64,
            code: String,
        }
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../../../../fixtures/totp.json")).expect("cases");
        assert_eq!(cases.len(), 40);
        for case in cases {
            let key = hex::decode(&case.key).expect("a key");
            assert_eq!(base32(&key), case.secret);
            assert_eq!(
                code(&key, case.seconds.div_euclid(STEP_SECONDS)).expect("a code"),
                case.code,
                "{}",
                case.secret
            );
        }
    }

    #[test]
    fn a_code_is_of_its_step_alone() {
        assert!(matches(SECRET, 1, "287082").expect("checked"));
        for step in [0, 2, -1] {
            assert!(!matches(SECRET, step, "287082").expect("checked"), "{step}");
        }
        assert!(!matches(SECRET, 1, "28708").expect("checked"));
        assert!(!matches(SECRET, 1, "").expect("checked"));
    }

    #[test]
    fn a_code_is_taken_from_the_steps_next_to_the_present_one() {
        let typed = code(SECRET, 100).expect("a code");
        for present in [99, 100, 101] {
            assert_eq!(accepted_step(SECRET, present, &typed).expect("checked"), Some(100), "{present}");
        }
        for present in [98, 102] {
            assert_eq!(accepted_step(SECRET, present, &typed).expect("checked"), None, "{present}");
        }
    }

    #[test]
    fn a_wrong_clock_is_named_by_minutes_or_hours() {
        let present = 60_000_000;
        let found = |offset: i64| {
            let typed = code(SECRET, present + offset).expect("a code");
            wrong_clock(SECRET, present, &typed).expect("checked")
        };
        assert_eq!(found(2), Some(WrongClock::Minutes(1)));
        assert_eq!(found(-3), Some(WrongClock::Minutes(-2)));
        assert_eq!(found(20), Some(WrongClock::Minutes(10)));
        assert_eq!(found(8 * HOUR_STEPS), Some(WrongClock::Hours(8)));
        assert_eq!(found(-HOUR_STEPS - 1), Some(WrongClock::Hours(1)));
        assert_eq!(found(21), None);
    }

    /// RFC 4648, section 10, without padding.
    #[test]
    fn base32_is_that_of_rfc_4648() {
        let vectors = [
            ("", ""),
            ("f", "MY"),
            ("fo", "MZXQ"),
            ("foo", "MZXW6"),
            ("foob", "MZXW6YQ"),
            ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ];
        for (text, expected) in vectors {
            assert_eq!(base32(text.as_bytes()), expected);
        }
    }

    #[test]
    fn the_address_is_one_that_apps_read() {
        assert_eq!(
            address("Tenaga & Sons", "aina+1@sinar.example", b"12345678901234567890"),
            "otpauth://totp/Tenaga%20%26%20Sons:aina%2B1%40sinar.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Tenaga%20%26%20Sons&algorithm=SHA1&digits=6&period=30"
        );
    }
}
