//! Runs `fixtures/rules` natively. `app/test/fixtures.test.ts` runs the same files in WebAssembly.

mod rules;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use gridbill_core::Code;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Case {
    name: String,
    rule: Option<String>,
    input: Value,
    output: Value,
}

/// The rule for `fpx-codes.json`, whose cases do not name one.
const FPX: &str = "fpx.verdict";

#[test]
fn every_case_of_the_fixtures_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/rules");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut count, mut wrong, mut names) = (0, Vec::new(), BTreeSet::new());
    for file in files {
        let cases: Vec<Case> = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        for case in cases {
            count += 1;
            let rule = case.rule.as_deref().unwrap_or(FPX);
            let input = if case.rule.is_some() { case.input } else { json!({ "code": case.input }) };
            let output = short(rules::run(rule, &input));
            if output != case.output {
                wrong.push(format!("{}: {rule} {input}\n  is  {output}\n  not {}", case.name, case.output));
            }
            if !names.insert((rule.to_owned(), case.name.clone())) {
                wrong.push(format!("{rule}: two cases are named {}", case.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count} cases:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 700, "only {count} cases were found");
}

/// Shortens a refusal to the form in the fixtures: `{"error": code}`, with the code of each wrong field if there are
/// any.
fn short(output: Value) -> Value {
    let error = if output["errorMessage"].is_string() { &output } else { &output["error"] };
    if !error.is_object() {
        return output;
    }
    let fields: BTreeMap<String, Value> = error["fields"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|field| (field["field"].as_str().unwrap_or_default().to_owned(), field["code"].clone()))
        .collect();
    if fields.is_empty() {
        return json!({ "error": error["code"] });
    }
    json!({ "error": error["code"], "fields": fields })
}

#[test]
fn every_code_has_its_own_sentence_in_both_languages() {
    use gridbill_core::Language::{En, Ms};
    let figures = |text: &str| {
        let mut names: Vec<String> =
            text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0.to_owned())).collect();
        names.sort();
        names
    };
    let mut seen = BTreeMap::new();
    for &code in Code::ALL {
        let (english, malay) = (code.sentence(En), code.sentence(Ms));
        assert!(english.len() > 10 && malay.len() > 10 && english != malay, "{code:?}");
        assert_eq!(figures(english), figures(malay), "{code:?}: the languages name other figures");
        assert!((400..600).contains(&code.status()), "{code:?}");
        assert_eq!(serde_json::to_value(code).unwrap(), json!(wire(code)));
        assert_eq!(Code::from_wire(&wire(code)), Some(code));
        assert_eq!(Code::from_wire(code.name()), None);
        for text in [english, malay] {
            assert_eq!(seen.insert(text, code), None, "{code:?} says what another says");
        }
    }
}

fn wire(code: Code) -> String {
    let (first, rest) = code.name().split_at(1);
    first.to_lowercase() + rest
}
