//! The personal texts of facts. A fact is recorded with a second version without them, which an erasure leaves.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::recorded_name::FORMER_USER;

/// `about` and `data` of a fact without personal texts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeptTexts {
    /// The subject as users know it.
    pub about: String,
    /// The data of the event.
    pub data: Value,
}

/// Fields that a reader may leave out. They are erased as null, and all others as the name of a former user.
const OPTIONAL: &[&str] = &["nickname", "mobileNo"];

impl KeptTexts {
    /// Returns the texts that an erasure leaves, or `None` if no text of the fact is personal.
    #[must_use]
    pub fn of(kind: &str, subject: &str, about: &str, data: &Value) -> Option<Self> {
        if kind == "PersonErased" {
            return None;
        }
        let is_about_personal = subject.starts_with("person:") || about.contains('@');
        let mut kept = data.clone();
        for field in personal_fields(kind) {
            erase_field(&mut kept, field, kind == "ProfileChanged" || OPTIONAL.contains(field));
        }
        (is_about_personal || kept != *data)
            .then(|| Self { about: if is_about_personal { FORMER_USER } else { about }.to_owned(), data: kept })
    }
}

/// Returns the fields of a kind that have names, addresses, numbers or remarks about a user, at any depth.
fn personal_fields(kind: &str) -> &'static [&'static str] {
    match kind {
        "BulkAccountMade" => &["master"],
        "BulkProfileChanged" | "ProfileChanged" => &["before", "after"],
        "SessionsEnded" => &["devices"],
        "FactorAdded" | "FactorRemoved" => &["name"],
        "FactorResetProposed" | "FactorResetEnded" | "StaffProposalTurnedDown" | "PersonErasureProposed" => &["remark"],
        "Invited" | "InvitationWithdrawn" | "MemberChanged" | "MemberRemoved" => &["nickname"],
        "MasterTransferred" => &["master", "nickname"],
        "StaffAdded" | "StaffChanged" | "UserDeleted" => &["username", "nickname", "mobileNo"],
        "InstructionsSent" | "ApprovalReminded" | "SelectionSent" | "QueryAssigned" => &["to"],
        "StatementRequested" => &["email"],
        "StatementReady" => &["emails"],
        "CustomerViewEntered" | "CustomerViewLeft" | "CustomerViewEnded" => &["by"],
        "PolicySet" | "ProposalWithdrawn" => &["proposedBy"],
        "ProposalMade" | "PaymentSubmitted" | "FpxStarted" => &["chosenBy"],
        "ApprovalDelegated" | "DelegationEnded" => &["toName"],
        "ProposalApproved" | "ProposalRefused" => &["inPlaceOf"],
        _ => &[],
    }
}

/// Erases the texts of a field, wherever it is in the data.
fn erase_field(data: &mut Value, field: &str, as_null: bool) {
    match data {
        Value::Object(fields) => {
            for (name, value) in fields {
                if name == field {
                    erase_texts(value, as_null);
                } else {
                    erase_field(value, field, as_null);
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| erase_field(value, field, as_null)),
        _ => {}
    }
}

fn erase_texts(value: &mut Value, as_null: bool) {
    match value {
        Value::String(_) if as_null => *value = Value::Null,
        Value::String(text) => FORMER_USER.clone_into(text),
        Value::Array(values) => values.iter_mut().for_each(|value| erase_texts(value, as_null)),
        Value::Object(fields) => fields.values_mut().for_each(|value| erase_texts(value, as_null)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn kept(kind: &str, subject: &str, about: &str, data: &Value) -> Option<(String, Value)> {
        KeptTexts::of(kind, subject, about, data).map(|kept| (kept.about, kept.data))
    }

    #[test]
    fn personal_texts_are_replaced_and_the_rest_stays() {
        let removed = json!({ "userId": "b2f1", "before": { "nickname": "Ai", "role": "member" } });
        let left = json!({ "userId": "b2f1", "before": { "nickname": null, "role": "member" } });
        let former = FORMER_USER.to_owned();
        assert_eq!(kept("MemberRemoved", "bulkAccount:3", "a@b.example", &removed), Some((former.clone(), left)));
        let approved = json!({ "total": "30.00", "inPlaceOf": "Chong", "step": 1 });
        let left = json!({ "total": "30.00", "inPlaceOf": "Former user", "step": 1 });
        assert_eq!(kept("ProposalApproved", "proposal:1", "P1", &approved), Some(("P1".to_owned(), left)));
        let changed = json!({ "before": { "name": "Ai", "emailOpting": true }, "after": { "name": "Aina" } });
        let left = json!({ "before": { "name": null, "emailOpting": true }, "after": { "name": null } });
        assert_eq!(kept("ProfileChanged", "person:1", "a@b.example", &changed), Some((former.clone(), left)));
        let sent = json!({ "to": ["a@b.example", "c@d.example"] });
        let left = json!({ "to": [FORMER_USER, FORMER_USER] });
        assert_eq!(kept("ApprovalReminded", "proposal:1", "P1", &sent), Some(("P1".to_owned(), left)));
        assert_eq!(kept("Activated", "person:1", "Aina", &json!({})), Some((former, json!({}))));
    }

    #[test]
    fn a_fact_without_personal_texts_has_nothing_to_erase() {
        let data = json!({ "after": { "paid": "70.00", "status": 8 }, "before": 2, "billed": "100.00" });
        assert_eq!(kept("InsufficientRequested", "payment:1", "P2611240000001", &data), None);
        let times = json!({ "after": { "from": "2026-11-21T16:00:00Z", "to": "2026-11-21T17:00:00Z" } });
        assert_eq!(kept("MethodWindowSet", "method:FPX", "FPX", &times), None);
        assert_eq!(kept("PersonErased", "person:1", FORMER_USER, &json!({ "facts": {} })), None);
        // A null stays null: the field was not there to erase.
        let data = json!({ "to": null });
        assert_eq!(kept("QueryAssigned", "query:1", "400000000001", &data), None);
    }
}
