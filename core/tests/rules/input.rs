//! Parses a rule's input.

use gridbill_core::payments::Status;
use gridbill_core::permission::Permissions;
use gridbill_core::{Code, Day, Instant, Language, Money};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A malformed value that only a program can send.
pub struct Malformed;

impl From<Code> for Malformed {
    fn from(_: Code) -> Self {
        Self
    }
}

/// The input of a rule, by name.
#[derive(Clone, Copy)]
pub struct Input<'a>(pub &'a Value);

impl<'a> Input<'a> {
    pub fn text(self, name: &str) -> Result<&'a str, Malformed> {
        self.0[name].as_str().ok_or(Malformed)
    }

    /// Returns an optional text; none if it is empty.
    pub fn optional(self, name: &str) -> Option<&'a str> {
        self.0[name].as_str().filter(|text| !text.is_empty())
    }

    pub fn flag(self, name: &str) -> bool {
        self.0[name] == Value::Bool(true)
    }

    pub fn number<T: TryFrom<i64>>(self, name: &str) -> Result<T, Malformed> {
        self.0[name].as_i64().and_then(|number| T::try_from(number).ok()).ok_or(Malformed)
    }

    pub fn named<T: DeserializeOwned>(self, name: &str) -> Result<T, Malformed> {
        T::deserialize(&self.0[name]).map_err(|_| Malformed)
    }

    pub fn pairs<A: DeserializeOwned, B: DeserializeOwned>(self, name: &str) -> Result<Vec<(A, B)>, Malformed> {
        self.named(name)
    }

    pub fn money(self, name: &str) -> Result<Money, Malformed> {
        Ok(Money::parse(self.text(name)?)?)
    }

    pub fn moneys(self, name: &str) -> Result<Vec<Money>, Malformed> {
        self.named(name)
    }

    pub fn day(self, name: &str) -> Result<Day, Malformed> {
        Ok(Day::parse(self.text(name)?)?)
    }

    pub fn instant(self, name: &str) -> Result<Instant, Malformed> {
        Ok(Instant::parse(self.text(name)?)?)
    }

    pub fn status(self, name: &str) -> Result<Status, Malformed> {
        self.named(name)
    }

    pub fn language(self) -> Language {
        self.named("language").unwrap_or_default()
    }

    pub fn permissions(self) -> Permissions {
        Permissions { make_payments: self.flag("makePayments"), manage_accounts: self.flag("manageAccounts") }
    }
}
