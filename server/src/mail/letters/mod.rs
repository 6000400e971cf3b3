//! What letters say: a file for each letter and language, of which text and HTML are made, so that both say the same.
//!
//! A letter's file is the subject and the paragraphs, with blank lines between; `[…]` is the button with the link. The
//! frame's file has what all letters share: greeting, hint, closing and footer.

use gridbill_core::{Instant, Language};
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value, context};

use super::{Letter, To};
use crate::config::Utility;

/// The files of one language. A letter that lacks one does not compile.
macro_rules! files {
    ($language:literal) => {
        [
            (concat!($language, "/frame"), include_str!(concat!($language, "/frame.txt"))),
            (concat!($language, "/activation"), include_str!(concat!($language, "/activation.txt"))),
            (concat!($language, "/staff_activation"), include_str!(concat!($language, "/staff_activation.txt"))),
            (concat!($language, "/invitation"), include_str!(concat!($language, "/invitation.txt"))),
            (concat!($language, "/invitation_to_user"), include_str!(concat!($language, "/invitation_to_user.txt"))),
            (concat!($language, "/reset"), include_str!(concat!($language, "/reset.txt"))),
            (concat!($language, "/password_changed"), include_str!(concat!($language, "/password_changed.txt"))),
            (concat!($language, "/mobile_changed"), include_str!(concat!($language, "/mobile_changed.txt"))),
            (concat!($language, "/became_master"), include_str!(concat!($language, "/became_master.txt"))),
            (concat!($language, "/gave_master_away"), include_str!(concat!($language, "/gave_master_away.txt"))),
            (concat!($language, "/registration_info"), include_str!(concat!($language, "/registration_info.txt"))),
            (
                concat!($language, "/registration_rejected"),
                include_str!(concat!($language, "/registration_rejected.txt")),
            ),
            (
                concat!($language, "/registration_approved"),
                include_str!(concat!($language, "/registration_approved.txt")),
            ),
            (concat!($language, "/government_window"), include_str!(concat!($language, "/government_window.txt"))),
            (concat!($language, "/fact"), include_str!(concat!($language, "/fact.txt"))),
            (
                concat!($language, "/registration_approved_partly"),
                include_str!(concat!($language, "/registration_approved_partly.txt")),
            ),
        ]
    };
}

/// A letter, written out.
#[derive(Debug)]
pub struct Written {
    pub subject: String,
    pub text: String,
    pub html: String,
}

pub struct Letters {
    templates: Environment<'static>,
    utility: String,
    care_line: String,
}

impl Letters {
    pub fn new(utility: &Utility) -> anyhow::Result<Self> {
        let mut templates = Environment::new();
        templates.set_undefined_behavior(UndefinedBehavior::Strict);
        templates.set_auto_escape_callback(|name| match name {
            "layout.html" => AutoEscape::Html,
            _ => AutoEscape::None,
        });
        let layouts = [("layout.txt", include_str!("layout.txt")), ("layout.html", include_str!("layout.html"))];
        for (name, source) in layouts.into_iter().chain(files!("en")).chain(files!("ms")) {
            templates.add_template(name, source)?;
        }
        Ok(Self { templates, utility: plain(&utility.utility_name), care_line: plain(&utility.care_line) })
    }

    /// Writes a letter in the language of whom it is to.
    ///
    /// # Errors
    /// When a template names a value that its letter does not have.
    pub fn write(&self, to: To<'_>, letter: &Letter<'_>) -> anyhow::Result<Written> {
        let (language, link) = (to.language.tag(), letter.link());
        let (utility, care_line) = (Value::from(&*self.utility), Value::from(&*self.care_line));
        let name = to.name.map(named);
        let values = context! { utility => utility.clone(), care_line, name, ..letter.values(to.language) };
        let body = self.render(&format!("{language}/{}", letter.file()), &values)?;
        let frame = self.render(&format!("{language}/frame"), &values)?;
        let mut paragraphs = body.split("\n\n").map(str::trim);
        let mut shared = frame.split("\n\n").map(str::trim);
        let subject = paragraphs.next().unwrap_or_default();
        let (greeting, hint, closing, footer) = (shared.next(), shared.next(), shared.next(), shared.next());
        let parts: Value = paragraphs.map(part).collect();
        let text = context! { greeting, parts => parts.clone(), link, closing, footer };
        let closing: Value = closing.unwrap_or_default().lines().collect();
        let html = context! {
            language, subject, utility, greeting, parts, link => link.map(address), hint, closing, footer
        };
        Ok(Written {
            subject: subject.to_owned(),
            text: self.render("layout.txt", &text)?,
            html: self.render("layout.html", &html)?,
        })
    }

    fn render(&self, name: &str, values: &Value) -> anyhow::Result<String> {
        Ok(self.templates.get_template(name)?.render(values)?)
    }
}

/// A paragraph, or the button.
fn part(paragraph: &str) -> Value {
    let label = paragraph.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    context! { text => label.unwrap_or(paragraph), is_button => label.is_some() }
}

impl Letter<'_> {
    const fn file(&self) -> &'static str {
        match self {
            Self::Activation { .. } => "activation",
            Self::StaffActivation { .. } => "staff_activation",
            Self::Invitation { is_registered: false, .. } => "invitation",
            Self::Invitation { is_registered: true, .. } => "invitation_to_user",
            Self::Reset { .. } => "reset",
            Self::PasswordChanged { .. } => "password_changed",
            Self::MobileChanged { .. } => "mobile_changed",
            Self::BecameMaster { .. } => "became_master",
            Self::GaveMasterAway { .. } => "gave_master_away",
            Self::RegistrationNeedsMore { .. } => "registration_info",
            Self::RegistrationRejected { .. } => "registration_rejected",
            Self::RegistrationApproved { errors: 0, .. } => "registration_approved",
            Self::RegistrationApproved { .. } => "registration_approved_partly",
            Self::GovernmentWindowIsOpen { .. } => "government_window",
            Self::Fact { .. } => "fact",
        }
    }

    const fn link(&self) -> Option<&str> {
        match self {
            Self::Activation { link, .. }
            | Self::StaffActivation { link, .. }
            | Self::Invitation { link, .. }
            | Self::Reset { link, .. }
            | Self::GovernmentWindowIsOpen { link, .. } => Some(link),
            Self::Fact { link, .. } => Some(link.as_str()),
            _ => None,
        }
    }

    /// The values that its file names.
    fn values(&self, language: Language) -> Value {
        let shown = |at: &Instant| at.shown(language);
        match self {
            Self::Activation { expires_at, .. }
            | Self::StaffActivation { expires_at, .. }
            | Self::Reset { expires_at, .. } => context! { expires_at => shown(expires_at) },
            Self::Invitation { expires_at, company, invited_by, .. } => {
                context! { expires_at => shown(expires_at), company => named(company), invited_by => named(invited_by) }
            }
            Self::PasswordChanged { at } | Self::MobileChanged { at } => context! { at => shown(at) },
            Self::BecameMaster { company, from } => context! { company => named(company), from => named(from) },
            Self::GaveMasterAway { company, to } => context! { company => named(company), to => named(to) },
            Self::RegistrationNeedsMore { company, remark } | Self::RegistrationRejected { company, remark } => {
                context! { company => named(company), remark => plain(remark) }
            }
            Self::RegistrationApproved { company, bulk_id, accounts, errors } => {
                context! { company => named(company), bulk_id => *bulk_id, accounts, errors }
            }
            Self::GovernmentWindowIsOpen { until, .. } => context! { until => until.shown(language) },
            Self::Fact { sentence, to_do, .. } => context! { sentence => plain(sentence), to_do => *to_do },
        }
    }
}

/// On one line and without what is not seen: no value makes a header, a paragraph or a button of its own.
fn plain(value: &str) -> String {
    let hidden = |character: char| {
        character.is_control()
            || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let spaced: String = value.chars().map(|character| if hidden(character) { ' ' } else { character }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A name as somebody typed it, who may have chosen one like `evil.example/prize`: mail programs would make a link of it, in
/// a letter of ours to whomever they like. `D.Cruz` becomes `D. Cruz`.
fn named(value: &str) -> String {
    let mut name = String::with_capacity(value.len());
    for character in plain(value).chars() {
        if name.ends_with(['.', '@']) && character.is_alphanumeric() {
            name.push(' ');
        }
        name.push(character);
    }
    name
}

/// An address as HTML writes it. Templates would write its slashes as `&#x2f;`, by which filters know those who hide theirs.
fn address(link: &str) -> Value {
    let escaped = link
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;");
    Value::from_safe_string(escaped)
}

#[cfg(test)]
mod tests;
