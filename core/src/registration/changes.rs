//! The differences between two submissions of an application.

use serde_json::Value;

use super::RegistrationForm;
use crate::company::ChangedField;

/// Returns the fields that differ, ordered by name. The declaration's file id is left out; the caller compares files,
/// because it knows their names.
#[must_use]
pub fn changed_fields(before: &RegistrationForm, after: &RegistrationForm) -> Vec<ChangedField> {
    let (mut old, mut new) = (Vec::new(), Vec::new());
    // A form holds only strings and a number, so serialising cannot fail.
    flatten("", &serde_json::to_value(before).unwrap_or_default(), &mut old);
    flatten("", &serde_json::to_value(after).unwrap_or_default(), &mut new);
    let pairs = old.into_iter().zip(new);
    pairs
        .filter(|((name, before), (_, after))| before != after && name != "declarationFileId")
        .map(|((field, before), (_, after))| ChangedField { field, before, after })
        .collect()
}

/// Collects every field with its path. Both forms have the same fields in the same order.
fn flatten(name: &str, value: &Value, fields: &mut Vec<(String, String)>) {
    match value {
        Value::Object(parts) => {
            for (part, value) in parts {
                let name = if name.is_empty() { part.clone() } else { format!("{name}.{part}") };
                flatten(&name, value, fields);
            }
        }
        Value::String(text) => fields.push((name.to_owned(), text.clone())),
        Value::Null => fields.push((name.to_owned(), String::new())),
        other => fields.push((name.to_owned(), other.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registration::{GOVERNMENT, PRIVATE};

    #[test]
    fn only_differing_fields_are_listed_by_their_name_in_the_form() {
        let mut before = RegistrationForm { business_type: Some(PRIVATE), ..RegistrationForm::default() };
        before.details.mailing_address.city = "Ipoh".to_owned();
        before.declaration_file_id = Some("one".to_owned());
        let mut after = before.clone();
        assert_eq!(changed_fields(&before, &after), []);
        after.business_type = Some(GOVERNMENT);
        after.details.mailing_address.city = "Taiping".to_owned();
        after.declaration_file_id = Some("another".to_owned());
        let changed = |field: &str, before: &str, after: &str| ChangedField {
            field: field.to_owned(),
            before: before.to_owned(),
            after: after.to_owned(),
        };
        let expected = [changed("businessType", "2", "1"), changed("details.mailingAddress.city", "Ipoh", "Taiping")];
        assert_eq!(changed_fields(&before, &after), expected);
    }
}
