//! The section `webhooks` of the document: what the portal sends to the webhooks of a company.

use gridbill_core::Language;
use gridbill_core::webhooks::{TEST_TYPE, WebhookEventType};
use serde_json::{Map, Value, json};

/// The headers of Standard Webhooks 1.0.
const HEADERS: &[(&str, &str, &str)] = &[
    ("webhook-id", "The id of the event. Attempts and replays repeat it.", "evt_0193a1f2c4d57e8f9a0b1c2d3e4f5a6b"),
    ("webhook-timestamp", "When the attempt was made, in seconds since 1970.", "1795147200"),
    (
        "webhook-signature",
        "Signatures of `id.timestamp.body`, separated by spaces: `v1,` and an HMAC-SHA256 with the secret, `v1a,` and an Ed25519 \
         signature with the key, each in base64.",
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    ),
];

/// Returns an operation for each type of event, and for the test. The receiver answers with any status of success within
/// ten seconds.
pub(super) fn section() -> Map<String, Value> {
    let types = WebhookEventType::ALL.iter().map(|event| {
        let about =
            format!("Sent to webhooks that chose `{}`. The receiver is an address of the company.", event.code());
        (event.code(), operation(event.code(), event.word(Language::En), &about))
    });
    let about = "Sent once to a webhook that a user tests. No webhook chooses it, and it is never sent again.";
    let mut test = operation(TEST_TYPE, "Test", about);
    test["responses"] =
        json!({ "2XX": { "description": "The test passed. The user sees any other status, and the body." } });
    types.chain([(TEST_TYPE, test)]).map(|(code, operation)| (code.to_owned(), json!({ "post": operation }))).collect()
}

fn operation(code: &str, summary: &str, about: &str) -> Value {
    let parameters: Vec<Value> = HEADERS
        .iter()
        .map(|(name, description, example)| {
            json!({
                "name": name, "in": "header", "required": true, "description": description,
                "schema": { "type": "string" }, "example": example,
            })
        })
        .collect();
    json!({
        "operationId": operation_id(code),
        "summary": summary,
        "description": about,
        "tags": ["Webhooks"],
        "security": [],
        "parameters": parameters,
        "requestBody": {
            "required": true,
            "content": { "application/json": { "schema": {
                "allOf": [
                    { "$ref": "#/components/schemas/WebhookPayload" },
                    { "type": "object", "properties": { "type": { "type": "string", "const": code } } },
                ],
            } } },
        },
        "responses": {
            "2XX": { "description": "The event is delivered. The body is ignored." },
            "410": { "description": "The webhook is disabled. Any other status is a failure: the event is sent again later." },
        },
    })
}

/// Returns the name of an operation: `onPaymentPaid` for `payment.paid`.
fn operation_id(code: &str) -> String {
    let part = |part: &str| {
        let (first, rest) = part.split_at(part.len().min(1));
        format!("{}{rest}", first.to_ascii_uppercase())
    };
    format!("on{}", code.split('.').map(part).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_has_an_operation_with_its_own_name() {
        let section = section();
        assert_eq!(section.len(), WebhookEventType::ALL.len() + 1);
        assert_eq!(section[TEST_TYPE]["post"]["operationId"], "onWebhookTest");
        assert_eq!(section["payment.paid"]["post"]["operationId"], "onPaymentPaid");
        assert_eq!(section["proposal.stepApproved"]["post"]["operationId"], "onProposalStepApproved");
    }
}
