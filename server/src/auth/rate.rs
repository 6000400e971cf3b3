//! How often somebody may ask for something. The counts are in the database, so all processes share them.

use gridbill_core::{Code, Instant, Problem};
use sqlx::PgExecutor;

use super::Auth;
use super::address;
use super::sql::rates as sql;
use super::who::Caller;
use crate::config::Limits;
use crate::error::Answer;

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

    /// Of asking for letters, by network and by the e-mail address that they go to.
    #[must_use]
    pub const fn letters_to(self) -> Rate {
        Rate { bucket: "letterTo", most: self.letters_per_email, seconds: 3600 }
    }

    /// Of links that visitors have sent to one mailbox, whoever they are.
    #[must_use]
    pub const fn links_to(self) -> Rate {
        Rate { bucket: "linkTo", most: self.links_per_mailbox, seconds: 3600 }
    }

    /// Of wrong passwords for one account, from all networks together.
    #[must_use]
    pub const fn wrong_passwords(self) -> Rate {
        Rate { bucket: "wrongPassword", most: self.wrong_passwords_per_account, seconds: 3600 }
    }

    /// Of inviting, and inviting again, by whoever invites.
    #[must_use]
    pub const fn invitations(self) -> Rate {
        Rate { bucket: "invite", most: self.invitations_per_person, seconds: 3600 }
    }

    /// The same, by the e-mail address that is invited.
    #[must_use]
    pub const fn invitations_to(self) -> Rate {
        Rate { bucket: "inviteTo", most: self.invitations_per_email, seconds: 3600 }
    }

    /// Of looking up e-mail addresses and links, by network address.
    #[must_use]
    pub const fn checks(self) -> Rate {
        Rate { bucket: "check", most: self.checks_per_address, seconds: 15 * 60 }
    }

    /// Of messages to the bank gateway's addresses that the gateway did not sign, by network.
    #[must_use]
    pub const fn unsigned_messages(self) -> Rate {
        Rate { bucket: "unsignedMessage", most: self.unsigned_messages_per_address, seconds: 15 * 60 }
    }

    /// Of uploading declarations, by person.
    #[must_use]
    pub const fn uploads(self) -> Rate {
        Rate { bucket: "upload", most: self.uploads_per_person, seconds: 3600 }
    }

    /// Of looking up companies' accounts, by person.
    #[must_use]
    pub const fn companies(self) -> Rate {
        Rate { bucket: "company", most: self.companies_per_person, seconds: 3600 }
    }

    /// Of looking up accounts one by one, by person.
    #[must_use]
    pub const fn accounts(self) -> Rate {
        Rate { bucket: "account", most: self.accounts_per_person, seconds: 3600 }
    }

    /// Of having lists of accounts checked, by person; each account counts.
    #[must_use]
    pub const fn listed_accounts(self) -> Rate {
        Rate { bucket: "listedAccount", most: self.listed_accounts_per_person, seconds: 3600 }
    }
}

/// Counts one more; whoever asks must do so before the work, and not in its transaction, or a refusal would not count.
///
/// # Errors
/// [`Code::TooManyAttempts`] beyond the most, until the window that began with the first is over.
pub async fn take(auth: &Auth, rate: Rate, subject: &str) -> Answer<()> {
    let now = auth.now();
    let (hits, began_at) = sql::hit(&auth.pool, rate.bucket, subject, rate.seconds, now).await?;
    if hits == 1 {
        // Every new window clears up a few old ones, so the table stays as small as a day's visitors.
        sql::forget_rates(&auth.pool, now.plus_seconds(-LONGEST_SECONDS)).await?;
    }
    if hits <= rate.most { Ok(()) } else { Err(spent(rate, began_at, now).into()) }
}

/// The refusal, until the window is over. Never too soon: a minute that has begun counts.
fn spent(rate: Rate, began_at: Instant, now: Instant) -> Problem {
    // The window may have begun by the clock of another process.
    let left = (rate.seconds - now.seconds_since(began_at)).clamp(1, rate.seconds);
    Problem::new(Code::TooManyAttempts).with("minutes", (left + 59) / 60).with("seconds", left)
}

/// Counts one more of what is refused only afterwards, in the caller's transaction or by itself; whether it is beyond the most.
///
/// # Errors
/// When the database does not answer.
pub async fn count(db: impl PgExecutor<'_>, rate: Rate, subject: &str, now: Instant) -> sqlx::Result<bool> {
    let (hits, _) = sql::hit(db, rate.bucket, subject, rate.seconds, now).await?;
    Ok(hits > rate.most)
}

/// Refuses once as many as may be were counted, without counting this one.
///
/// # Errors
/// [`Code::TooManyAttempts`].
pub async fn check(db: impl PgExecutor<'_>, rate: Rate, subject: &str, now: Instant) -> Answer<()> {
    match sql::hits(db, rate.bucket, subject, now.plus_seconds(-rate.seconds)).await? {
        Some((hits, began_at)) if hits >= rate.most => Err(spent(rate, began_at, now).into()),
        _ => Ok(()),
    }
}

/// Counts from the beginning again: they have shown that they are not guessing.
///
/// # Errors
/// When the database does not answer.
pub async fn forget(db: impl PgExecutor<'_>, rate: Rate, subject: &str) -> Answer<()> {
    sql::forget_hits(db, rate.bucket, subject).await?;
    Ok(())
}

/// The same by where the caller is.
///
/// # Errors
/// As [`take`].
pub async fn take_by_address(auth: &Auth, rate: Rate, caller: &Caller) -> Answer<()> {
    take(auth, rate, &address::caller(&caller.address)).await
}
