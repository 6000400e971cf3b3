//! Tokens that stop the e-mails about a user's notifications. A token is sealed, so that it names no user, and no one else can
//! make one. It is not stored and does not expire: it works for every e-mail that was ever sent, and only ever stops.

use uuid::Uuid;

use super::Auth;
use crate::base::Random;

/// What the tokens are sealed for, instead of a person.
const OWNER: Uuid = Uuid::from_bytes(*b"stop the e-mails");

/// When a user gets notifications by e-mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schedule {
    AtOnce,
    Daily,
}

impl Schedule {
    /// Returns the value of the preference.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::AtOnce => "atOnce",
            Self::Daily => "daily",
        }
    }
}

/// The e-mails that a token stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoppedNews {
    pub person_id: Uuid,
    pub schedule: Schedule,
}

impl StoppedNews {
    /// Fails if sealing fails.
    pub fn token(self, auth: &Auth, random: &Random) -> anyhow::Result<String> {
        let schedule = match self.schedule {
            Schedule::AtOnce => 0,
            Schedule::Daily => 1,
        };
        let content = [self.person_id.as_bytes().as_slice(), &[schedule]].concat();
        Ok(hex::encode(auth.factors.sealer.seal(random, OWNER, &content)?))
    }

    /// Returns what a token stops; `None` if this portal did not make it.
    #[must_use]
    pub fn read(auth: &Auth, token: &str) -> Option<Self> {
        let content = auth.factors.sealer.open(OWNER, &hex::decode(token).ok()?).ok()?;
        let (schedule, person_id) = content.split_last()?;
        let schedule = if *schedule == 0 { Schedule::AtOnce } else { Schedule::Daily };
        Some(Self { person_id: Uuid::from_slice(person_id).ok()?, schedule })
    }
}
