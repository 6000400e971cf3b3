//! Personal data: what people may ask the utility about their data, breaches, and the erasure of users who left
//! (docs/domain/personal-data.md).

pub mod breaches;
pub mod erase;
mod fact;
pub mod own_data;
pub mod requests;

pub use fact::DataProtectionFact;

endpoints! {
    /// Proposes to erase the personal data of a user who left, or confirms another officer's proposal, which erases it.
    /// Needs a recent proof of identity.
    ErasePerson = Post "/portal/api/v1/PersonalData/Erase"
        for Staff(ManageTnbAdmins, Update)
        refuses(ConfirmIdentity, UserStillActive, UserErased, UserNotFound, UserIsYourself, RemarkRequired,
            RemarkTooLong, SecondOfficerNeeded, DecisionEffectChanged, OfficersNotIndependent)
        changes(Users, Team, Staff, PersonalData, Notifications): Json (ErasePersonRequest) -> ErasedPerson;
}

wire! {
    /// The user whose personal data is to be erased.
    pub struct ErasePersonRequest {
        pub user_id: String,
        /// The reason of the first officer, which the second officer reads. The reason of the second officer is not stored.
        #[serde(default)]
        pub reason: String,
        /// Whether the officer was told that another officer must confirm. None of a client that does not say.
        #[serde(default)]
        pub awaits_second_officer: Option<bool>,
    }

    /// The result of a proposal, or of an erasure.
    pub struct ErasedPerson {
        /// Whether the erasure was only proposed, because a second officer must confirm it.
        pub awaits_second_officer: bool,
        /// The facts whose texts were erased.
        pub facts: i64,
    }
}
