//! The e-mail about something that happened, about which somebody is asked to do something.

use gridbill_core::Language;
use gridbill_core::audience::{Audience, ToDo};
use gridbill_core::fact::Fact;
use minijinja::{Value, context};

use crate::config::Config;
use crate::mail::{Email, Words, plain, words};

pub struct FactEmail {
    sentence: String,
    to_do: &'static str,
    link: String,
}

impl FactEmail {
    /// What is written about a fact; none where nothing is to be done.
    pub fn of(config: &Config, fact: &Fact, about: &str, language: Language) -> Option<Self> {
        let ToDo { sentence: to_do, screen } = fact.to_do(language)?;
        let sentence = fact.sentence(about, Audience::Customers, language);
        Some(Self { sentence, to_do, link: format!("{}{screen}{about}", config.public_url()) })
    }
}

impl Email for FactEmail {
    fn words(&self) -> Words {
        words!("fact")
    }

    fn link(&self) -> Option<&str> {
        Some(&self.link)
    }

    fn values(&self, _: Language) -> Value {
        context! { sentence => plain(&self.sentence), to_do => self.to_do }
    }
}
