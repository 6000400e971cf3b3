//! Renders e-mails. Each e-mail has a file for each language, from which both text and HTML are made, so that they
//! have the same content.
//!
//! A file contains the subject and the paragraphs, separated by blank lines. `[…]` is the button with the link, and
//! `| name | value` is a row of the table of facts. The frame file contains the shared parts: greeting, hint,
//! closing and footer.

use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value, context};

use super::{Email, To};
use crate::config::Utility;
use crate::documents::Colour;

/// A rendered e-mail.
#[derive(Debug)]
pub struct RenderedEmail {
    pub subject: String,
    pub text: String,
    pub html: String,
}

pub struct Writer {
    templates: Environment<'static>,
    utility: String,
    care_line: String,
    mark: String,
    accent: String,
    on_accent: &'static str,
}

/// The app's accent colour, if the utility has none or writes it in a form that not all mail programs support.
const ACCENT: &str = "#0f766e";

impl Writer {
    pub fn new(utility: &Utility) -> anyhow::Result<Self> {
        let mut templates = Environment::new();
        templates.set_undefined_behavior(UndefinedBehavior::Strict);
        templates.set_auto_escape_callback(|name| match name {
            "layout.html" => AutoEscape::Html,
            _ => AutoEscape::None,
        });
        let shared = [
            ("layout.txt", include_str!("frame/layout.txt")),
            ("layout.html", include_str!("frame/layout.html")),
            ("frame.en", include_str!("frame/frame.en.txt")),
            ("frame.ms", include_str!("frame/frame.ms.txt")),
        ];
        for (name, source) in shared {
            templates.add_template(name, source)?;
        }
        let own = utility.accent.as_deref().map(str::trim).filter(|accent| Colour::of_hex(accent).is_some());
        let is_dark = Colour::accent(utility).contrast() != Colour::BLACK;
        Ok(Self {
            templates,
            utility: plain(&utility.utility_name),
            care_line: plain(&utility.care_line),
            mark: utility.mark(),
            accent: own.unwrap_or(ACCENT).to_owned(),
            on_accent: if is_dark { "#ffffff" } else { "#16211f" },
        })
    }

    /// Renders an e-mail in the recipient's language. Fails when its file refers to a value that does not exist.
    pub fn write(&self, to: To<'_>, email: &dyn Email) -> anyhow::Result<RenderedEmail> {
        let (language, link) = (to.language.tag(), email.link());
        let (utility, care_line) = (Value::from(&*self.utility), Value::from(&*self.care_line));
        let name = to.name.map(named);
        let values = context! { utility => utility.clone(), care_line, name, ..email.values(to.language) };
        let body = self.templates.template_from_str(to.language.pick(email.words()))?.render(&values)?;
        let frame = self.render(&format!("frame.{language}"), &values)?;
        let mut paragraphs = body.split("\n\n").map(str::trim);
        let mut shared = frame.split("\n\n").map(str::trim);
        let subject = paragraphs.next().unwrap_or_default();
        let (greeting, hint, closing, footer) = (shared.next(), shared.next(), shared.next(), shared.next());
        let stop = email.stop().map(|stop| stop.link);
        let stop_label = shared.next();
        let parts = parts(paragraphs);
        // In the HTML the subject is the heading, so a paragraph that repeats it is left out.
        let is_repeated = parts.first().is_some_and(|part| part.text == subject);
        let shown: Value = parts.iter().skip(usize::from(is_repeated)).map(Part::value).collect();
        let parts: Value = parts.iter().map(Part::value).collect();
        let text = context! { greeting, parts, link, closing, footer, stop, stop_label };
        let closing: Value = closing.unwrap_or_default().lines().collect();
        let html = context! {
            language, subject, utility, greeting, parts => shown, link => link.map(address), hint, closing, footer,
            stop => stop.map(address), stop_label, mark => &*self.mark, accent => &*self.accent, on_accent => self.on_accent,
        };
        Ok(RenderedEmail {
            subject: subject.to_owned(),
            text: self.render("layout.txt", &text)?,
            html: self.render("layout.html", &html)?,
        })
    }

    fn render(&self, name: &str, values: &Value) -> anyhow::Result<String> {
        Ok(self.templates.get_template(name)?.render(values)?)
    }
}

/// A paragraph, the button, or the table of facts.
struct Part<'a> {
    text: &'a str,
    is_button: bool,
    rows: Vec<(&'a str, &'a str)>,
}

impl Part<'_> {
    fn value(&self) -> Value {
        let rows: Value =
            self.rows.iter().map(|(name, value)| Value::from_iter([*name, *value].map(Value::from))).collect();
        context! { text => self.text, is_button => self.is_button, rows }
    }
}

/// Splits the paragraphs into parts. Consecutive rows form a table.
fn parts<'a>(paragraphs: impl Iterator<Item = &'a str>) -> Vec<Part<'a>> {
    let mut parts: Vec<Part<'a>> = Vec::new();
    for paragraph in paragraphs.filter(|paragraph| !paragraph.is_empty()) {
        let row = paragraph.strip_prefix("| ").and_then(|row| row.split_once(" | "));
        let label = paragraph.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        match (row, parts.last_mut()) {
            (Some(row), Some(table)) if !table.rows.is_empty() => table.rows.push(row),
            (Some(row), _) => parts.push(Part { text: "", is_button: false, rows: vec![row] }),
            (None, _) => {
                parts.push(Part { text: label.unwrap_or(paragraph), is_button: label.is_some(), rows: Vec::new() });
            }
        }
    }
    parts
}

/// Makes a value a single line without invisible characters, so that it cannot create a header, a paragraph or a
/// button.
#[must_use]
pub fn plain(value: &str) -> String {
    let hidden = |character: char| {
        character.is_control()
            || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let spaced: String = value.chars().map(|character| if hidden(character) { ' ' } else { character }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Makes a user's text safe for mail programs that turn addresses into links. A user may have typed an address such
/// as `evil.example/prize`, which our e-mail would then link to. A word that looks like an address gets a space
/// after each separator: `D.Cruz` becomes `D. Cruz`, `https://evil.example` becomes `https: // evil. example`.
/// Amounts and dates are unchanged.
#[must_use]
pub fn named(value: &str) -> String {
    plain(value).split(' ').map(unlinked).collect::<Vec<_>>().join(" ")
}

/// Separators of host names. Browsers treat the full stops of other scripts as dots, too.
const DOTS: [char; 4] = ['.', '\u{3002}', '\u{ff0e}', '\u{ff61}'];

fn unlinked(word: &str) -> String {
    let is_dot = |character: char| DOTS.contains(&character);
    let characters: Vec<char> = word.chars().collect();
    let follows = |index: usize, fits: fn(char) -> bool| characters.get(index + 1).copied().is_some_and(fits);
    let named_host = characters.iter().enumerate().any(|(index, sign)| {
        (is_dot(*sign) && follows(index, char::is_alphabetic))
            || (*sign == '@' && follows(index, char::is_alphanumeric))
    });
    // Four numbers are an IP address; two or three are an amount or a date.
    let numbered_host = characters.iter().filter(|sign| is_dot(**sign)).count() >= 3;
    if !named_host && !numbered_host && !word.contains("//") {
        return word.to_owned();
    }
    let mut shown = String::with_capacity(word.len() + 8);
    for (index, sign) in characters.iter().enumerate() {
        if *sign == '/' && index > 0 && characters[index - 1] == ':' {
            shown.push(' ');
        }
        shown.push(*sign);
        let is_end_of_scheme = *sign == '/' && index > 0 && characters[index - 1] == '/';
        if (is_dot(*sign) || *sign == '@' || is_end_of_scheme) && follows(index, char::is_alphanumeric) {
            shown.push(' ');
        }
    }
    shown
}

/// Escapes an address for HTML. Templates would write its slashes as `&#x2f;`, which spam filters take for an
/// attempt to hide the address.
fn address(link: &str) -> Value {
    let escaped = link
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;");
    Value::from_safe_string(escaped)
}
