//! Requests about personal data under the Personal Data Protection Act 2010 (Act 709), with their legal deadlines.

mod checks;
mod deadlines;
mod kinds;
mod types;

pub use checks::{
    MAX_RECEIVED_DAYS, MAX_TEXT_LENGTH, check_email, check_reason, check_received, check_text, parse_number, shown,
};
pub use deadlines::{LegalPeriod, REMINDER_DAYS, extended_due, reminder};
pub use types::*;

use crate::Page;
use crate::endpoint::Nothing;
use crate::list::Sort;

endpoints! {
    /// Lists the caller's own requests about personal data, the newest first.
    GetOwnDataRequests = Get "/portal/api/v1/PersonalData/Requests"
        for SignedIn light reads(PersonalData): Json (Nothing) -> OwnDataRequests;
    /// Makes a request about the caller's personal data.
    MakeDataRequest = Post "/portal/api/v1/PersonalData/Requests/Make"
        for SignedIn
        refuses(TooManyAttempts, ChoiceRequired, DataRequestTextInvalid, DataRequestsTooMany)
        once changes(PersonalData): Json (MakeDataRequestRequest) -> DataRequestChanged;
    /// Withdraws the caller's own request.
    WithdrawDataRequest = Post "/portal/api/v1/PersonalData/Requests/Withdraw"
        for SignedIn
        refuses(DataRequestNotFound, DataRequestEnded)
        changes(PersonalData): Json (DataRequestRequest) -> DataRequestChanged;
    /// Lists the requests about personal data; those that are due first come first.
    GetDataRequests = Post "/portal/api/v1/Admin/DataRequests"
        for Staff(ManageTnbUsers, View)
        refuses(CursorInvalid, ChoiceRequired, SearchTooShort)
        reads(PersonalData): Json (DataRequestsRequest) -> Page<DataRequestRow>;
    /// Returns a request about personal data.
    GetDataRequest = Get "/portal/api/v1/Admin/DataRequests/Request"
        for Staff(ManageTnbUsers, View)
        refuses(DataRequestNotFound)
        reads(PersonalData): Json (DataRequestRequest) -> DataRequestDetails;
    /// Records a request that came by letter, e-mail or telephone.
    RecordDataRequest = Post "/portal/api/v1/Admin/DataRequests/Record"
        for Staff(ManageTnbUsers, Update)
        refuses(EmailInvalid, TooManyAttempts, NameInvalid, ChoiceRequired, DateInvalid, DataRequestTextInvalid,
            DataRequestReceivedInvalid)
        once changes(PersonalData): Json (RecordDataRequestRequest) -> DataRequestChanged;
    /// Extends the deadline of a request once, before it has passed.
    ExtendDataRequest = Post "/portal/api/v1/Admin/DataRequests/Extend"
        for Staff(ManageTnbUsers, Update)
        refuses(DataRequestReasonInvalid, DataRequestNotFound, DataRequestMoved, DataRequestEnded,
            DataRequestExtendedAlready, DataRequestNotExtendable, DataRequestOverdue)
        changes(PersonalData): Json (ExtendDataRequestRequest) -> DataRequestChanged;
    /// Ends a request: answered, refused or withdrawn.
    EndDataRequest = Post "/portal/api/v1/Admin/DataRequests/End"
        for Staff(ManageTnbUsers, Update)
        refuses(ChoiceRequired, DataRequestReasonInvalid, DataRequestNotFound, DataRequestMoved,
            DataRequestEnded)
        changes(PersonalData): Json (EndDataRequestRequest) -> DataRequestChanged;
}

lists! {
    /// The requests about personal data, for staff.
    dataRequests = GetDataRequests of DataRequestRow by DataRequestSortBy {
        search => filter.search,
        show => filter.is_open,
        kind => filter.kind,
        late => filter.is_late,
    } export { number, kind, request_state, person_name, email, channel, received_on, due_on, ended_at }
}

orders! {
    /// The orders of the requests about personal data.
    pub enum DataRequestSortBy {
        /// By the deadline.
        DueOn,
        /// By the day of receipt.
        ReceivedOn descending,
    }
}

page_requests! {
    /// Asks for a page of the requests about personal data.
    pub struct DataRequestsRequest {
        #[serde(default)]
        pub filter: DataRequestFilter,
        #[serde(default)]
        pub sort: Sort<DataRequestSortBy>,
    }
}

filters! {
    /// Narrows the list of requests about personal data. All conditions must hold.
    pub struct DataRequestFilter {
        /// Part of the number, of the person's name or of their e-mail address.
        pub search: Option<String>,
        /// Requests that await an answer (true), or all others (false).
        pub is_open: Option<bool>,
        pub kind: Option<DataRequestKind>,
        /// Open requests whose deadline has passed (true), or all others (false).
        pub is_late: Option<bool>,
    }
}

narrowing!(DataRequestKind);

#[cfg(feature = "schema")]
exported_words! {
    DataRequestKind: |kind, to| kind.word(to.language);
    DataRequestState: |state, to| state.word(to.language);
    DataRequestChannel: |channel, to| channel.word(to.language);
}
