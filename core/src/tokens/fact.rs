//! Events of API tokens, with their data. The fact is about the integration's name.

use serde::{Deserialize, Serialize};

use super::{TokenScope, scope_words};
use crate::audience::Recipients;
use crate::permission::{Action, Area, Scope};
use crate::{Code, Day, Instant, Language};

/// Why a call with a known token was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum TokenRefusal {
    /// Its last day is over.
    Expired,
    /// A user revoked it.
    Revoked,
    /// It was replaced, and the overlap is over.
    Replaced,
    /// The call came from an address outside its networks.
    Address,
    /// It does not have the scope of the call.
    Scope,
    /// The user who created it left, or may not make the call any more.
    Creator,
}

impl TokenRefusal {
    /// Every reason.
    pub const ALL: &[Self] = &[Self::Expired, Self::Revoked, Self::Replaced, Self::Address, Self::Scope, Self::Creator];

    /// Returns the stored name.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Expired => "expired",
            Self::Revoked => "revoked",
            Self::Replaced => "replaced",
            Self::Address => "address",
            Self::Scope => "scope",
            Self::Creator => "creator",
        }
    }

    /// Returns the code that the caller gets.
    #[must_use]
    pub const fn refusal(self) -> Code {
        match self {
            Self::Expired => Code::ApiTokenExpired,
            Self::Revoked => Code::ApiTokenRevoked,
            Self::Replaced => Code::ApiTokenReplaced,
            Self::Address => Code::ApiTokenAddressRefused,
            Self::Scope => Code::ApiTokenScopeMissing,
            Self::Creator => Code::ApiTokenCreatorRefused,
        }
    }

    const fn word(self, language: Language) -> &'static str {
        let words = match self {
            Self::Expired => ["it has expired", "ia telah tamat tempoh"],
            Self::Revoked => ["it was revoked", "ia telah dibatalkan"],
            Self::Replaced => ["it was replaced by a new token", "ia telah digantikan dengan token baharu"],
            Self::Address => ["the address is not allowed", "alamat rangkaian tidak dibenarkan"],
            Self::Scope => ["it may not do this", "ia tidak dibenarkan berbuat demikian"],
            Self::Creator => [
                "the user who created it may not do this any more",
                "pengguna yang menciptanya tidak lagi dibenarkan berbuat demikian",
            ],
        };
        language.pick(words)
    }
}

/// An event of a token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum TokenFact {
    /// A user created the token.
    ApiTokenCreated {
        /// The token's id.
        token_id: String,
        /// Its scopes.
        scopes: Vec<TokenScope>,
        /// The networks from which it may be used; any if empty.
        addresses: Vec<String>,
        /// When it expires.
        expires_at: Instant,
    },
    /// A user replaced the token by a new one.
    ApiTokenRotated {
        /// The token's id, which stays.
        token_id: String,
        /// When the new token expires.
        expires_at: Instant,
        /// Until when the old one works.
        old_works_until: Instant,
    },
    /// A user revoked the token.
    ApiTokenRevoked {
        /// The token's id.
        token_id: String,
    },
    /// Calls with the token were refused. Recorded at most once an hour for each reason.
    ApiTokenRefused {
        /// The token's id.
        token_id: String,
        /// Why the first call of the hour was refused.
        reason: TokenRefusal,
        /// The name of the call.
        call: String,
    },
    /// The token expires soon.
    ApiTokenExpiring {
        /// The token's id.
        token_id: String,
        /// When it expires.
        expires_at: Instant,
    },
}

impl TokenFact {
    /// Notifies the users who manage tokens of what they did not do themselves, and by e-mail of new tokens and of their
    /// end.
    pub(crate) const fn recipients(&self) -> Recipients {
        match self {
            Self::ApiTokenCreated { .. } | Self::ApiTokenRotated { .. } | Self::ApiTokenExpiring { .. } => Recipients {
                customers: Some(Scope { area: Area::ManageUser, action: Action::View }),
                is_security: true,
                ..Recipients::NONE
            },
            Self::ApiTokenRevoked { .. } | Self::ApiTokenRefused { .. } => Recipients::NONE,
        }
    }

    pub(crate) fn sentence(&self, about: &str, language: Language) -> String {
        match self {
            Self::ApiTokenCreated { scopes, expires_at, .. } => {
                let (scopes, until) = (scope_words(scopes, language), last_day(*expires_at, language));
                say!(
                    language,
                    "An API token was created for {about}, valid until {until}: {scopes}.",
                    "Token API telah dicipta untuk {about}, sah sehingga {until}: {scopes}."
                )
            }
            Self::ApiTokenRotated { expires_at, old_works_until, .. } => {
                let (until, old) = (last_day(*expires_at, language), old_works_until.shown(language));
                say!(
                    language,
                    "The API token of {about} was replaced by a new one, valid until {until}. The old one works until {old}.",
                    "Token API {about} telah digantikan dengan token baharu, sah sehingga {until}. Token lama berfungsi sehingga {old}."
                )
            }
            Self::ApiTokenRevoked { .. } => {
                say!(language, "The API token of {about} was revoked.", "Token API {about} telah dibatalkan.")
            }
            Self::ApiTokenRefused { reason, .. } => {
                let why = reason.word(language);
                say!(
                    language,
                    "A call with the API token of {about} was refused: {why}.",
                    "Panggilan dengan token API {about} ditolak: {why}."
                )
            }
            Self::ApiTokenExpiring { expires_at, .. } => {
                let until = last_day(*expires_at, language);
                say!(
                    language,
                    "The API token of {about} is valid until {until}. Rotate it before then, or its calls will be refused.",
                    "Token API {about} sah sehingga {until}. Gilirkan token itu sebelum tarikh tersebut, jika tidak panggilannya akan ditolak."
                )
            }
        }
    }
}

/// Returns the last day of a token that expires at the end of a day.
fn last_day(expires_at: Instant, language: Language) -> String {
    Day::at(expires_at.plus_seconds(-1)).shown(language)
}
