//! Makes schemas as plain as generators of clients need them: enumerations as lists of values, descriptions without the
//! syntax of Rust's documentation, an example for each text format, no default of `null`, and no type that no call uses.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// An example of each text format.
const EXAMPLES: &[(&str, &str)] = &[
    ("AccountNo", "214737660619"),
    ("BankId", "MB2U0227"),
    ("BatchId", "2800010112"),
    ("BulkId", "3010000017"),
    ("Day", "2026-11-20"),
    ("Email", "payer@company.example"),
    ("Instant", "2026-11-20T04:00:00Z"),
    ("InvoiceNo", "510001018500"),
    ("Money", "1234.50"),
    ("PaymentGroupNo", "G2611200000001"),
    ("ProposalId", "A2611200000001"),
    ("ReferenceId", "STORE-0501"),
    ("TransactionNo", "P2611200000001"),
];

/// Simplifies every schema of the document.
pub(super) fn simplify(document: &mut Value) {
    visit(document, &mut |schema| {
        list_values(schema);
        write_plainly(schema);
        show_example(schema);
        remove_null_default(schema);
    });
    remove_unused(document);
}

fn visit(value: &mut Value, change: &mut impl FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Object(fields) => {
            fields.values_mut().for_each(|value| visit(value, change));
            change(fields);
        }
        Value::Array(items) => items.iter_mut().for_each(|value| visit(value, change)),
        _ => {}
    }
}

/// Writes a choice of constant texts as an enumeration. The meaning of each value moves to the description.
fn list_values(schema: &mut Map<String, Value>) {
    let Some(choices) = schema.get("oneOf").and_then(Value::as_array) else { return };
    let mut values: Vec<Value> = Vec::new();
    let mut meanings: Vec<String> = Vec::new();
    for choice in choices {
        let one =
            choice.get("const").map(std::slice::from_ref).or_else(|| choice["enum"].as_array().map(Vec::as_slice));
        let Some(found) = one.filter(|values| values.iter().all(Value::is_string)) else { return };
        if let ([value], Some(meaning)) = (found, choice["description"].as_str()) {
            meanings.push(format!("- `{}`: {meaning}", value.as_str().unwrap_or_default()));
        }
        values.extend_from_slice(found);
    }
    let description = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let description =
        if meanings.is_empty() { description.to_owned() } else { format!("{description}\n\n{}", meanings.join("\n")) };
    schema.remove("oneOf");
    schema.insert("type".to_owned(), json!("string"));
    schema.insert("enum".to_owned(), Value::Array(values));
    schema.insert("description".to_owned(), json!(description.trim()));
}

/// Replaces links of Rust's documentation, such as `` [`crate::search::recognise`] ``, by the last name.
fn write_plainly(schema: &mut Map<String, Value>) {
    let Some(Value::String(text)) = schema.get_mut("description") else { return };
    while let Some((before, rest)) = text.split_once("[`") {
        let Some((link, after)) = rest.split_once("`]") else { return };
        let name = link.rsplit("::").next().unwrap_or(link);
        *text = format!("{before}`{name}`{after}");
    }
}

fn show_example(schema: &mut Map<String, Value>) {
    let format = schema.get("format").and_then(Value::as_str);
    let example = EXAMPLES.iter().find(|(name, _)| Some(*name) == format);
    if let Some((_, example)) = example {
        schema.insert("examples".to_owned(), json!([example]));
    }
}

/// Removes a default of `null`, which says no more than that the field is optional. Generators of TypeScript take a field
/// with a default for one that is always present, also in requests.
fn remove_null_default(schema: &mut Map<String, Value>) {
    if schema.get("default").is_some_and(Value::is_null) {
        schema.remove("default");
    }
}

/// Removes the types that neither a call, a webhook nor a used type refers to.
fn remove_unused(document: &mut Value) {
    let mut used = BTreeSet::new();
    let mut open: Vec<&Value> = vec![&document["paths"], &document["webhooks"], &document["components"]["responses"]];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(fields) => {
                let reference = fields.get("$ref").and_then(Value::as_str);
                let name = reference.and_then(|reference| reference.strip_prefix("#/components/schemas/"));
                if let Some(name) = name
                    && used.insert(name.to_owned())
                {
                    open.push(&document["components"]["schemas"][name]);
                }
                open.extend(fields.values());
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        schemas.retain(|name, _| used.contains(name));
    }
}
