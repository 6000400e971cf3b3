//! What a company fills in (docs/domain/registration.md#company-details). As typed on the way in, so that a draft keeps
//! every letter; checked step by step, and whole before it is submitted.

use crate::identity::person::field;
use crate::identity::person::is_letter;
use crate::number::{Email, MobileNo};
use crate::{Code, Problem};

wire! {
    /// A field that is not as it was submitted before.
    #[derive(Eq)]
    pub struct ChangedField {
        /// Its name in the form: `details.mailingAddress.city`.
        pub field: String,
        /// What it was.
        pub before: String,
        /// What it is.
        pub after: String,
    }

    /// Where letters go.
    #[derive(Eq, Default)]
    #[serde(default)]
    pub struct MailingAddress {
        /// The unit and floor; may be left out.
        pub unit_floor: String,
        /// The building; may be left out.
        pub building: String,
        pub street: String,
        pub city: String,
        /// Five digits.
        pub postal_code: String,
        /// One of [`STATES`].
        pub state: String,
    }

    /// Somebody whom the utility may reach.
    #[derive(Eq, Default)]
    #[serde(default)]
    pub struct Contact {
        pub name: String,
        pub email: String,
        /// The mobile number, without the country's code.
        pub mobile_no: String,
        pub job_title: String,
        pub department: String,
    }

    /// A company, its address and its contacts.
    #[derive(Eq, Default)]
    #[serde(default)]
    pub struct CompanyDetails {
        pub company_name: String,
        /// Its number in the register of companies.
        pub registration_no: String,
        /// Its landline, without the country's code.
        pub landline: String,
        /// Where letters go.
        pub mailing_address: MailingAddress,
        /// Whom the utility asks first.
        pub primary_contact: Contact,
        /// Whom it asks then.
        pub secondary_contact: Contact,
    }
}

impl CompanyDetails {
    /// As it is stored: without spaces around what was typed, mobile numbers as [`MobileNo`] reads them. The company's number
    /// is only trimmed.
    #[must_use]
    pub fn trimmed(&self) -> Self {
        let text = |text: &str| text.trim().to_owned();
        let address = &self.mailing_address;
        let contact = |one: &Contact| Contact {
            name: text(&one.name),
            email: text(&one.email),
            mobile_no: MobileNo::parse(&one.mobile_no)
                .map_or_else(|_| text(&one.mobile_no), |number| number.to_string()),
            job_title: text(&one.job_title),
            department: text(&one.department),
        };
        Self {
            company_name: text(&self.company_name),
            registration_no: text(&self.registration_no),
            landline: text(&self.landline),
            mailing_address: MailingAddress {
                unit_floor: text(&address.unit_floor),
                building: text(&address.building),
                street: text(&address.street),
                city: text(&address.city),
                postal_code: text(&address.postal_code),
                state: text(&address.state),
            },
            primary_contact: contact(&self.primary_contact),
            secondary_contact: contact(&self.secondary_contact),
        }
    }

    /// As an application is stored once it was checked: trimmed, and the number as [`parse_registration_no`] reads it.
    #[must_use]
    pub fn normal(&self) -> Self {
        Self { registration_no: normal_registration_no(&self.registration_no), ..self.trimmed() }
    }
}

/// The states of Malaysia, as the registration lists them.
pub const STATES: &[&str] = &[
    "Johor",
    "Kedah",
    "Kelantan",
    "Melaka",
    "Negeri Sembilan",
    "Pahang",
    "Perak",
    "Perlis",
    "Pulau Pinang",
    "Sabah",
    "Sarawak",
    "Selangor",
    "Terengganu",
    "Kuala Lumpur",
    "Labuan",
    "Putrajaya",
];

/// The most characters of a line of an address, a name or a title.
const MAX_LINE_LENGTH: usize = 100;

/// The most characters of a company's number.
pub const MAX_REGISTRATION_NO_LENGTH: usize = 30;

/// Reads a company's number, as typed in a form and as delivered by the feed, in the one form in which it is stored and
/// compared: without spaces around, one space for several, and in capitals. It has 5 to 30 letters, digits, spaces and
/// the marks with which such numbers are written.
///
/// # Errors
/// [`Code::RegistrationNoRequired`], [`Code::RegistrationNoInvalid`].
pub fn parse_registration_no(text: &str) -> Result<String, Code> {
    let number = normal_registration_no(text);
    let written = |byte: u8| byte.is_ascii_alphanumeric() || b" -/()._&".contains(&byte);
    match number.len() {
        0 => Err(Code::RegistrationNoRequired),
        5..=MAX_REGISTRATION_NO_LENGTH if number.bytes().all(written) => Ok(number),
        _ => Err(Code::RegistrationNoInvalid),
    }
}

/// A company's number in the form in which it is compared, whatever it is.
#[must_use]
pub fn normal_registration_no(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_uppercase()
}

/// Every wrong field of a company's details: `companyName`, `mailingAddress.city`, `primaryContact.email`, ….
///
/// # Errors
/// The fields, in the order of the form.
pub fn check_company(company: &CompanyDetails) -> Result<(), Problem> {
    let mut wrong = Vec::new();
    field(&mut wrong, "companyName", line(&company.company_name, Code::CompanyNameRequired));
    field(&mut wrong, "registrationNo", parse_registration_no(&company.registration_no));
    field(&mut wrong, "landline", parse_landline(&company.landline));
    let address = &company.mailing_address;
    let mut at = |name: &str, checked: Result<(), Code>| field(&mut wrong, &format!("mailingAddress.{name}"), checked);
    at("unitFloor", optional_line(&address.unit_floor));
    at("building", optional_line(&address.building));
    at("street", line(&address.street, Code::StreetRequired));
    at("city", parse_city(&address.city));
    at("postalCode", parse_postal_code(&address.postal_code));
    at("state", if STATES.contains(&address.state.trim()) { Ok(()) } else { Err(Code::StateRequired) });
    for (who, contact) in
        [("primaryContact", &company.primary_contact), ("secondaryContact", &company.secondary_contact)]
    {
        let mut at = |name: &str, checked: Result<(), Code>| field(&mut wrong, &format!("{who}.{name}"), checked);
        at("name", crate::identity::person::parse_name(&contact.name).map(drop));
        at("email", Email::parse(&contact.email).map(drop));
        at("mobileNo", MobileNo::parse(&contact.mobile_no).map(drop));
        at("jobTitle", parse_title(&contact.job_title));
        at("department", line(&contact.department, Code::DepartmentRequired));
    }
    Problem::of_fields(wrong).map_or(Ok(()), Err)
}

/// A line that must be filled in.
fn line(text: &str, missing: Code) -> Result<(), Code> {
    if text.trim().is_empty() { Err(missing) } else { optional_line(text) }
}

fn optional_line(text: &str) -> Result<(), Code> {
    let fits = text.chars().count() <= MAX_LINE_LENGTH && !text.chars().any(char::is_control);
    if fits { Ok(()) } else { Err(Code::LineInvalid) }
}

/// Like a mobile number, 8 to 11 digits and nothing else, but from any digit: an area code begins with none in particular,
/// and many people write its 0.
fn parse_landline(text: &str) -> Result<(), Code> {
    let text = text.trim();
    match text.len() {
        0 => Err(Code::LandlineRequired),
        8..=11 if text.bytes().all(|byte| byte.is_ascii_digit()) => Ok(()),
        _ => Err(Code::LandlineInvalid),
    }
}

/// Letters, of the table by which names are read, and spaces.
fn parse_city(text: &str) -> Result<(), Code> {
    let written = |character: char| character == ' ' || is_letter(character);
    line(text, Code::CityRequired)?;
    if text.chars().all(written) { Ok(()) } else { Err(Code::CityInvalid) }
}

fn parse_postal_code(text: &str) -> Result<(), Code> {
    let text = text.trim();
    match text.len() {
        0 => Err(Code::PostalCodeRequired),
        5 if text.bytes().all(|byte| byte.is_ascii_digit()) => Ok(()),
        _ => Err(Code::PostalCodeInvalid),
    }
}

/// Letters, of the table by which names are read, digits and spaces.
fn parse_title(text: &str) -> Result<(), Code> {
    line(text, Code::JobTitleRequired)?;
    let written = |character: char| character == ' ' || character.is_ascii_digit() || is_letter(character);
    if text.chars().all(written) { Ok(()) } else { Err(Code::JobTitleInvalid) }
}
