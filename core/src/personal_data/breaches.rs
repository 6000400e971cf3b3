//! The register of personal data breaches and cyber security incidents, with the deadlines of both Acts
//! (docs/domain/personal-data.md#breaches). Entries are never changed or deleted: a correction is a further version.

use crate::list::Sort;
use crate::{Code, Instant, Page, Problem};

endpoints! {
    /// Lists the personal data breaches; those with a deadline come first.
    GetBreaches = Post "/portal/api/v1/Admin/Breaches"
        for Staff(Operations, View)
        refuses(CursorInvalid, ChoiceRequired, SearchTooShort)
        reads(PersonalData): Json (BreachesRequest) -> Page<BreachRow>;
    /// Returns a breach with all its versions, the newest first.
    GetBreach = Get "/portal/api/v1/Admin/Breaches/Breach"
        for Staff(Operations, View)
        refuses(BreachNotFound)
        reads(PersonalData): Json (BreachRequest) -> BreachDetails;
    /// Records a personal data breach.
    RecordBreach = Post "/portal/api/v1/Admin/Breaches/Record"
        for Staff(Operations, Update)
        refuses(TooManyAttempts, DateInvalid, BreachTextInvalid, BreachPersonsInvalid, BreachTimeInvalid)
        once changes(PersonalData): Json (RecordBreachRequest) -> BreachChanged;
    /// Adds a version to a breach: a correction, or a notification that was made.
    CorrectBreach = Post "/portal/api/v1/Admin/Breaches/Correct"
        for Staff(Operations, Update)
        refuses(TooManyAttempts, DateInvalid, BreachTextInvalid, BreachPersonsInvalid, BreachTimeInvalid,
            BreachReasonRequired, BreachNotFound, BreachMoved)
        changes(PersonalData): Json (CorrectBreachRequest) -> BreachChanged;
}

lists! {
    /// The personal data breaches, for staff.
    breaches = GetBreaches of BreachRow by BreachSortBy {
        search => filter.search,
        show => filter.is_open,
    } export {
        number, summary, known_at, persons, is_harm_likely, commissioner_due, commissioner_notified_at, persons_due,
        persons_notified_at, is_cyber_incident, cyber_notified_at, cyber_particulars_due, cyber_particulars_at,
        cyber_supplement_due, cyber_supplement_at, recorded_by
    }
}

orders! {
    /// The orders of the breaches.
    pub enum BreachSortBy {
        /// By the time at which the utility knew.
        KnownAt descending,
        /// By the next deadline. Breaches without one come last.
        NextDue,
    }
}

page_requests! {
    /// Asks for a page of the breaches.
    pub struct BreachesRequest {
        #[serde(default)]
        pub filter: BreachFilter,
        #[serde(default)]
        pub sort: Sort<BreachSortBy>,
    }
}

filters! {
    /// Narrows the list of breaches. All conditions must hold.
    pub struct BreachFilter {
        /// Part of the number or of the summary.
        pub search: Option<String>,
        /// Breaches with a notification to make (true), or all others (false).
        pub is_open: Option<bool>,
    }
}

/// Seconds within which the Commissioner is notified: 72 hours (section 12B(1) and the Commissioner's guideline on data
/// breach notification).
pub const COMMISSIONER_SECONDS: i64 = 72 * 3600;
/// Seconds after the notification of the Commissioner within which the affected persons are notified: 7 days (section
/// 12B(2) and the guideline).
pub const PERSONS_SECONDS: i64 = 7 * 86_400;
/// The Commissioner is notified of a breach that affects more persons than this, even without significant harm (the
/// guideline's "significant scale").
pub const SIGNIFICANT_SCALE: i64 = 1_000;
/// Seconds after knowing of a cyber security incident within which its particulars are sent: 6 hours (Act 854, section 23,
/// and the Cyber Security (Notification of Cyber Security Incident) Regulations 2024).
pub const PARTICULARS_SECONDS: i64 = 6 * 3600;
/// Seconds after knowing of a cyber security incident within which the supplementary information is sent: 14 days (the
/// same regulations). They count from the first notice, which is due at once, so this is never too late.
pub const SUPPLEMENT_SECONDS: i64 = 14 * 86_400;
/// Seconds before a deadline at which staff are reminded.
pub const REMINDER_SECONDS: i64 = 24 * 3600;
/// Maximum characters of the summary.
pub const MAX_SUMMARY_LENGTH: usize = 200;
/// Maximum characters of each other text.
pub const MAX_TEXT_LENGTH: usize = 4_000;
/// Maximum number of affected persons: more than Malaysia has inhabitants.
pub const MAX_PERSONS: i64 = 100_000_000;

wire! {
    /// A notification that the law asks for.
    #[derive(Copy, Eq)]
    pub enum BreachStep {
        /// To the Personal Data Protection Commissioner.
        Commissioner,
        /// To the affected persons.
        Persons,
        /// To the Chief Executive of the National Cyber Security Agency and the sector lead: that there is an incident.
        CyberNotice,
        /// To the same: the particulars of the incident.
        CyberParticulars,
        /// To the same: the supplementary information.
        CyberSupplement,
    }

    /// How a notification stands.
    #[derive(Copy, Eq)]
    pub enum DutyState {
        Due,
        Overdue,
        Done,
        DoneLate,
    }

    /// A notification that the law asks for in this case.
    #[derive(Copy, Eq)]
    pub struct BreachDuty {
        pub step: BreachStep,
        /// Until when; a notice that is due at once has the time at which the utility knew.
        pub due: Instant,
        pub done_at: Option<Instant>,
        pub state: DutyState,
    }

    /// What is known of a breach.
    #[derive(Eq)]
    pub struct BreachEntry {
        /// When the utility knew of it. The deadline counts from here.
        pub known_at: Instant,
        /// What happened, in one line.
        pub summary: String,
        /// The personal data concerned.
        pub data: String,
        /// The number of affected persons; none while it is not known.
        #[serde(default)]
        pub persons: Option<i64>,
        pub causes: String,
        /// What was done, and what is planned.
        pub measures: String,
        /// Whether significant harm to the persons is likely or has happened.
        pub is_harm_likely: bool,
        #[serde(default)]
        pub commissioner_notified_at: Option<Instant>,
        #[serde(default)]
        pub persons_notified_at: Option<Instant>,
        /// Whether it is a cyber security incident of national critical information infrastructure. None in a correction: as before,
        /// with its times. Programs that do not know the field must not end the deadlines.
        #[serde(default)]
        pub is_cyber_incident: Option<bool>,
        /// When the National Cyber Security Agency and the sector lead were notified.
        #[serde(default)]
        pub cyber_notified_at: Option<Instant>,
        /// When the particulars of the incident were sent.
        #[serde(default)]
        pub cyber_particulars_at: Option<Instant>,
        /// When the supplementary information was sent.
        #[serde(default)]
        pub cyber_supplement_at: Option<Instant>,
    }

    /// Records a breach.
    pub struct RecordBreachRequest {
        pub entry: BreachEntry,
    }

    /// Adds a version to a breach.
    pub struct CorrectBreachRequest {
        pub number: String,
        pub entry: BreachEntry,
        /// Why the entry is changed.
        pub reason: String,
        /// The version that the user saw.
        pub version: i32,
    }

    /// Selects a breach by its number, such as `BR-3`.
    pub struct BreachRequest {
        pub number: String,
    }

    /// A breach after a change.
    #[derive(Eq)]
    pub struct BreachChanged {
        pub number: String,
        pub version: i32,
    }

    /// A breach in the list.
    pub struct BreachRow {
        pub number: String,
        pub summary: String,
        pub known_at: Instant,
        pub persons: Option<i64>,
        pub is_harm_likely: bool,
        /// Until when the Commissioner must be notified; none if the law does not ask for it.
        pub commissioner_due: Option<Instant>,
        pub commissioner_notified_at: Option<Instant>,
        /// Until when the affected persons must be notified; none if significant harm is unlikely.
        pub persons_due: Option<Instant>,
        pub persons_notified_at: Option<Instant>,
        pub is_cyber_incident: bool,
        pub cyber_notified_at: Option<Instant>,
        /// Until when the particulars must be sent; none if it is no cyber security incident.
        pub cyber_particulars_due: Option<Instant>,
        pub cyber_particulars_at: Option<Instant>,
        pub cyber_supplement_due: Option<Instant>,
        pub cyber_supplement_at: Option<Instant>,
        /// The earliest deadline of a notification that was not made.
        pub next_due: Option<Instant>,
        pub recorded_by: String,
    }

    /// A breach in full.
    pub struct BreachDetails {
        pub number: String,
        /// The newest first.
        pub versions: Vec<BreachVersion>,
    }

    /// A version of a breach's entry.
    pub struct BreachVersion {
        pub version: i32,
        pub entry: BreachEntry,
        /// The notifications that the law asks for, as they stand now.
        pub duties: Vec<BreachDuty>,
        /// Why the entry was changed; none for the first version.
        pub reason: Option<String>,
        pub recorded_by: String,
        pub recorded_at: Instant,
    }
}

impl BreachEntry {
    /// Whether it is a cyber security incident of national critical information infrastructure.
    #[must_use]
    pub fn is_incident(&self) -> bool {
        self.is_cyber_incident == Some(true)
    }

    /// Returns the entry with what the earlier version says about a cyber security incident, if it says nothing itself.
    #[must_use]
    pub fn after(self, earlier: &Self) -> Self {
        if self.is_cyber_incident.is_some() {
            return self;
        }
        Self {
            is_cyber_incident: earlier.is_cyber_incident,
            cyber_notified_at: earlier.cyber_notified_at,
            cyber_particulars_at: earlier.cyber_particulars_at,
            cyber_supplement_at: earlier.cyber_supplement_at,
            ..self
        }
    }

    /// Returns until when a notification must be made; none if the law does not ask for it. While the number of persons is
    /// not known, it counts as significant.
    #[must_use]
    pub fn due(&self, step: BreachStep) -> Option<Instant> {
        let is_large = self.persons.is_none_or(|persons| persons > SIGNIFICANT_SCALE);
        let after = |seconds| self.known_at.plus_seconds(seconds);
        let commissioner = after(COMMISSIONER_SECONDS);
        match step {
            BreachStep::Commissioner => (self.is_harm_likely || is_large).then_some(commissioner),
            BreachStep::Persons => {
                let from = self.commissioner_notified_at.unwrap_or(commissioner);
                self.is_harm_likely.then(|| from.plus_seconds(PERSONS_SECONDS))
            }
            BreachStep::CyberNotice => self.is_incident().then_some(self.known_at),
            BreachStep::CyberParticulars => self.is_incident().then(|| after(PARTICULARS_SECONDS)),
            BreachStep::CyberSupplement => self.is_incident().then(|| after(SUPPLEMENT_SECONDS)),
        }
    }

    /// Returns when a notification was made; none if it was not.
    #[must_use]
    pub const fn done_at(&self, step: BreachStep) -> Option<Instant> {
        match step {
            BreachStep::Commissioner => self.commissioner_notified_at,
            BreachStep::Persons => self.persons_notified_at,
            BreachStep::CyberNotice => self.cyber_notified_at,
            BreachStep::CyberParticulars => self.cyber_particulars_at,
            BreachStep::CyberSupplement => self.cyber_supplement_at,
        }
    }

    /// Returns the notifications that the law asks for, with their deadlines and how they stand.
    #[must_use]
    pub fn duties(&self, now: Instant) -> Vec<BreachDuty> {
        let duty = |step| {
            let (due, done_at) = (self.due(step)?, self.done_at(step));
            let state = match done_at {
                Some(at) if at > self.late_after(step, due) => DutyState::DoneLate,
                Some(_) => DutyState::Done,
                None if now > due => DutyState::Overdue,
                None => DutyState::Due,
            };
            Some(BreachDuty { step, due, done_at, state })
        };
        BreachStep::ALL.iter().filter_map(|&step| duty(step)).collect()
    }

    /// The law gives no number for "immediately", so a notice is late only after the next deadline.
    fn late_after(&self, step: BreachStep, due: Instant) -> Instant {
        if step == BreachStep::CyberNotice { self.known_at.plus_seconds(PARTICULARS_SECONDS) } else { due }
    }

    /// Returns the entry as it is stored.
    /// Fails with every wrong field: [`Code::BreachTextInvalid`], [`Code::BreachPersonsInvalid`],
    /// [`Code::BreachTimeInvalid`].
    pub fn checked(self, now: Instant) -> Result<Self, Problem> {
        let mut wrong: Vec<(String, Problem)> = Vec::new();
        let mut text = |name: &str, text: &str, limit: usize| {
            let text = text.replace("\r\n", "\n").trim().to_owned();
            if text.is_empty() || text.chars().count() > limit {
                wrong.push((name.to_owned(), Problem::new(Code::BreachTextInvalid).with("limit", limit)));
            }
            text
        };
        let summary = text("summary", &self.summary, MAX_SUMMARY_LENGTH);
        let data = text("data", &self.data, MAX_TEXT_LENGTH);
        let causes = text("causes", &self.causes, MAX_TEXT_LENGTH);
        let measures = text("measures", &self.measures, MAX_TEXT_LENGTH);
        if self.persons.is_some_and(|persons| !(0..=MAX_PERSONS).contains(&persons)) {
            wrong.push(("persons".to_owned(), Problem::new(Code::BreachPersonsInvalid).with("limit", MAX_PERSONS)));
        }
        if self.known_at > now {
            wrong.push(("knownAt".to_owned(), Code::BreachTimeInvalid.into()));
        }
        let is_possible = |at: Option<Instant>| at.is_none_or(|at| at >= self.known_at && at <= now);
        for &step in BreachStep::ALL {
            if !is_possible(self.done_at(step)) {
                wrong.push((step.field().to_owned(), Code::BreachTimeInvalid.into()));
            }
        }
        match Problem::of_fields(wrong) {
            Some(problem) => Err(problem),
            None => Ok(Self { summary, data, causes, measures, ..self }),
        }
    }
}

impl BreachStep {
    /// Every notification, the shortest deadline first.
    pub const ALL: &[Self] =
        &[Self::CyberNotice, Self::CyberParticulars, Self::Commissioner, Self::Persons, Self::CyberSupplement];

    /// Returns the code that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Commissioner => "commissioner",
            Self::Persons => "persons",
            Self::CyberNotice => "cyberNotice",
            Self::CyberParticulars => "cyberParticulars",
            Self::CyberSupplement => "cyberSupplement",
        }
    }

    /// Returns the field of an entry that has the time of the notification.
    const fn field(self) -> &'static str {
        match self {
            Self::Commissioner => "commissionerNotifiedAt",
            Self::Persons => "personsNotifiedAt",
            Self::CyberNotice => "cyberNotifiedAt",
            Self::CyberParticulars => "cyberParticularsAt",
            Self::CyberSupplement => "cyberSupplementAt",
        }
    }
}

/// Returns the reason for a further version as it is stored. Fails with [`Code::BreachReasonRequired`] at `reason`.
pub fn check_reason(text: &str) -> Result<String, Problem> {
    let text = text.replace("\r\n", "\n").trim().to_owned();
    if text.is_empty() || text.chars().count() > MAX_TEXT_LENGTH {
        let problem = Problem::new(Code::BreachReasonRequired).with("limit", MAX_TEXT_LENGTH);
        return Err(Problem::at("reason", problem));
    }
    Ok(text)
}

/// Returns the number as users see it.
#[must_use]
pub fn shown(breach_no: i64) -> String {
    format!("BR-{breach_no}")
}

/// Reads a number as users see it. Fails with [`Code::BreachNotFound`]: a text that is no number is an unknown breach.
pub fn parse_number(text: &str) -> Result<i64, Code> {
    let digits = text.trim().strip_prefix("BR-").ok_or(Code::BreachNotFound)?;
    digits.parse().map_err(|_| Code::BreachNotFound)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Instant {
        serde_json::from_value(serde_json::Value::String(text.to_owned())).expect("a time")
    }

    fn entry() -> BreachEntry {
        BreachEntry {
            known_at: at("2026-11-20T01:00:00Z"),
            summary: "Letter to the wrong address".to_owned(),
            data: "Names".to_owned(),
            persons: Some(3),
            causes: "A slip".to_owned(),
            measures: "Called back".to_owned(),
            is_harm_likely: true,
            commissioner_notified_at: None,
            persons_notified_at: None,
            is_cyber_incident: None,
            cyber_notified_at: None,
            cyber_particulars_at: None,
            cyber_supplement_at: None,
        }
    }

    #[test]
    fn every_wrong_field_is_named() {
        let wrong = BreachEntry {
            known_at: at("2026-11-27T01:00:00Z"),
            summary: " ".to_owned(),
            persons: Some(-1),
            commissioner_notified_at: Some(at("2026-11-20T01:00:00Z")),
            cyber_supplement_at: Some(at("2026-11-26T02:00:00Z")),
            ..entry()
        };
        let problem = wrong.checked(at("2026-11-26T01:00:00Z")).expect_err("wrong");
        let mut fields: Vec<_> = problem.fields.iter().map(|(name, _)| name.as_str()).collect();
        fields.sort_unstable();
        assert_eq!(fields, ["commissionerNotifiedAt", "cyberSupplementAt", "knownAt", "persons", "summary"]);
        assert!(entry().checked(at("2026-11-26T01:00:00Z")).is_ok());
    }

    #[test]
    fn numbers_are_read_as_they_are_shown() {
        assert_eq!(parse_number(&format!(" {} ", shown(17))), Ok(17));
        for wrong in ["17", "BR-", "BR-x", "DR-1", ""] {
            assert_eq!(parse_number(wrong), Err(Code::BreachNotFound), "{wrong}");
        }
    }

    #[test]
    fn a_further_version_has_a_reason() {
        let code = |text: &str| check_reason(text).map_err(|problem| problem.fields[0].1.code);
        let longest = "é".repeat(MAX_TEXT_LENGTH);
        assert_eq!(code(" More\r\npersons "), Ok("More\npersons".to_owned()));
        assert_eq!(code(&longest), Ok(longest.clone()));
        for text in [" \n", &format!("{longest}e")] {
            assert_eq!(code(text), Err(Code::BreachReasonRequired));
        }
    }
}
