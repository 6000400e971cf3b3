//! Changes of a bulk account's accounts, which a job makes after checking the utility's account master.

use serde::{Deserialize, Serialize};

use crate::number::{AccountNo, BulkId};
use crate::number_list::NumberList;
use crate::{Instant, Language};

/// A change of an account (docs/domain/accounts.md#tagging). A number on the wire and in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "sql", derive(sqlx::Type))]
#[serde(into = "u8", try_from = "u8")]
#[repr(i16)]
pub enum TaggingAction {
    /// Adds the account to the bulk account.
    Tagging = 1,
    /// Removes the account from the bulk account.
    Untagging = 2,
    /// Changes the reference ID.
    Updating = 3,
}

impl From<TaggingAction> for u8 {
    fn from(action: TaggingAction) -> Self {
        action as Self
    }
}

impl TryFrom<u8> for TaggingAction {
    type Error = &'static str;

    fn try_from(code: u8) -> Result<Self, Self::Error> {
        let all = [Self::Tagging, Self::Untagging, Self::Updating];
        all.into_iter().find(|action| *action as u8 == code).ok_or("a tagging's action is 1, 2 or 3")
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for TaggingAction {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TaggingAction".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "integer", "enum": [1, 2, 3] })
    }
}

#[cfg(feature = "ts")]
const _: () = {
    use wasm_bindgen::prelude::wasm_bindgen;
    #[wasm_bindgen(typescript_custom_section)]
    const ACTION: &str = "export type TaggingAction = 1 | 2 | 3;";
};

wire! {
    /// Why an account could not be added to a bulk account.
    #[derive(Copy, Eq, Hash)]
    pub enum AccountError {
        /// The account is not in the account master.
        NotFound,
        /// The account is not supplied any more.
        Inactive,
        /// The account is in another bulk account.
        BelongsToAnother,
        /// The account is already in this bulk account.
        Duplicate,
    }
}

impl AccountError {
    /// Every error.
    pub const ALL: &[Self] = &[Self::NotFound, Self::Inactive, Self::BelongsToAnother, Self::Duplicate];

    /// The code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotFound => "notFound",
            Self::Inactive => "inactive",
            Self::BelongsToAnother => "belongsToAnother",
            Self::Duplicate => "duplicate",
        }
    }

    /// Returns the error with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|error| error.code() == code)
    }

    /// The sentence for users, which says what to do.
    #[must_use]
    pub const fn sentence(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::NotFound, Language::En) => "The utility does not know this account. Check the number on the bill.",
            (Self::NotFound, Language::Ms) => "Utiliti tidak mengenali akaun ini. Semak nombor pada bil.",
            (Self::Inactive, Language::En) => "This account is no longer active. Leave it out.",
            (Self::Inactive, Language::Ms) => "Akaun ini tidak lagi aktif. Jangan sertakan akaun ini.",
            (Self::BelongsToAnother, Language::En) => "This account belongs to another bulk account.",
            (Self::BelongsToAnother, Language::Ms) => "Akaun ini berada dalam akaun pukal lain.",
            (Self::Duplicate, Language::En) => "This account is in your bulk account already.",
            (Self::Duplicate, Language::Ms) => "Akaun ini sudah berada dalam akaun pukal anda.",
        }
    }
}

wire! {
    /// Whether a change is queued or failed.
    #[derive(Copy, Eq, Hash)]
    pub enum PendingStatus {
        /// The account could not be added.
        Error,
        /// The change is queued.
        Pending,
    }

    /// An account whose change is queued, or that could not be added.
    pub struct PendingAccount {
        pub bulk_id: BulkId,
        pub company_name: String,
        pub account_number: AccountNo,
        /// The requested reference ID.
        pub reference_id: Option<String>,
        /// Why the account could not be added.
        pub error_type: Option<AccountError>,
        /// The requested change.
        pub status_code: TaggingAction,
        /// `Error` if there is an error type, otherwise `Pending`.
        pub status: PendingStatus,
        /// When the change was requested.
        pub requested_at: Instant,
    }

    /// A request to retry or delete the requests for accounts that could not be added.
    pub struct PendingActionRequest {
        pub bulk_id: BulkId,
        #[serde(with = "NumberList::<AccountNo>")]
        pub accounts: Vec<AccountNo>,
    }
}
