//! One whole request and answer for each call of the main job: signing in, listing bills, paying, following the payment,
//! and its document. `main_job.json` has them as the server answered them. The test
//! `the_examples_are_what_the_server_answers` makes the calls again; with `GRIDBILL_WRITE_EXAMPLES=1` it writes the file.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The request and the answer of a call.
#[derive(Deserialize)]
struct Example {
    /// The fields of path, query, body and headers.
    request: Map<String, Value>,
    /// The answer with its envelope. Null for a file.
    answer: Value,
}

/// The examples by the name of their call.
pub(super) struct Examples(BTreeMap<String, Example>);

impl Examples {
    pub(super) fn read() -> serde_json::Result<Self> {
        serde_json::from_str(include_str!("main_job.json")).map(Self)
    }

    /// Adds the example of a call to its operation.
    pub(super) fn add(&self, call: &str, operation: &mut Value) {
        let Some(Example { request, answer }) = self.0.get(call) else { return };
        let mut body = request.clone();
        for parameter in operation["parameters"].as_array_mut().into_iter().flatten() {
            if let Some(value) = parameter["name"].as_str().and_then(|name| body.remove(name)) {
                parameter["example"] = value;
            }
        }
        if let Some(content) = operation.pointer_mut("/requestBody/content/application~1json") {
            content["example"] = json!(body);
        }
        if let Some(content) = operation.pointer_mut("/responses/200/content/application~1json") {
            content["example"] = answer.clone();
        }
    }
}
