//! A company's details, address and contacts (docs/domain/registration.md#company-details). Requests carry them as
//! typed, so that a draft keeps every letter. They are checked step by step, and as a whole before submission.

use crate::identity::person::field;
use crate::identity::person::is_letter;
use crate::number::{Email, MobileNo};
use crate::{Code, Problem};

wire! {
    /// A field that changed since the previous submission.
    #[derive(Eq)]
    pub struct ChangedField {
        /// The path in the form, such as `details.mailingAddress.city`.
        pub field: String,
        pub before: String,
        pub after: String,
    }

    /// The company's postal address.
    #[derive(Eq, Default)]
    #[serde(default)]
    pub struct MailingAddress {
        /// Optional.
        pub unit_floor: String,
        /// Optional.
        pub building: String,
        pub street: String,
        pub city: String,
        /// Five digits.
        pub postal_code: String,
        /// One of [`STATES`].
        pub state: String,
    }

    /// A person whom the utility can contact.
    #[derive(Eq, Default)]
    #[serde(default)]
    pub struct Contact {
        pub name: String,
        pub email: String,
        /// Without the country code.
        pub mobile_no: String,
        pub job_title: String,
        pub department: String,
    }

    /// A company, its address and its contacts.
    #[derive(Eq, Default)]
    #[serde(default)]
    pub struct CompanyDetails {
        pub company_name: String,
        /// The number in the register of companies.
        pub registration_no: String,
        /// The company's tax identification number (TIN), for e-invoices. Optional.
        pub tin: String,
        /// Without the country code.
        pub landline: String,
        pub mailing_address: MailingAddress,
        /// The contact whom the utility asks first.
        pub primary_contact: Contact,
        /// The contact whom the utility asks next.
        pub secondary_contact: Contact,
    }
}

impl CompanyDetails {
    /// Returns the stored form: without surrounding spaces, and mobile numbers as [`MobileNo`] parses them. The company
    /// number is only trimmed.
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
            tin: parse_tin(&self.tin).unwrap_or_else(|_| text(&self.tin)),
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

    /// Returns the stored form of a checked application: trimmed, and the company number as [`parse_registration_no`]
    /// returns it.
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

/// Maximum characters of an address line, a name or a title.
const MAX_LINE_LENGTH: usize = 100;

/// Maximum characters of a company number.
pub const MAX_REGISTRATION_NO_LENGTH: usize = 30;

/// Parses a company number from a form or the feed into the form in which it is stored and compared: trimmed, single
/// spaces, capital letters. It has 5 to 30 letters, digits, spaces and `-/()._&`.
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

/// The first letters of a company's tax number and of a person's (`IG`), as LHDN lists them.
const TIN_LETTERS: &[&str] = &["C", "CS", "D", "E", "F", "FA", "PT", "TA", "TC", "TN", "TR", "TP", "J", "LE", "IG"];
/// Fewest digits, and most characters, of a tax number.
const MIN_TIN_DIGITS: usize = 8;
const MAX_TIN_LENGTH: usize = 14;

/// Parses a tax identification number into the form in which it is stored: capital letters, without spaces and hyphens.
/// An empty text is none.
///
/// # Errors
/// [`Code::TinInvalid`].
pub fn parse_tin(text: &str) -> Result<String, Code> {
    let tin: String = text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let tin = tin.to_ascii_uppercase();
    let digits = tin.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let letters = &tin[..tin.len() - digits.len()];
    let fits = TIN_LETTERS.contains(&letters)
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && digits.len() >= MIN_TIN_DIGITS
        && tin.len() <= MAX_TIN_LENGTH;
    if tin.is_empty() || fits { Ok(tin) } else { Err(Code::TinInvalid) }
}

/// Returns a company number in the form in which it is compared, even if it is not valid.
#[must_use]
pub fn normal_registration_no(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_uppercase()
}

/// Checks a company's details.
///
/// # Errors
/// Every wrong field, in the order of the form: `companyName`, `mailingAddress.city`, `primaryContact.email`, ….
pub fn check_company(company: &CompanyDetails) -> Result<(), Problem> {
    let mut wrong = Vec::new();
    field(&mut wrong, "companyName", line(&company.company_name, Code::CompanyNameRequired));
    field(&mut wrong, "registrationNo", parse_registration_no(&company.registration_no));
    field(&mut wrong, "tin", parse_tin(&company.tin));
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

/// Checks a required line.
fn line(text: &str, missing: Code) -> Result<(), Code> {
    if text.trim().is_empty() { Err(missing) } else { optional_line(text) }
}

fn optional_line(text: &str) -> Result<(), Code> {
    let fits = text.chars().count() <= MAX_LINE_LENGTH && !text.chars().any(char::is_control);
    if fits { Ok(()) } else { Err(Code::LineInvalid) }
}

/// Checks a landline number: 8 to 11 digits, like a mobile number, but beginning with any digit. Area codes have no
/// common first digit, and many people write the leading 0.
fn parse_landline(text: &str) -> Result<(), Code> {
    let text = text.trim();
    match text.len() {
        0 => Err(Code::LandlineRequired),
        8..=11 if text.bytes().all(|byte| byte.is_ascii_digit()) => Ok(()),
        _ => Err(Code::LandlineInvalid),
    }
}

/// Checks a city: letters of any script (as in names) and spaces.
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

/// Checks a job title: letters of any script (as in names), digits and spaces.
fn parse_title(text: &str) -> Result<(), Code> {
    line(text, Code::JobTitleRequired)?;
    let written = |character: char| character == ' ' || character.is_ascii_digit() || is_letter(character);
    if text.chars().all(written) { Ok(()) } else { Err(Code::JobTitleInvalid) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_company_number_is_stored_as_it_is_compared() {
        let typed = CompanyDetails {
            company_name: " Sinar Jaya ".to_owned(),
            registration_no: " 202601 000001  (a-1) ".to_owned(),
            ..CompanyDetails::default()
        };
        assert_eq!(typed.trimmed().registration_no, "202601 000001  (a-1)");
        let normal = typed.normal();
        assert_eq!(
            (normal.registration_no.as_str(), normal.company_name.as_str()),
            ("202601 000001 (A-1)", "Sinar Jaya")
        );
    }
}
