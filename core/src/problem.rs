//! Every refusal, as a closed list of codes with an HTTP status and a sentence in each language (docs/http.md#errors).
//! A missing translation does not compile.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Language;

mod codes;
pub use codes::Code;

/// The content of the envelope's `Error`: a code, its sentence, and data that the screen needs to help the user.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody {
    /// The code, for programs.
    pub code: Code,
    /// The area of the portal that the code belongs to.
    pub error_topic: String,
    /// The sentence in the caller's language.
    pub error_message: String,
    /// The errors of single fields.
    pub fields: Vec<FieldError>,
    /// Values for the sentence and flags, such as `isDuplicate`.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, unknown>"))]
    pub params: BTreeMap<String, Value>,
}

/// The error of one field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FieldError {
    /// The field's name in the request, such as `referenceNumbers.1.number`.
    pub field: String,
    /// The code, for programs.
    pub code: Code,
    /// The sentence in the caller's language.
    pub message: String,
    /// Values for the sentence.
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, unknown>"))]
    pub params: BTreeMap<String, Value>,
}

/// A refusal that is not yet translated.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// The reason.
    pub code: Code,
    /// Values for the sentence, and flags.
    pub params: BTreeMap<String, Value>,
    /// The wrong fields with their errors, by name.
    pub fields: Vec<(String, Self)>,
}

impl Problem {
    /// Makes a refusal with that code.
    #[must_use]
    pub const fn new(code: Code) -> Self {
        Self { code, params: BTreeMap::new(), fields: Vec::new() }
    }

    /// Adds a value or flag.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.params.insert(name.to_owned(), value.into());
        self
    }

    /// Adds an item to a value that is a list.
    #[must_use]
    pub fn with_item(mut self, name: &str, item: &str) -> Self {
        if let Value::Array(items) = self.params.entry(name.to_owned()).or_insert_with(|| Value::Array(Vec::new())) {
            items.push(item.into());
        }
        self
    }

    /// Refuses a request with wrong fields. Takes the code and sentence of the first field. Returns none if there are
    /// no fields.
    #[must_use]
    pub fn of_fields(fields: Vec<(String, Self)>) -> Option<Self> {
        let (_, first) = fields.first()?.clone();
        Some(Self { fields, ..first })
    }

    /// Puts the wrong fields into a field of the request.
    #[must_use]
    pub fn within(mut self, field: &str) -> Self {
        for (name, _) in &mut self.fields {
            *name = format!("{field}.{name}");
        }
        self
    }

    /// Refuses a request with one wrong field.
    #[must_use]
    pub fn at(field: &str, problem: impl Into<Self>) -> Self {
        let problem = problem.into();
        Self { fields: vec![(field.to_owned(), problem.clone())], ..problem }
    }

    /// Returns the sentence in a language, with its `{values}` filled in.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        fill(self.code.sentence(language), &self.params)
    }

    /// Returns the `Error` of the envelope.
    #[must_use]
    pub fn body(&self, language: Language) -> ErrorBody {
        ErrorBody {
            code: self.code,
            error_topic: self.code.topic().to_owned(),
            error_message: self.sentence(language),
            fields: self
                .fields
                .iter()
                .map(|(field, problem)| FieldError {
                    field: field.clone(),
                    code: problem.code,
                    message: problem.sentence(language),
                    params: problem.params.clone(),
                })
                .collect(),
            params: self.params.clone(),
        }
    }
}

impl From<Code> for Problem {
    fn from(code: Code) -> Self {
        Self::new(code)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.code, self.sentence(Language::En))
    }
}

impl std::error::Error for Problem {}

/// Carries a code through serde's errors, which hold only text.
pub struct CodeMarker(pub Code);

impl fmt::Display for CodeMarker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\u{1}{}\u{1}", self.0.name())
    }
}

/// Returns the code in a serde error if one of our `parse` functions put it there.
///
/// Looks only at the very beginning of the message. Further in, serde repeats what the caller sent, and a caller must
/// not choose the refusal.
#[must_use]
pub fn code_in_message(message: &str) -> Option<Code> {
    let (name, _) = message.strip_prefix('\u{1}')?.split_once('\u{1}')?;
    Code::from_name(name)
}

fn fill(sentence: &str, params: &BTreeMap<String, Value>) -> String {
    let mut parts = sentence.split('{');
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('}').unwrap_or((part, ""));
        match params.get(name) {
            Some(value) => filled.push_str(&shown(value)),
            None => filled.extend(["{", name, "}"]),
        }
        filled.push_str(rest);
    }
    filled
}

/// Items of a list that a sentence names. The others are counted; the values hold all of them.
const MAX_NAMED_ITEMS: usize = 10;

/// Formats a value for a sentence. Amounts are strings, so numbers are always whole.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => number.to_string(),
            (_, Some(number)) => number.to_string(),
            _ => String::new(),
        },
        Value::Array(items) => {
            let mut named: Vec<String> = items.iter().take(MAX_NAMED_ITEMS).map(shown).collect();
            if items.len() > MAX_NAMED_ITEMS {
                named.push(format!("+{}", items.len() - MAX_NAMED_ITEMS));
            }
            named.join(", ")
        }
        Value::Bool(_) | Value::Null | Value::Object(_) => String::new(),
    }
}
