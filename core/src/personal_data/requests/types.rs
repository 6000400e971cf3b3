//! Types of requests about personal data.

use crate::{Day, Instant};

wire! {
    /// The subject of a request.
    #[derive(Copy, Eq, Hash)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum DataRequestKind {
        /// A copy of the personal data: section 30.
        Access,
        /// A correction of wrong data: section 34.
        Correction,
        /// The erasure of data that is no longer needed: section 10.
        Erasure,
        /// The transmission to another controller: section 43A.
        Portability,
        /// The withdrawal of consent: section 38.
        Consent,
        /// An end of processing that causes damage or distress, or of direct marketing: sections 42 and 43.
        Objection,
    }

    /// The state of a request.
    #[derive(Copy, Eq, Hash)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum DataRequestState {
        /// Awaits an answer.
        Open,
        /// Awaits an answer, with a later deadline.
        Extended,
        /// The utility complied or answered.
        Answered,
        /// The utility refused, with a reason.
        Refused,
        /// The person no longer asks.
        Withdrawn,
    }

    /// How a request came.
    #[derive(Copy, Eq, Hash)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum DataRequestChannel {
        /// The person made it in the portal.
        Portal,
        Letter,
        Email,
        Telephone,
    }

    /// The result of a request.
    #[derive(Copy, Eq)]
    pub enum DataRequestOutcome {
        Answered,
        Refused,
        Withdrawn,
    }

    /// A request of the caller.
    pub struct MakeDataRequestRequest {
        pub kind: DataRequestKind,
        /// What the user asks for.
        pub text: String,
    }

    /// A request that came outside the portal, as typed.
    pub struct RecordDataRequestRequest {
        pub kind: DataRequestKind,
        pub channel: DataRequestChannel,
        /// The person's name.
        pub person_name: String,
        /// The person's e-mail address; left out if it is not known. If a user has it, the request is theirs.
        #[serde(default)]
        pub email: String,
        pub text: String,
        /// The day of receipt, from which the deadline counts.
        pub received_on: Day,
    }

    /// Selects a request by its number, such as `DR-17`.
    pub struct DataRequestRequest {
        pub number: String,
    }

    /// Extends the deadline of a request.
    pub struct ExtendDataRequestRequest {
        pub number: String,
        /// Why the utility cannot comply in time. The person reads it.
        pub reason: String,
        /// The version that the user saw.
        pub version: i32,
    }

    /// Ends a request.
    pub struct EndDataRequestRequest {
        pub number: String,
        pub outcome: DataRequestOutcome,
        /// The answer, or the reason for the refusal. The person reads it.
        pub answer: String,
        /// The version that the user saw.
        pub version: i32,
    }

    /// A request after a change.
    #[derive(Eq)]
    pub struct DataRequestChanged {
        pub number: String,
        pub state: DataRequestState,
        pub due_on: Day,
        pub version: i32,
    }

    /// The caller's own requests.
    pub struct OwnDataRequests {
        pub items: Vec<OwnDataRequest>,
        /// The kinds of request, each with its legal period.
        pub kinds: Vec<DataRequestKindInfo>,
    }

    /// A kind of request and its legal period.
    pub struct DataRequestKindInfo {
        pub kind: DataRequestKind,
        pub word: String,
        /// Days from the receipt until the deadline.
        pub days: i64,
    }

    /// A request of the caller.
    pub struct OwnDataRequest {
        pub number: String,
        pub kind: DataRequestKind,
        pub state: DataRequestState,
        pub text: String,
        pub received_on: Day,
        pub due_on: Day,
        /// Why the deadline was extended.
        pub extension_reason: Option<String>,
        /// The answer, or the reason for the refusal.
        pub answer: Option<String>,
        pub ended_at: Option<Instant>,
    }

    /// A request in the staff's list.
    pub struct DataRequestRow {
        pub number: String,
        pub kind: DataRequestKind,
        /// Named so that exported files do not confuse it with the state of an address.
        #[serde(rename = "state")]
        pub request_state: DataRequestState,
        pub person_name: String,
        pub email: Option<String>,
        pub channel: DataRequestChannel,
        pub received_on: Day,
        pub due_on: Day,
        /// Days until the deadline of an open request; negative once it has passed.
        pub days_left: Option<i64>,
        pub ended_at: Option<Instant>,
    }

    /// A request in full.
    pub struct DataRequestDetails {
        pub number: String,
        pub version: i32,
        pub kind: DataRequestKind,
        pub state: DataRequestState,
        pub channel: DataRequestChannel,
        pub person_name: String,
        pub email: Option<String>,
        /// The user of the portal whose request it is; none for a person without an account.
        pub user_id: Option<String>,
        /// Whether the user can sign in and read the answer. Not a user who is deleted or disabled.
        pub reads_in_portal: bool,
        pub text: String,
        pub received_on: Day,
        pub due_on: Day,
        /// Days until the deadline of an open request; negative once it has passed.
        pub days_left: Option<i64>,
        /// The deadline after an extension; none if it cannot be extended now.
        pub extends_to: Option<Day>,
        /// The section of the Act that sets the deadline, in the reader's language.
        pub basis: String,
        pub recorded_by: String,
        pub recorded_at: Instant,
        pub extended_by: Option<String>,
        pub extended_at: Option<Instant>,
        pub extension_reason: Option<String>,
        pub ended_by: Option<String>,
        pub ended_at: Option<Instant>,
        pub answer: Option<String>,
        /// The erasure that an officer proposed, and no other has confirmed.
        pub erasure: Option<ErasureProposal>,
        /// Whether the user's personal data was erased.
        pub is_erased: bool,
    }

    /// A proposed erasure of the user's personal data.
    pub struct ErasureProposal {
        pub proposed_by: String,
        pub proposed_at: Instant,
        pub reason: String,
        /// Whether the reader proposed it.
        pub is_own: bool,
        /// Whether the reader may confirm it: another officer, who neither appointed the proposer nor was appointed by them.
        pub can_confirm: bool,
    }
}
