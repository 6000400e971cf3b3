//! Names, identification and profiles of users (docs/domain/numbers-and-amounts.md#names-and-identification).

use crate::number::{Email, MobileNo};
use crate::typed::{check_characters, clean, clean_name, compact, is_apostrophe, is_dash};
use crate::{Code, Problem};

/// Maximum characters of a name.
pub const MAX_NAME_LENGTH: usize = 100;
/// Maximum characters of a nickname, which a Master or an admin gives a user.
pub const MAX_NICKNAME_LENGTH: usize = 50;

wire! {
    /// The kind of identification.
    #[derive(Copy, Eq, Hash)]
    pub enum IdentificationType {
        /// The identity card, also called `MyKad`: 12 digits.
        Ic,
        /// A passport: 5 to 25 letters and digits.
        Passport,
    }
}

impl IdentificationType {
    /// Returns the code that is stored and sent.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Ic => "ic",
            Self::Passport => "passport",
        }
    }

    /// Returns the type with that code, ignoring case.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Ic, Self::Passport].into_iter().find(|kind| kind.code().eq_ignore_ascii_case(code.trim()))
    }
}

/// Parses a person's name: letters of any script, spaces, and characters that occur in names (`a/l`, `D'Cruz`, `@`).
/// Fails with [`Code::NameRequired`], [`Code::NameInvalid`], [`Code::NameTooLong`], [`Code::NameTooShort`].
pub fn parse_name(text: &str) -> Result<String, Problem> {
    let name = clean_name(text);
    if name.is_empty() {
        return Err(Code::NameRequired.into());
    }
    check_characters(&name, Code::NameInvalid, is_in_names)?;
    let letters = name.chars().filter(|&character| is_letter(character)).count();
    match name.chars().count() {
        1..=MAX_NAME_LENGTH if letters >= 2 => Ok(name.into_owned()),
        1..=MAX_NAME_LENGTH => Err(Code::NameTooShort.into()),
        _ => Err(Code::NameTooLong.into()),
    }
}

fn is_in_names(character: char) -> bool {
    is_letter(character) || is_apostrophe(character) || is_dash(character) || " ./@,()".contains(character)
}

/// Whether the character is a letter of any script, or a mark that belongs to one. Symbols, control and private
/// characters are not. The standard library's tables would make up a third of the sign-in page's download, so this uses
/// ranges.
pub(crate) const fn is_letter(character: char) -> bool {
    // Invisible characters, and characters that change the text direction, within the ranges of letters.
    let hidden = matches!(
        character,
        '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{1680}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'
            ..='\u{180f}' | '\u{3164}'
    );
    let letter = matches!(
        character,
        'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{1fff}'
            | '\u{2c00}'..='\u{2dff}' | '\u{3040}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}'
    );
    letter && !hidden
}

/// Parses a nickname; an empty one gives none. Fails with [`Code::NicknameInvalid`], [`Code::NicknameTooLong`].
pub fn parse_nickname(text: &str) -> Result<Option<String>, Problem> {
    let nickname = clean_name(text);
    let is_allowed = |one: char| is_in_names(one) || one.is_ascii_digit() || matches!(one, '&' | '_');
    check_characters(&nickname, Code::NicknameInvalid, is_allowed)?;
    match nickname.chars().count() {
        0 => Ok(None),
        1..=MAX_NICKNAME_LENGTH => Ok(Some(nickname.into_owned())),
        _ => Err(Code::NicknameTooLong.into()),
    }
}

/// Parses an identity card or passport number into its stored form: no dashes or spaces, capital letters.
/// Fails with [`Code::IdentificationNoRequired`], [`Code::IcInvalid`], [`Code::IcCharacter`],
/// [`Code::PassportInvalid`], [`Code::PassportCharacter`].
pub fn parse_identification(kind: IdentificationType, text: &str) -> Result<String, Problem> {
    let number: String = match kind {
        IdentificationType::Ic => compact(text),
        IdentificationType::Passport => clean(text).into_owned(),
    };
    if number.is_empty() {
        return Err(Code::IdentificationNoRequired.into());
    }
    match kind {
        IdentificationType::Ic => {
            check_characters(&number, Code::IcCharacter, |one| one.is_ascii_digit())?;
            if is_ic(&number) { Ok(number) } else { Err(Code::IcInvalid.into()) }
        }
        IdentificationType::Passport => {
            check_characters(&number, Code::PassportCharacter, |one| one.is_ascii_alphanumeric())?;
            let fits = (5..=25).contains(&number.len());
            if fits { Ok(number.to_ascii_uppercase()) } else { Err(Code::PassportInvalid.into()) }
        }
    }
}

/// Whether the text is twelve digits that begin with a date of birth as `yymmdd`.
fn is_ic(digits: &str) -> bool {
    let two = |from: usize| digits.get(from..from + 2).and_then(|part| part.parse::<u8>().ok());
    digits.len() == 12
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && matches!(two(2), Some(1..=12))
        && matches!(two(4), Some(1..=31))
}

/// Returns the value of a form field, or adds the error to `wrong` under the field's name.
pub(crate) fn field<T>(
    wrong: &mut Vec<(String, Problem)>,
    name: &str,
    parsed: Result<T, impl Into<Problem>>,
) -> Option<T> {
    match parsed {
        Ok(value) => Some(value),
        Err(problem) => {
            wrong.push((name.to_owned(), problem.into()));
            None
        }
    }
}

/// A checked profile form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedProfile {
    /// The person's name.
    pub name: String,
    /// The mobile number, without the country code.
    pub mobile_no: MobileNo,
}

/// Checks a profile's form. Fails with every wrong field: `name`, `mobileNo`.
pub fn check_profile(name: &str, mobile_no: &str) -> Result<CheckedProfile, Problem> {
    let mut wrong = Vec::new();
    let name = field(&mut wrong, "name", parse_name(name));
    let mobile_no = field(&mut wrong, "mobileNo", MobileNo::parse(mobile_no));
    match (Problem::of_fields(wrong), name, mobile_no) {
        (None, Some(name), Some(mobile_no)) => Ok(CheckedProfile { name, mobile_no }),
        (problem, ..) => Err(problem.unwrap_or_else(|| Code::NameInvalid.into())),
    }
}

/// A checked registration form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedRegistration {
    /// The e-mail address in its stored form: lower case.
    pub email: String,
    /// The person's name.
    pub name: String,
    /// The kind of identification.
    pub identification_type: IdentificationType,
    /// The identification number in its stored form.
    pub identification_no: String,
    /// The mobile number, without the country code.
    pub mobile_no: MobileNo,
}

/// Checks both steps of the registration form.
/// Fails with every wrong field (`email`, `password`, `name`, `identificationType`, `identificationNo`, `mobileNo`),
/// and the flags that existing clients read: `isInvalidEmail`, `isInvalidPassword`, ….
pub fn check_registration(form: &super::registering::RegisterRequest) -> Result<CheckedRegistration, Problem> {
    let mut wrong = Vec::new();
    let email = field(&mut wrong, "email", Email::parse(&form.email));
    field(&mut wrong, "password", super::password::check(&form.password));
    let name = field(&mut wrong, "name", parse_name(&form.name));
    let kind = IdentificationType::from_code(&form.identification_type).ok_or(Code::IdentificationTypeRequired);
    let kind = field(&mut wrong, "identificationType", kind);
    // Without a type, the number can only be checked for being present.
    let number = match kind {
        Some(kind) => parse_identification(kind, &form.identification_no),
        None if clean(&form.identification_no).is_empty() => Err(Code::IdentificationNoRequired.into()),
        None => Ok(String::new()),
    };
    let identification_no = field(&mut wrong, "identificationNo", number);
    let mobile_no = field(&mut wrong, "mobileNo", MobileNo::parse(&form.mobile_no));
    if let Some(problem) = Problem::of_fields(wrong) {
        return Err(flagged(problem));
    }
    let checked = email.zip(name).zip(kind).zip(identification_no).zip(mobile_no);
    checked.ok_or_else(|| Code::Unexpected.into()).map(
        |((((email, name), identification_type), identification_no), mobile_no)| CheckedRegistration {
            email: email.normal(),
            name,
            identification_type,
            identification_no,
            mobile_no,
        },
    )
}

/// Adds the flags that existing clients read to a refusal of a registration's fields.
#[must_use]
pub fn flagged(problem: Problem) -> Problem {
    let flags = [
        ("email", "isInvalidEmail"),
        ("password", "isInvalidPassword"),
        ("name", "isInvalidName"),
        ("identificationType", "isInvalidIdentificationType"),
        ("identificationNo", "isInvalidIdentificationNo"),
        ("mobileNo", "isInvalidMobileNo"),
    ];
    let is_wrong = |problem: &Problem, name: &str| problem.fields.iter().any(|(field, _)| field == name);
    // True if no field with a flag is wrong.
    let is_unknown = !flags.iter().any(|(name, _)| is_wrong(&problem, name));
    let problem = flags.into_iter().fold(problem, |problem, (name, flag)| {
        let is_wrong = is_wrong(&problem, name);
        problem.with(flag, is_wrong)
    });
    problem.with("isUnknown", is_unknown)
}
