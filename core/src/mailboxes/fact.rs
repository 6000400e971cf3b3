//! Events of e-mail addresses of a company.

use serde::{Deserialize, Serialize};

use super::{MailTopic, topic_words};
use crate::Language;
use crate::audience::Recipients;
use crate::permission::{Action, Area, Scope};

/// An event of an address, with its data. The fact is about the address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum MailboxFact {
    /// A user added the address, which was sent a link to confirm.
    MailboxAdded {
        /// The chosen topics.
        topics: Vec<MailTopic>,
        /// The language of its e-mails.
        language: Language,
    },
    /// A user sent a new link to confirm the address.
    MailboxLinkSent,
    /// The address was confirmed with the link.
    MailboxConfirmed {
        /// The topics that it receives.
        topics: Vec<MailTopic>,
    },
    /// A user changed the topics or the language.
    MailboxChanged {
        /// The topics before.
        before: Vec<MailTopic>,
        /// The topics now.
        after: Vec<MailTopic>,
        /// The language now.
        language: Language,
    },
    /// E-mails were stopped with the link of an e-mail.
    MailboxStopped {
        /// The topic; none if all e-mails were stopped.
        topic: Option<MailTopic>,
    },
    /// A user removed the address.
    MailboxRemoved {
        /// The topics before.
        topics: Vec<MailTopic>,
    },
}

impl MailboxFact {
    /// Notifies the users who manage addresses of an answer from the address.
    pub(crate) const fn recipients(&self) -> Recipients {
        match self {
            Self::MailboxConfirmed { .. } | Self::MailboxStopped { .. } => Recipients {
                customers: Some(Scope { area: Area::ManageUser, action: Action::View }),
                ..Recipients::NONE
            },
            Self::MailboxAdded { .. }
            | Self::MailboxLinkSent
            | Self::MailboxChanged { .. }
            | Self::MailboxRemoved { .. } => Recipients::NONE,
        }
    }

    pub(crate) fn sentence(&self, about: &str, language: Language) -> String {
        match self {
            Self::MailboxAdded { topics, .. } => {
                let topics = topic_words(topics, language);
                say!(
                    language,
                    "The address {about} was added for e-mails about: {topics}. It must be confirmed first.",
                    "Alamat {about} telah ditambah untuk e-mel tentang: {topics}. Alamat itu perlu disahkan dahulu."
                )
            }
            Self::MailboxLinkSent => say!(
                language,
                "A new link to confirm the address was sent to {about}.",
                "Pautan baharu untuk mengesahkan alamat telah dihantar kepada {about}."
            ),
            Self::MailboxConfirmed { .. } => say!(
                language,
                "The address {about} was confirmed and receives e-mails.",
                "Alamat {about} telah disahkan dan menerima e-mel."
            ),
            Self::MailboxChanged { after, .. } => {
                let topics = topic_words(after, language);
                say!(
                    language,
                    "The e-mails to {about} were changed: {topics}.",
                    "E-mel kepada {about} telah diubah: {topics}."
                )
            }
            Self::MailboxStopped { topic: Some(topic) } => {
                let topic = topic.word(language);
                say!(
                    language,
                    "The reader of {about} stopped the e-mails about: {topic}.",
                    "Pembaca {about} telah menghentikan e-mel tentang: {topic}."
                )
            }
            Self::MailboxStopped { topic: None } => say!(
                language,
                "The reader of {about} stopped all e-mails.",
                "Pembaca {about} telah menghentikan semua e-mel."
            ),
            Self::MailboxRemoved { .. } => say!(
                language,
                "The address {about} was removed and receives no more e-mails.",
                "Alamat {about} telah dibuang dan tidak lagi menerima e-mel."
            ),
        }
    }
}
