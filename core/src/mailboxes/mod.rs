//! E-mail addresses of a company that receive e-mails without signing in, such as the mailbox of its accounts payable
//! (docs/domain/remittance.md#addresses-of-the-company).

use crate::endpoint::Nothing;
use crate::number::BulkId;
use crate::{Code, Instant, Language, Problem, Words};

mod fact;

pub use fact::MailboxFact;

endpoints! {
    /// Lists the e-mail addresses of a company, with their topics and the last e-mail to each.
    GetMailboxes = Get "/portal/api/v1/Mailboxes/List/{id}"
        for Customer(ManageUser, View) of(id) closed(WithoutAccount) reads(Team): Json (MailboxesRequest) -> Mailboxes;
    /// Adds an e-mail address, and sends it a link to confirm. Nothing else is sent to it until it is confirmed.
    AddMailbox = Post "/portal/api/v1/Mailboxes/Add/{id}"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(EmailInvalid, TooManyAttempts, ChoiceRequired, MailboxTopicsRequired, MailboxExists,
            MailboxesTooMany, MailboxNotFound, MailboxAskedLater)
        changes(Team): Json (AddMailboxRequest) -> Mailbox;
    /// Changes the topics and the language of an address.
    SetMailbox = Post "/portal/api/v1/Mailboxes/Set/{id}"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(ChoiceRequired, MailboxTopicsRequired, MailboxNotFound, MailboxAskedLater)
        changes(Team): Json (SetMailboxRequest) -> Nothing;
    /// Sends a new link to confirm an address. An address that stopped its e-mails is asked again after a year.
    ResendMailbox = Post "/portal/api/v1/Mailboxes/Resend/{id}"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(TooManyAttempts, MailboxNotFound, MailboxIsConfirmed, MailboxAskedLater)
        changes(Team): Json (MailboxRequest) -> Nothing;
    /// Removes an address.
    RemoveMailbox = Post "/portal/api/v1/Mailboxes/Remove/{id}"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(MailboxNotFound)
        changes(Team): Json (MailboxRequest) -> Nothing;
    /// Checks an e-mailed link of an address before it is used. The token is sent in the body, never in an address.
    CheckMailboxLink = Post "/portal/api/v1/Mailboxes/CheckLink"
        for Public
        refuses(TooManyAttempts, LinkInvalid, LinkUsed, ChoiceRequired)
        reads(): Json (CheckMailboxLinkRequest) -> CheckedMailboxLink;
    /// Confirms an address with the e-mailed link.
    ConfirmMailbox = Post "/portal/api/v1/Mailboxes/Confirm"
        for Public
        refuses(TooManyAttempts, LinkInvalid, LinkUsed)
        changes(Team): Json (ConfirmMailboxRequest) -> Nothing;
    /// Stops e-mails with the link of one: of an address one topic, or all; of a user the notifications by e-mail.
    StopMailbox = Post "/portal/api/v1/Mailboxes/Stop"
        for Public
        refuses(TooManyAttempts, LinkInvalid, LinkUsed)
        changes(Team): Json (StopMailboxRequest) -> Nothing;
}

/// Maximum addresses of a company. Each payment sends an e-mail to each of them.
pub const MAX_MAILBOXES: i64 = 20;
/// Maximum e-mails to an address in 24 hours, for a company that pays hundreds of bills one by one.
pub const MAX_MAILS_A_DAY: i64 = 200;
/// Seconds for which a link to confirm an address is valid. E-mails are sent for three days at most.
pub const CONFIRM_SECONDS: i64 = 3 * 24 * 3600;
/// Days after which an address that stopped its e-mails may be asked again.
pub const ASK_AGAIN_DAYS: i64 = 365;
/// Seconds for which a link to stop e-mails is valid. People stop e-mails by the link of an old one.
pub const STOP_SECONDS: i64 = 366 * 24 * 3600;

wire! {
    /// What an address receives e-mails about.
    #[derive(Copy, Eq, Hash, PartialOrd, Ord)]
    pub enum MailTopic {
        /// Each payment that is paid, with the link to its remittance advice.
        Remittance,
        /// Payments that failed, were declined, expired or were cancelled.
        FailedPayments,
        /// Bills that fall due, a week and a day before.
        DueBills,
        /// New findings of the bill audit, for each batch.
        Findings,
    }

    /// Whether an address receives e-mails.
    #[derive(Copy, Eq, Hash)]
    pub enum MailboxState {
        /// It was sent a link and has not confirmed yet.
        Unconfirmed,
        /// It receives e-mails.
        Confirmed,
        /// Its reader stopped all e-mails.
        Stopped,
    }

    /// The kinds of links to an address.
    #[derive(Copy, Eq, Hash)]
    pub enum MailboxLinkKind {
        /// Confirms the address. Can be used once.
        Confirm,
        /// Stops e-mails. Works again and again, because it only ever stops.
        Stop,
    }

    /// The bulk account.
    pub struct MailboxesRequest {
        pub id: BulkId,
    }

    /// The addresses of a company.
    pub struct Mailboxes {
        /// In alphabetical order.
        pub items: Vec<Mailbox>,
        /// Maximum addresses.
        pub limit: i64,
    }

    /// An address of a company.
    pub struct Mailbox {
        pub mailbox_id: String,
        pub email: String,
        /// The language of its e-mails.
        pub language: Language,
        pub state: MailboxState,
        /// The chosen topics, in the order of the enum.
        pub topics: Vec<MailTopic>,
        /// The topics that its reader stopped.
        pub stopped_topics: Vec<MailTopic>,
        pub added_by: String,
        pub added_at: Instant,
        pub confirmed_at: Option<Instant>,
        /// From when its reader may be asked again, after they stopped all e-mails or all topics; none if they may be asked now.
        pub ask_again_from: Option<Instant>,
        /// When the link to confirm expires, while the address is not confirmed.
        pub link_expires_at: Option<Instant>,
        /// When the last e-mail was written; none if there was none in the last 90 days.
        pub last_mail_at: Option<Instant>,
        /// Whether the mail server has accepted that e-mail.
        pub is_last_mail_accepted: bool,
    }

    /// A new address.
    pub struct AddMailboxRequest {
        pub id: BulkId,
        pub email: String,
        /// The language of its e-mails.
        pub language: Language,
        pub topics: Vec<MailTopic>,
    }

    /// The new topics and language of an address.
    pub struct SetMailboxRequest {
        pub id: BulkId,
        pub mailbox_id: String,
        pub language: Language,
        pub topics: Vec<MailTopic>,
    }

    /// An address of a bulk account.
    pub struct MailboxRequest {
        pub id: BulkId,
        pub mailbox_id: String,
    }

    /// A link that may be used.
    pub struct CheckMailboxLinkRequest {
        pub kind: MailboxLinkKind,
        pub token: String,
    }

    /// What a link is for. It reveals neither the company nor the whole address.
    pub struct CheckedMailboxLink {
        /// The address with most letters hidden.
        pub masked_email: String,
        /// The topics that the link confirms, or the topic of the e-mail that the link to stop was in.
        pub topics: Vec<MailTopic>,
        /// Whether the link stops the notifications of a user by e-mail, instead of e-mails to an address of a company.
        pub is_of_user: bool,
    }

    /// The token of a link to confirm an address.
    pub struct ConfirmMailboxRequest {
        pub token: String,
    }

    /// The token of a link to stop e-mails, and what to stop.
    pub struct StopMailboxRequest {
        pub token: String,
        /// Stops all topics of an address instead of the topic of the e-mail.
        #[serde(default)]
        pub all: bool,
    }
}

impl MailTopic {
    /// Every topic.
    pub const ALL: &[Self] = &[Self::Remittance, Self::FailedPayments, Self::DueBills, Self::Findings];

    /// Returns the stored name.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Remittance => "remittance",
            Self::FailedPayments => "failedPayments",
            Self::DueBills => "dueBills",
            Self::Findings => "findings",
        }
    }

    /// Returns the topic with that stored name.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|topic| topic.code() == code)
    }

    /// Returns the name for users.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        let words: Words = match self {
            Self::Remittance => ["Remittance advice", "Makluman kiriman wang"],
            Self::FailedPayments => ["Unsuccessful payments", "Pembayaran yang tidak berjaya"],
            Self::DueBills => ["Bills that fall due", "Bil yang hampir tarikh akhir bayaran"],
            Self::Findings => ["Findings of the bill audit", "Penemuan audit bil"],
        };
        language.pick(words)
    }
}

impl MailboxState {
    /// Returns the state of an address.
    #[must_use]
    pub const fn of(is_confirmed: bool, is_stopped: bool) -> Self {
        match (is_confirmed, is_stopped) {
            (_, true) => Self::Stopped,
            (true, false) => Self::Confirmed,
            (false, false) => Self::Unconfirmed,
        }
    }
}

impl MailboxLinkKind {
    /// Returns the stored name.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Confirm => "confirm",
            Self::Stop => "stop",
        }
    }
}

/// Checks the chosen topics, and returns each once, in the order of the enum.
/// Fails with [`Code::MailboxTopicsRequired`] at `topics`.
pub fn check_topics(topics: &[MailTopic]) -> Result<Vec<MailTopic>, Problem> {
    let chosen: Vec<MailTopic> = MailTopic::ALL.iter().copied().filter(|topic| topics.contains(topic)).collect();
    if chosen.is_empty() { Err(Problem::at("topics", Code::MailboxTopicsRequired)) } else { Ok(chosen) }
}

/// Returns from when the reader of an address may be asked again to confirm it; none if they may be asked now. A reader who
/// stopped all e-mails, or each of the chosen topics, has answered.
#[must_use]
pub fn ask_again_from(
    is_stopped: bool,
    topics: &[MailTopic],
    stopped_topics: &[MailTopic],
    last_stopped_at: Option<Instant>,
    now: Instant,
) -> Option<Instant> {
    let wants_nothing = is_stopped || topics.iter().all(|topic| stopped_topics.contains(topic));
    let from = last_stopped_at?.plus_seconds(ASK_AGAIN_DAYS * 86_400);
    (wants_nothing && now < from).then_some(from)
}

/// Hides most of an address: the first letters and the last label of the host stay, so that its reader recognises it.
#[must_use]
pub fn mask_email(email: &str) -> String {
    let first = |text: &str| text.chars().next().map(String::from).unwrap_or_default();
    let (local, host) = email.split_once('@').unwrap_or((email, ""));
    let (name, top) = host.rsplit_once('.').unwrap_or((host, ""));
    format!("{}***@{}***.{top}", first(local), first(name))
}

/// Joins the names of topics.
pub(crate) fn topic_words(topics: &[MailTopic], language: Language) -> String {
    topics.iter().map(|topic| topic.word(language)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_are_stored_once_in_one_order() {
        let chosen = check_topics(&[MailTopic::DueBills, MailTopic::Remittance, MailTopic::DueBills]);
        assert_eq!(chosen, Ok(vec![MailTopic::Remittance, MailTopic::DueBills]));
        let refused = check_topics(&[]).expect_err("none");
        assert_eq!(refused.fields[0].1.code, Code::MailboxTopicsRequired);
        for topic in MailTopic::ALL {
            assert_eq!(MailTopic::from_code(topic.code()), Some(*topic));
            assert_eq!(serde_json::to_value(topic).expect("JSON"), topic.code());
        }
    }

    #[test]
    fn a_masked_address_keeps_first_letters_and_the_last_label() {
        assert_eq!(mask_email("accounts.payable@sinar.example"), "a***@s***.example");
        assert_eq!(mask_email("a@mail.sinar.com.my"), "a***@m***.my");
        for hidden in ["ccounts", "payable", "inar"] {
            assert!(!mask_email("accounts.payable@sinar.example").contains(hidden));
        }
    }

    #[test]
    fn an_address_that_stopped_everything_is_asked_again_after_a_year() {
        use MailTopic::{DueBills, Findings};
        let stopped = Instant::parse("2026-11-20T03:00:00Z").expect("an instant");
        let from = Instant::parse("2027-11-20T03:00:00Z").expect("an instant");
        let asked = |is_stopped, stopped_topics: &[MailTopic], at: Instant| {
            ask_again_from(is_stopped, &[DueBills, Findings], stopped_topics, Some(stopped), at)
        };
        assert_eq!(asked(true, &[], stopped), Some(from));
        assert_eq!(asked(false, &[Findings, DueBills], from.plus_seconds(-1)), Some(from));
        assert_eq!(asked(true, &[], from), None);
        assert_eq!(asked(false, &[Findings], stopped), None, "one topic is still sent");
        assert_eq!(ask_again_from(false, &[Findings], &[], None, stopped), None);
    }

    #[test]
    fn a_stopped_address_is_stopped_whether_or_not_it_was_confirmed() {
        assert_eq!(MailboxState::of(false, false), MailboxState::Unconfirmed);
        assert_eq!(MailboxState::of(true, false), MailboxState::Confirmed);
        assert_eq!(MailboxState::of(true, true), MailboxState::Stopped);
        assert_eq!(MailboxState::of(false, true), MailboxState::Stopped);
    }
}
