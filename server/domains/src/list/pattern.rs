//! Text filters of lists.

use gridbill_core::{Problem, search};

/// Trims a text. Returns `None` if it is empty: existing clients send an empty text for an unset filter.
pub fn filled(text: Option<&str>) -> Option<String> {
    text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// Returns the `ilike` pattern that matches texts containing `text`.
#[must_use]
pub fn contains(text: &str) -> String {
    let mut pattern = String::from("%");
    for character in text.chars() {
        match character {
            '%' | '_' | '\\' => pattern.extend(['\\', character]),
            _ => pattern.push(character),
        }
    }
    pattern.push('%');
    pattern
}

/// Returns the pattern for a search text; `None` if there is none.
/// Fails with Core's refusal of the search text, at that field.
pub fn searched_pattern(field: &str, typed: Option<&str>) -> Result<Option<String>, Problem> {
    let text = search::text(typed.unwrap_or_default()).map_err(|problem| Problem::at(field, problem))?;
    Ok(text.map(|text| contains(&text)))
}
