//! Requests about personal data under the Personal Data Protection Act 2010 (Act 709), with their legal deadlines.

use crate::endpoint::Nothing;
use crate::list::Sort;
use crate::number::Email;
use crate::{Code, Day, Instant, Language, Page, Problem, Tone};

endpoints! { RequestsEndpoints;
    /// Lists the caller's own requests about personal data, the newest first.
    GetOwnDataRequests = Get "/portal/api/v1/PersonalData/Requests" for SignedIn light reads(PersonalData): Json (Nothing) -> OwnDataRequests;
    /// Makes a request about the caller's personal data.
    MakeDataRequest = Post "/portal/api/v1/PersonalData/Requests/Make" for SignedIn once changes(PersonalData): Json (MakeDataRequestRequest) -> DataRequestChanged;
    /// Withdraws the caller's own request.
    WithdrawDataRequest = Post "/portal/api/v1/PersonalData/Requests/Withdraw" for SignedIn changes(PersonalData): Json (DataRequestRequest) -> DataRequestChanged;
    /// Lists the requests about personal data; those that are due first come first.
    GetDataRequests = Post "/portal/api/v1/Admin/DataRequests" for Staff(ManageTnbUsers, View) reads(PersonalData): Json (DataRequestsRequest) -> Page<DataRequestRow>;
    /// Returns a request about personal data.
    GetDataRequest = Get "/portal/api/v1/Admin/DataRequests/Request" for Staff(ManageTnbUsers, View) reads(PersonalData): Json (DataRequestRequest) -> DataRequestDetails;
    /// Records a request that came by letter, e-mail or telephone.
    RecordDataRequest = Post "/portal/api/v1/Admin/DataRequests/Record" for Staff(ManageTnbUsers, Update) once changes(PersonalData): Json (RecordDataRequestRequest) -> DataRequestChanged;
    /// Extends the deadline of a request once, before it has passed.
    ExtendDataRequest = Post "/portal/api/v1/Admin/DataRequests/Extend" for Staff(ManageTnbUsers, Update) changes(PersonalData): Json (ExtendDataRequestRequest) -> DataRequestChanged;
    /// Ends a request: answered, refused or withdrawn.
    EndDataRequest = Post "/portal/api/v1/Admin/DataRequests/End" for Staff(ManageTnbUsers, Update) changes(PersonalData): Json (EndDataRequestRequest) -> DataRequestChanged;
}

lists! { RequestsLists;
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

/// Days to comply with a data access request, from the day of receipt: section 31(1).
pub const ACCESS_DAYS: i64 = 21;
/// Days to comply with a data correction request: section 35(1).
pub const CORRECTION_DAYS: i64 = 21;
/// Days by which access and correction can be extended once: sections 31(3) and 35(3).
pub const EXTENSION_DAYS: i64 = 14;
/// Days to answer a notice to stop processing that causes damage or distress: section 42(3). It cannot be extended.
pub const OBJECTION_DAYS: i64 = 21;
/// Days to act on a withdrawal of consent. Section 38(2) says "upon receiving the notice" and has no number of days. The
/// limit is the utility's own.
pub const CONSENT_DAYS: i64 = 7;
/// Days to send data to another controller. Section 43A(3) leaves the period to regulations. The limit is the
/// utility's own until one is prescribed.
pub const PORTABILITY_DAYS: i64 = 21;
/// Days to decide on an erasure. The Act has no right to erasure on request; section 10 forbids to keep data longer than
/// necessary. The limit is the utility's own.
pub const ERASURE_DAYS: i64 = 21;

/// Days before the deadline at which staff are reminded; -1 once it has passed.
pub const REMINDER_DAYS: &[i64] = &[7, 3, 1, -1];

/// Maximum characters of a request, and of a reason or an answer.
pub const MAX_TEXT_LENGTH: usize = 4_000;
/// Days after its receipt within which a request can be recorded. An older date is a slip.
pub const MAX_RECEIVED_DAYS: i64 = 366;

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
    }
}

/// The period in which a request must be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LegalPeriod {
    /// Days from the day of receipt.
    pub days: i64,
    /// Days by which it can be extended once; 0 if it cannot.
    pub extension_days: i64,
    /// The section of the Act that sets it; none for a period of the utility's own.
    pub section: Option<&'static str>,
}

impl DataRequestKind {
    /// Every kind.
    pub const ALL: &[Self] =
        &[Self::Access, Self::Correction, Self::Erasure, Self::Portability, Self::Consent, Self::Objection];

    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Access => "access",
            Self::Correction => "correction",
            Self::Erasure => "erasure",
            Self::Portability => "portability",
            Self::Consent => "consent",
            Self::Objection => "objection",
        }
    }

    /// Returns the name that users see.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        let words = match self {
            Self::Access => ["Access to my data", "Akses kepada data saya"],
            Self::Correction => ["Correction of my data", "Pembetulan data saya"],
            Self::Erasure => ["Erasure of my data", "Pemadaman data saya"],
            Self::Portability => ["Transfer to another organisation", "Pemindahan kepada organisasi lain"],
            Self::Consent => ["Withdrawal of consent", "Penarikan balik persetujuan"],
            Self::Objection => ["Stop using my data", "Hentikan penggunaan data saya"],
        };
        language.pick(words)
    }

    /// Returns the period in which a request of this kind must be answered.
    #[must_use]
    pub const fn period(self) -> LegalPeriod {
        match self {
            Self::Access => LegalPeriod { days: ACCESS_DAYS, extension_days: EXTENSION_DAYS, section: Some("31") },
            Self::Correction => {
                LegalPeriod { days: CORRECTION_DAYS, extension_days: EXTENSION_DAYS, section: Some("35") }
            }
            Self::Objection => LegalPeriod { days: OBJECTION_DAYS, extension_days: 0, section: Some("42") },
            Self::Consent => LegalPeriod { days: CONSENT_DAYS, extension_days: 0, section: None },
            Self::Portability => LegalPeriod { days: PORTABILITY_DAYS, extension_days: EXTENSION_DAYS, section: None },
            Self::Erasure => LegalPeriod { days: ERASURE_DAYS, extension_days: EXTENSION_DAYS, section: None },
        }
    }

    /// Returns the deadline of a request that was received on that day. Calendar days count; the day of receipt does not.
    #[must_use]
    pub fn due_on(self, received_on: Day) -> Day {
        received_on.plus_days(self.period().days)
    }

    /// Returns the basis of the deadline, as a sentence.
    #[must_use]
    pub fn basis(self, language: Language) -> String {
        let LegalPeriod { days, section, .. } = self.period();
        match section {
            Some(section) => say!(
                language,
                "{days} days: section {section} of the Personal Data Protection Act 2010.",
                "{days} hari: seksyen {section} Akta Perlindungan Data Peribadi 2010."
            ),
            None => say!(
                language,
                "{days} days: the utility's own limit. The Act sets no number of days.",
                "{days} hari: had utiliti sendiri. Akta tidak menetapkan bilangan hari."
            ),
        }
    }
}

impl DataRequestState {
    /// Every state.
    pub const ALL: &[Self] = &[Self::Open, Self::Extended, Self::Answered, Self::Refused, Self::Withdrawn];

    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Extended => "extended",
            Self::Answered => "answered",
            Self::Refused => "refused",
            Self::Withdrawn => "withdrawn",
        }
    }

    /// Whether the request awaits an answer. The SQL function `data_request_is_open` does the same.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Open | Self::Extended)
    }

    /// Returns the name that users see.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        let words = match self {
            Self::Open => ["Awaiting answer", "Belum dijawab"],
            Self::Extended => ["Extended", "Dilanjutkan"],
            Self::Answered => ["Answered", "Dijawab"],
            Self::Refused => ["Refused", "Ditolak"],
            Self::Withdrawn => ["Withdrawn", "Ditarik balik"],
        };
        language.pick(words)
    }

    /// Returns the tone in which the state is shown.
    #[must_use]
    pub const fn tone(self) -> Tone {
        match self {
            Self::Open | Self::Extended => Tone::Progress,
            Self::Answered => Tone::Good,
            Self::Refused => Tone::Warning,
            Self::Withdrawn => Tone::Neutral,
        }
    }
}

impl DataRequestChannel {
    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Portal => "portal",
            Self::Letter => "letter",
            Self::Email => "email",
            Self::Telephone => "telephone",
        }
    }

    /// Returns the name that users see.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        let words = match self {
            Self::Portal => ["Portal", "Portal"],
            Self::Letter => ["Post", "Pos"],
            Self::Email => ["E-mail", "E-mel"],
            Self::Telephone => ["Telephone", "Telefon"],
        };
        language.pick(words)
    }
}

impl DataRequestOutcome {
    /// Returns the state of a request with this outcome.
    #[must_use]
    pub const fn state(self) -> DataRequestState {
        match self {
            Self::Answered => DataRequestState::Answered,
            Self::Refused => DataRequestState::Refused,
            Self::Withdrawn => DataRequestState::Withdrawn,
        }
    }
}

/// Returns the deadline after an extension that is made today.
///
/// # Errors
/// [`Code::DataRequestEnded`], [`Code::DataRequestExtendedAlready`]; [`Code::DataRequestNotExtendable`] if the period of
/// the kind is fixed; [`Code::DataRequestOverdue`] because the person must be told before the deadline.
pub fn extended_due(kind: DataRequestKind, state: DataRequestState, due_on: Day, today: Day) -> Result<Day, Code> {
    match state {
        DataRequestState::Answered | DataRequestState::Refused | DataRequestState::Withdrawn => {
            Err(Code::DataRequestEnded)
        }
        DataRequestState::Extended => Err(Code::DataRequestExtendedAlready),
        DataRequestState::Open => match kind.period().extension_days {
            0 => Err(Code::DataRequestNotExtendable),
            _ if today > due_on => Err(Code::DataRequestOverdue),
            days => Ok(due_on.plus_days(days)),
        },
    }
}

/// Returns the reminder that is due today, as its number of [`REMINDER_DAYS`]; none long before the deadline.
#[must_use]
pub fn reminder(today: Day, due_on: Day) -> Option<i64> {
    let left = due_on.days_since(today);
    REMINDER_DAYS.iter().copied().filter(|days| left <= *days).min()
}

/// Returns the number as users see it.
#[must_use]
pub fn shown(request_no: i64) -> String {
    format!("DR-{request_no}")
}

/// Reads a number as users see it.
///
/// # Errors
/// [`Code::DataRequestNotFound`]: a text that is no number is an unknown request.
pub fn parse_number(text: &str) -> Result<i64, Code> {
    let digits = text.trim().strip_prefix("DR-").ok_or(Code::DataRequestNotFound)?;
    digits.parse().map_err(|_| Code::DataRequestNotFound)
}

/// Returns the text of a request as it is stored.
///
/// # Errors
/// [`Code::DataRequestTextInvalid`] at `text`.
pub fn check_text(text: &str) -> Result<String, Problem> {
    checked("text", text, Code::DataRequestTextInvalid)
}

/// Returns a reason or an answer as it is stored. `field` names the field of the request.
///
/// # Errors
/// [`Code::DataRequestReasonInvalid`] at the field.
pub fn check_reason(field: &'static str, text: &str) -> Result<String, Problem> {
    checked(field, text, Code::DataRequestReasonInvalid)
}

fn checked(field: &'static str, text: &str, code: Code) -> Result<String, Problem> {
    let text = text.replace("\r\n", "\n").trim().to_owned();
    if text.is_empty() || text.chars().count() > MAX_TEXT_LENGTH {
        return Err(Problem::at(field, Problem::new(code).with("limit", MAX_TEXT_LENGTH)));
    }
    Ok(text)
}

/// Returns an e-mail address as it is stored; none if it is empty.
///
/// # Errors
/// The refusal of the address, at `email`.
pub fn check_email(text: &str) -> Result<Option<String>, Problem> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    Email::parse(text).map(|email| Some(email.normal())).map_err(|code| Problem::at("email", code))
}

/// Checks the day of receipt.
///
/// # Errors
/// [`Code::DataRequestReceivedInvalid`] at `receivedOn`.
pub fn check_received(received_on: Day, today: Day) -> Result<(), Problem> {
    if (0..=MAX_RECEIVED_DAYS).contains(&today.days_since(received_on)) {
        return Ok(());
    }
    let problem = Problem::new(Code::DataRequestReceivedInvalid).with("limit", MAX_RECEIVED_DAYS);
    Err(Problem::at("receivedOn", problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        Day::parse(text).expect("a day")
    }

    #[test]
    fn deadlines_are_those_of_the_act() {
        let received = day("2026-11-26");
        let due = |kind: DataRequestKind| kind.due_on(received).to_string();
        assert_eq!(due(DataRequestKind::Access), "2026-12-17");
        assert_eq!(due(DataRequestKind::Correction), "2026-12-17");
        assert_eq!(due(DataRequestKind::Objection), "2026-12-17");
        assert_eq!(due(DataRequestKind::Consent), "2026-12-03");
        let extended = |kind| extended_due(kind, DataRequestState::Open, day("2026-12-17"), day("2026-12-17"));
        assert_eq!(extended(DataRequestKind::Access), Ok(day("2026-12-31")));
        assert_eq!(extended(DataRequestKind::Objection), Err(Code::DataRequestNotExtendable));
    }

    #[test]
    fn a_deadline_is_extended_once_and_before_it_has_passed() {
        let (kind, due) = (DataRequestKind::Correction, day("2026-12-17"));
        let at = |state, today: &str| extended_due(kind, state, due, day(today));
        assert_eq!(at(DataRequestState::Extended, "2026-12-01"), Err(Code::DataRequestExtendedAlready));
        assert_eq!(at(DataRequestState::Open, "2026-12-18"), Err(Code::DataRequestOverdue));
        for state in DataRequestState::ALL.iter().filter(|state| !state.is_open()) {
            assert_eq!(at(*state, "2026-12-01"), Err(Code::DataRequestEnded));
        }
    }

    #[test]
    fn staff_are_reminded_before_the_deadline_and_after_it() {
        let due = day("2026-12-17");
        let at = |today: &str| reminder(day(today), due);
        assert_eq!(at("2026-12-09"), None);
        assert_eq!(at("2026-12-10"), Some(7));
        assert_eq!(at("2026-12-13"), Some(7));
        assert_eq!(at("2026-12-14"), Some(3));
        assert_eq!(at("2026-12-17"), Some(1));
        assert_eq!(at("2026-12-18"), Some(-1));
    }

    #[test]
    fn numbers_are_read_as_they_are_shown() {
        assert_eq!(parse_number(&shown(17)), Ok(17));
        for wrong in ["17", "DR-", "DR-x", "BR-1", ""] {
            assert_eq!(parse_number(wrong), Err(Code::DataRequestNotFound), "{wrong}");
        }
    }

    #[test]
    fn a_request_is_received_today_or_within_a_year() {
        let today = day("2026-11-26");
        assert!(check_received(today, today).is_ok() && check_received(day("2026-01-02"), today).is_ok());
        for wrong in ["2026-11-27", "2025-11-20"] {
            assert!(check_received(day(wrong), today).is_err(), "{wrong}");
        }
    }
}
