//! The parts of the portal that do things by themselves: as facts keep their names, and as people read them.

use crate::Language;

/// Declares them: the name that facts keep, which therefore stays as it is, then the words in English and in Malay.
macro_rules! portal_actors {
    ($($(#[$meta:meta])* $actor:ident = $name:literal: $english:literal / $malay:literal;)+) => {
        /// A part of the portal that does things by itself.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum PortalActor {
            $($(#[$meta])* $actor,)+
        }

        impl PortalActor {
            /// Every one.
            pub const ALL: &[Self] = &[$(Self::$actor),+];

            /// The name by which facts know it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$actor => $name,)+
                }
            }

            /// What it is called.
            #[must_use]
            pub const fn word(self, language: Language) -> &'static str {
                let words = match self {
                    $(Self::$actor => [$english, $malay],)+
                };
                language.pick(words)
            }
        }
    };
}

portal_actors! {
    /// Reminds of bills that fall due.
    Reminders = "Reminders": "Reminders" / "Peringatan";
    /// Posts accepted payments.
    Posting = "Posting": "Posting" / "Pencatatan bayaran";
    /// Ends FPX payments of which nothing was approved in time.
    FpxExpiry = "FPX expiry": "FPX expiry" / "Tamat tempoh FPX";
    /// Takes accounts into bulk accounts and out of them.
    Tagging = "Tagging": "Account processing" / "Pemprosesan akaun";
    /// Makes statements of account.
    Statements = "Statements": "Statements" / "Penyata";
    /// Makes files that somebody waits for.
    Downloads = "Downloads": "Downloads" / "Muat turun";
    /// Ends what ends with a session.
    Sessions = "Sessions": "Sessions" / "Sesi";
    /// The command by which an operator adds the first member of staff.
    AdminCreate = "gridbill admin create": "Command gridbill admin create" / "Perintah gridbill admin create";
}

impl PortalActor {
    /// The recorded names of those that are found by a text in the reader's words only.
    #[must_use]
    pub fn found_by_word(text: &str, language: Language) -> Vec<String> {
        let text = text.to_lowercase();
        let found = Self::ALL.iter().filter(|actor| {
            let has = |words: &str| words.to_lowercase().contains(&text);
            has(actor.word(language)) && !has(actor.name())
        });
        found.map(|actor| actor.name().to_owned()).collect()
    }
}

/// Whoever did something, as it is shown: a part of the portal by its word; a person, a bank, the utility and what only another
/// version knows by the recorded name. A person may have the name of a part of the portal.
#[must_use]
pub fn actor_shown(recorded: String, is_person: bool, language: Language) -> String {
    let actor = PortalActor::ALL.iter().find(|actor| !is_person && actor.name() == recorded);
    actor.map_or(recorded, |actor| actor.word(language).to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Stored facts have these names, so none of them changes.
    #[test]
    fn each_part_of_the_portal_has_its_recorded_name_and_its_words() {
        let names: Vec<_> = PortalActor::ALL.iter().map(|actor| actor.name()).collect();
        let recorded = [
            "Reminders",
            "Posting",
            "FPX expiry",
            "Tagging",
            "Statements",
            "Downloads",
            "Sessions",
            "gridbill admin create",
        ];
        assert_eq!(names, recorded);
        for language in Language::ALL {
            let words: BTreeSet<_> = PortalActor::ALL.iter().map(|actor| actor.word(language)).collect();
            assert!(words.len() == recorded.len() && !words.contains(""), "{words:?}");
        }
        for actor in PortalActor::ALL {
            let [english, malay] = Language::ALL.map(|language| actor.word(language));
            assert_ne!(english, malay);
            assert_eq!(actor_shown(actor.name().to_owned(), false, Language::Ms), malay);
        }
    }

    #[test]
    fn other_names_are_shown_as_they_are() {
        for (name, is_person) in [("Maybank2E", false), ("An older job", false), ("Posting", true)] {
            assert_eq!(actor_shown(name.to_owned(), is_person, Language::Ms), name);
        }
    }

    #[test]
    fn a_text_finds_what_is_called_so_in_the_readers_language() {
        let found = PortalActor::found_by_word;
        assert_eq!(found("peringat", Language::Ms), ["Reminders"]);
        assert_eq!(found("PROCESSING", Language::En), ["Tagging"]);
        // By its recorded name it is found anyway; another language's words find nothing.
        assert!(found("FPX", Language::Ms).is_empty() && found("peringat", Language::En).is_empty());
    }
}
