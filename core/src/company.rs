//! A company's details, address and contacts (docs/domain/registration.md#company-details). Requests carry them as
//! typed, so that a draft keeps every letter. They are checked step by step, and as a whole before submission.

use crate::identity::person::{field, is_letter};
use crate::number::{Email, MobileNo, telephone_refusal};
use crate::typed::{
    check_characters, clean, clean_name, compact, has_line_break, is_apostrophe, is_dash, refused_character, telephone,
};
use crate::{Code, Problem};

mod registration_no;

pub use registration_no::{CompanyKey, MAX_REGISTRATION_NO_LENGTH, normal_registration_no, parse_registration_no};

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
    /// Returns the stored form: cleaned texts, and numbers as their rules parse them. The company number is only cleaned.
    #[must_use]
    pub fn trimmed(&self) -> Self {
        let text = |text: &str| clean(text).into_owned();
        let address = &self.mailing_address;
        let contact = |one: &Contact| Contact {
            name: clean_name(&one.name).into_owned(),
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
            landline: parse_landline(&self.landline).unwrap_or_else(|_| text(&self.landline)),
            mailing_address: MailingAddress {
                unit_floor: text(&address.unit_floor),
                building: text(&address.building),
                street: text(&address.street),
                city: text(&address.city),
                postal_code: parse_postal_code(&address.postal_code).unwrap_or_else(|_| text(&address.postal_code)),
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

/// The first letters of a company's tax number and of a person's (`IG`), as LHDN lists them.
const TIN_LETTERS: &[&str] = &["C", "CS", "D", "E", "F", "FA", "PT", "TA", "TC", "TN", "TR", "TP", "J", "LE", "IG"];
/// Fewest digits, and most characters, of a tax number.
const MIN_TIN_DIGITS: usize = 8;
const MAX_TIN_LENGTH: usize = 14;

/// The general number of LHDN for the federal and state governments, local authorities and statutory bodies that have
/// no number of their own.
const GOVERNMENT_TIN: &str = "EI00000000040";
/// The first letters of the general numbers. The others stand for persons and for foreign companies.
const GENERAL_TIN: &str = "EI000000000";

/// Parses a tax identification number into the form in which it is stored: capital letters, without spaces and hyphens.
/// An empty text is none. Fails with [`Code::TinInvalid`], [`Code::TinGeneral`], [`Code::TinCharacter`].
pub fn parse_tin(text: &str) -> Result<String, Problem> {
    let tin = compact(text).to_ascii_uppercase();
    let digits = tin.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let letters = &tin[..tin.len() - digits.len()];
    let fits = TIN_LETTERS.contains(&letters)
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && digits.len() >= MIN_TIN_DIGITS
        && tin.len() <= MAX_TIN_LENGTH;
    if tin.is_empty() || fits || tin == GOVERNMENT_TIN {
        return Ok(tin);
    }
    check_characters(&tin, Code::TinCharacter, |one| one.is_ascii_alphanumeric())?;
    let is_general = tin.starts_with(GENERAL_TIN) && tin.len() == GOVERNMENT_TIN.len();
    Err(Problem::from(if is_general { Code::TinGeneral } else { Code::TinInvalid }))
}

/// Checks a company's details.
/// Fails with every wrong field, in the order of the form: `companyName`, `mailingAddress.city`,
/// `primaryContact.email`, ….
pub fn check_company(company: &CompanyDetails) -> Result<(), Problem> {
    let mut wrong = Vec::new();
    field(&mut wrong, "companyName", line(&company.company_name, Code::CompanyNameRequired));
    field(&mut wrong, "registrationNo", parse_registration_no(&company.registration_no));
    field(&mut wrong, "tin", parse_tin(&company.tin));
    field(&mut wrong, "landline", parse_landline(&company.landline));
    let address = &company.mailing_address;
    let mut at =
        |name: &str, checked: Result<(), Problem>| field(&mut wrong, &format!("mailingAddress.{name}"), checked);
    at("unitFloor", optional_line(&address.unit_floor));
    at("building", optional_line(&address.building));
    at("street", line(&address.street, Code::StreetRequired));
    at("city", parse_city(&address.city));
    at("postalCode", parse_postal_code(&address.postal_code).map(drop).map_err(Problem::from));
    let is_state = STATES.contains(&&*clean(&address.state));
    at("state", if is_state { Ok(()) } else { Err(Code::StateRequired.into()) });
    for (who, contact) in
        [("primaryContact", &company.primary_contact), ("secondaryContact", &company.secondary_contact)]
    {
        let mut at = |name: &str, checked: Result<(), Problem>| field(&mut wrong, &format!("{who}.{name}"), checked);
        at("name", crate::identity::person::parse_name(&contact.name).map(drop));
        at("email", Email::parse(&contact.email).map(drop).map_err(Problem::from));
        at("mobileNo", MobileNo::parse(&contact.mobile_no).map(drop).map_err(Problem::from));
        at("jobTitle", parse_title(&contact.job_title));
        at("department", line(&contact.department, Code::DepartmentRequired));
    }
    Problem::of_fields(wrong).map_or(Ok(()), Err)
}

/// Checks a required line.
fn line(text: &str, missing: Code) -> Result<(), Problem> {
    if clean(text).is_empty() { Err(missing.into()) } else { optional_line(text) }
}

fn optional_line(text: &str) -> Result<(), Problem> {
    let text = clean(text);
    check_characters(&text, Code::LineCharacter, |one| !one.is_control())?;
    if text.chars().count() <= MAX_LINE_LENGTH { Ok(()) } else { Err(Code::LineInvalid.into()) }
}

/// Parses a landline number into its digits: 8 to 11, like a mobile number, but beginning with any digit. Area codes
/// have no common first digit, and many people write the leading 0. It takes the place of the country code.
/// Fails with [`Code::LandlineRequired`], [`Code::LandlineInvalid`], and those of every telephone number.
fn parse_landline(text: &str) -> Result<String, Code> {
    let number = telephone(text);
    match number.len() {
        0 => Err(Code::LandlineRequired),
        8..=11 if number.bytes().all(|byte| byte.is_ascii_digit()) => Ok(number),
        _ => Err(telephone_refusal(&number, Code::LandlineInvalid)),
    }
}

/// Checks a city: letters of any script (as in names), spaces, and the marks of a name. A hyphen is between letters, an
/// apostrophe or a full stop follows one: `Layang-Layang`, `Kg. Baru Subang`, `Dato' Keramat`.
fn parse_city(text: &str) -> Result<(), Problem> {
    line(text, Code::CityRequired)?;
    let city = clean(text);
    let is_mark = |one: char| is_dash(one) || is_apostrophe(one) || one == '.';
    check_characters(&city, Code::CityInvalid, |one| one == ' ' || is_letter(one) || is_mark(one))?;
    let mut before = ' ';
    let mut rest = city.chars().peekable();
    while let Some(one) = rest.next() {
        let is_next_letter = rest.peek().is_some_and(|next| is_letter(*next));
        let is_out_of_place = is_mark(one) && (!is_letter(before) || is_dash(one) && !is_next_letter);
        // The modifier letters that are written as apostrophes are letters, too.
        if is_out_of_place && !is_letter(one) {
            return Err(refused_character(Code::CityMark, one));
        }
        before = one;
    }
    Ok(())
}

fn parse_postal_code(text: &str) -> Result<String, Code> {
    let text = compact(text);
    match text.len() {
        0 => Err(Code::PostalCodeRequired),
        5 if text.bytes().all(|byte| byte.is_ascii_digit()) => Ok(text),
        _ if has_line_break(&text) => Err(Code::LineBreak),
        _ if text.bytes().all(|byte| byte.is_ascii_digit()) => Err(Code::PostalCodeInvalid),
        _ => Err(Code::PostalCodeDigits),
    }
}

/// Checks a job title: letters of any script (as in names), digits and spaces.
fn parse_title(text: &str) -> Result<(), Problem> {
    line(text, Code::JobTitleRequired)?;
    check_characters(&clean(text), Code::JobTitleInvalid, |one| one == ' ' || one.is_ascii_digit() || is_letter(one))
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
