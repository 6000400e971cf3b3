//! How often somebody may ask for something. The counts are in the database, so all processes share them.

use std::net::{IpAddr, Ipv6Addr};

use gridbill_core::{Code, Problem};

use super::sql;
use crate::app::App;
use crate::config::Limits;
use crate::error::Answer;
use crate::who::Caller;

/// So many times in so many seconds.
#[derive(Debug, Clone, Copy)]
pub struct Rate {
    /// Its name.
    pub bucket: &'static str,
    pub most: i32,
    pub seconds: i64,
}

/// Seconds after which no window is still open, so that its row may go.
const LONGEST_SECONDS: i64 = 24 * 3600;

impl Limits {
    /// Of signing in, by network address.
    #[must_use]
    pub const fn sign_ins(self) -> Rate {
        Rate { bucket: "signIn", most: self.sign_ins_per_address, seconds: 15 * 60 }
    }

    /// Of registering, by network address.
    #[must_use]
    pub const fn registrations(self) -> Rate {
        Rate { bucket: "register", most: self.registrations_per_address, seconds: 3600 }
    }

    /// Of asking for letters, by network address.
    #[must_use]
    pub const fn letters(self) -> Rate {
        Rate { bucket: "letter", most: self.letters_per_address, seconds: 3600 }
    }

    /// Of asking for letters, by the e-mail address that they go to.
    #[must_use]
    pub const fn letters_to(self) -> Rate {
        Rate { bucket: "letterTo", most: self.letters_per_email, seconds: 3600 }
    }

    /// Of looking up e-mail addresses and links, by network address.
    #[must_use]
    pub const fn checks(self) -> Rate {
        Rate { bucket: "check", most: self.checks_per_address, seconds: 15 * 60 }
    }

    /// Of uploading declarations, by person.
    #[must_use]
    pub const fn uploads(self) -> Rate {
        Rate { bucket: "upload", most: self.uploads_per_person, seconds: 3600 }
    }
}

/// Counts one more; whoever asks must do so before the work, and not in its transaction, or a refusal would not count.
///
/// # Errors
/// [`Code::TooManyAttempts`] beyond the most, until the window that began with the first is over.
pub async fn take(app: &App, rate: Rate, subject: &str) -> Answer<()> {
    let now = app.now();
    let (hits, began_at) = sql::hit(&app.pool, rate.bucket, subject, rate.seconds, now).await?;
    if hits == 1 {
        // Every new window clears up a few old ones, so the table stays as small as a day's visitors.
        sql::forget_rates(&app.pool, now.plus_seconds(-LONGEST_SECONDS)).await?;
    }
    if hits <= rate.most {
        return Ok(());
    }
    // Never too soon: a minute that has begun counts. The window may have begun by the clock of another process.
    let left = (rate.seconds - now.seconds_since(began_at)).clamp(1, rate.seconds);
    Err(Problem::new(Code::TooManyAttempts).with("minutes", (left + 59) / 60).into())
}

/// Counts from the beginning again: they have shown that they are not guessing.
///
/// # Errors
/// When the database does not answer.
pub async fn forget(app: &App, rate: Rate, subject: &str) -> Answer<()> {
    sql::forget_hits(&app.pool, rate.bucket, subject).await?;
    Ok(())
}

/// The same by where the caller is.
///
/// # Errors
/// As [`take`].
pub async fn take_by_address(app: &App, rate: Rate, caller: &Caller) -> Answer<()> {
    take(app, rate, &network(&caller.address)).await
}

/// The longest text of an address, should a proxy write something else.
const LONGEST_ADDRESS: usize = 64;

/// What counts as one address: with IPv6 every home has 2⁶⁴ of them, which are one.
fn network(address: &str) -> String {
    match address.parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(IpAddr::V4(address)) => address.to_string(),
        Ok(IpAddr::V6(address)) => format!("{}/64", Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        Err(_) => address.chars().take(LONGEST_ADDRESS).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::network;

    #[test]
    fn an_ipv6_network_is_one_address() {
        assert_eq!(network("203.0.113.9"), "203.0.113.9");
        assert_eq!(network("::ffff:203.0.113.9"), "203.0.113.9");
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), network("2001:db8:1:2::9"));
        assert_ne!(network("2001:db8:1:2::9"), network("2001:db8:1:3::9"));
        assert_eq!(network(&"x".repeat(500)).len(), 64);
    }
}
