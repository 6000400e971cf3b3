//! The parts of the portal that act on their own: their recorded names and the words that readers see.

use crate::Language;
use crate::recorded_name::display_name;

/// Declares the actors: the recorded name, which must never change because stored facts contain it, and the English and
/// Malay words.
macro_rules! portal_actors {
    ($($(#[$meta:meta])* $actor:ident = $name:literal: $english:literal / $malay:literal;)+) => {
        /// A part of the portal that acts on its own.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum PortalActor {
            $($(#[$meta])* $actor,)+
        }

        impl PortalActor {
            /// Every actor.
            pub const ALL: &[Self] = &[$(Self::$actor),+];

            /// Returns the name that facts store.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$actor => $name,)+
                }
            }

            /// Returns the word that readers see.
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
    /// Sends reminders of bills that fall due.
    Reminders = "Reminders": "Reminders" / "Peringatan";
    /// Posts accepted payments.
    Posting = "Posting": "Posting" / "Pencatatan bayaran";
    /// Ends FPX payments that were not approved in time.
    FpxExpiry = "FPX expiry": "FPX expiry" / "Tamat tempoh FPX";
    /// Adds accounts to bulk accounts and removes them.
    Tagging = "Tagging": "Account processing" / "Pemprosesan akaun";
    /// Ends queries about bills, and links corrected bills to them.
    Queries = "Queries": "Queries" / "Pertanyaan";
    /// Prepares statements of account.
    Statements = "Statements": "Statements" / "Penyata";
    /// Prepares files that users requested.
    Downloads = "Downloads": "Downloads" / "Muat turun";
    /// Reminds of proposals to pay, and ends them.
    Approvals = "Approvals": "Approvals" / "Kelulusan";
    /// Makes the scheduled runs of accounting profiles.
    Accounting = "Accounting": "Accounting export" / "Eksport perakaunan";
    /// Imports bills that the utility issued.
    BillingFeed = "Billing feed": "Billing" / "Pengebilan";
    /// Audits bills.
    BillAudit = "Bill audit": "Bill audit" / "Audit bil";
    /// Records events that follow from the end of a session.
    Sessions = "Sessions": "Sessions" / "Sesi";
    /// Removes the second factors of a user once the reset is due.
    FactorResets = "Factor resets": "Reset of two-factor authentication" / "Penetapan semula pengesahan dua faktor";
    /// Reads the DNS records of proved mail domains again.
    MailDomains = "Mail domains": "Mail domains" / "Domain e-mel";
    /// Delivers events to webhooks.
    Webhooks = "Webhooks": "Webhooks" / "Penghantaran webhook";
    /// Reminds of deadlines about personal data.
    PersonalData = "Personal data": "Personal data" / "Data peribadi";
    /// Erases users again after an older backup was restored.
    Erasures = "gridbill erasures apply": "Command gridbill erasures apply" / "Perintah gridbill erasures apply";
    /// The command that adds the first staff user.
    AdminCreate = "gridbill admin create": "Command gridbill admin create" / "Perintah gridbill admin create";
    /// The command that removes the second factors of a user.
    AdminResetFactors = "gridbill admin reset-factors": "Command gridbill admin reset-factors" / "Perintah gridbill admin reset-factors";
}

impl PortalActor {
    /// Returns the recorded names of the actors whose word contains the text but whose recorded name does not. A search
    /// in the recorded names misses these.
    #[must_use]
    pub fn names_by_translation(text: &str, language: Language) -> Vec<String> {
        let text = text.to_lowercase();
        let found = Self::ALL.iter().filter(|actor| {
            let has = |words: &str| words.to_lowercase().contains(&text);
            has(actor.word(language)) && !has(actor.name())
        });
        found.map(|actor| actor.name().to_owned()).collect()
    }
}

/// Returns the name of an actor as readers see it. A part of the portal gets its word, the others their name.
/// `is_person` is needed because a person may have the same name as a part of the portal.
#[must_use]
pub fn actor_display_name(recorded: String, is_person: bool, language: Language) -> String {
    let actor = PortalActor::ALL.iter().find(|actor| !is_person && actor.name() == recorded);
    actor.map_or_else(|| display_name(recorded, language), |actor| actor.word(language).to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::recorded_name::integration_actor;

    /// Stored facts contain these names, so they must not change.
    #[test]
    fn each_actor_without_a_user_has_a_stored_name_and_words() {
        let names: Vec<_> = PortalActor::ALL.iter().map(|actor| actor.name()).collect();
        let recorded = [
            "Reminders",
            "Posting",
            "FPX expiry",
            "Tagging",
            "Queries",
            "Statements",
            "Downloads",
            "Approvals",
            "Accounting",
            "Billing feed",
            "Bill audit",
            "Sessions",
            "Factor resets",
            "Mail domains",
            "Webhooks",
            "Personal data",
            "gridbill erasures apply",
            "gridbill admin create",
            "gridbill admin reset-factors",
        ];
        assert_eq!(names, recorded);
        for language in Language::ALL {
            let words: BTreeSet<_> = PortalActor::ALL.iter().map(|actor| actor.word(language)).collect();
            assert!(words.len() == recorded.len() && !words.contains(""), "{words:?}");
        }
        for actor in PortalActor::ALL {
            let [english, malay] = Language::ALL.map(|language| actor.word(language));
            assert_ne!(english, malay);
            assert_eq!(actor_display_name(actor.name().to_owned(), false, Language::Ms), malay);
        }
    }

    #[test]
    fn an_integration_is_named_as_such() {
        let recorded = integration_actor("ERP import");
        assert_eq!(actor_display_name(recorded.clone(), false, Language::En), "Integration ERP import");
        assert_eq!(actor_display_name(recorded.clone(), false, Language::Ms), "Integrasi ERP import");
        assert_eq!(display_name(recorded, Language::En), "Integration ERP import");
    }

    #[test]
    fn other_names_are_shown_as_they_are() {
        for (name, is_person) in [("Maybank2E", false), ("An older job", false), ("Posting", true)] {
            assert_eq!(actor_display_name(name.to_owned(), is_person, Language::Ms), name);
        }
    }

    #[test]
    fn a_text_matches_names_in_the_readers_language() {
        let found = PortalActor::names_by_translation;
        assert_eq!(found("peringat", Language::Ms), ["Reminders"]);
        assert_eq!(found("PROCESSING", Language::En), ["Tagging"]);
        // A search for the recorded name finds it anyway. Words of the other language find nothing.
        assert!(found("FPX", Language::Ms).is_empty() && found("peringat", Language::En).is_empty());
    }
}
