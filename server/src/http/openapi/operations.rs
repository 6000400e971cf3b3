//! The operations of the document: one for each address of each endpoint.

use std::collections::{BTreeMap, BTreeSet};

use gridbill_core::endpoint::{BodyFormat, Caller, ClosedUntil, Endpoint, EndpointSpec, Method, path_names};
use gridbill_core::problem::ErrorBody;
use gridbill_core::registry;
use gridbill_core::webhooks::WebhookPayload;
use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

use super::examples::Examples;

/// The refusals by status: the name of the response, and when it is answered.
const REFUSALS: &[(u16, &str, &str)] = &[
    (400, "Unreadable", "The request cannot be read."),
    (401, "SignedOut", "Not signed in, or the session is over."),
    (403, "Forbidden", "Signed in, but not allowed, or a recent proof of identity is needed."),
    (404, "NotFound", "It does not exist, or belongs to another company."),
    (409, "Conflict", "It conflicts with stored data."),
    (410, "Gone", "The portal has lost the file. Request it again, or upload it again."),
    (413, "TooLarge", "The request is too large."),
    (422, "Invalid", "It breaks a rule. `fields` names the wrong fields."),
    (429, "TooMany", "Too many requests; `Retry-After` says when to try again, if that is known."),
    (500, "Unexpected", "Unexpected. Nothing is known about the cause; the reference is in the header `X-Request-Id`."),
    (
        503,
        "Unavailable",
        "Busy, or a part of the portal is away. `Retry-After` says when to try again, if that is known.",
    ),
];

/// Returns the tags of the document.
pub(super) fn tags() -> Vec<Value> {
    registry::TAGS.iter().map(|tag| json!({ "name": tag.name, "description": tag.about })).collect()
}

/// Returns the refusals that operations refer to.
pub(super) fn refusals() -> Value {
    let refused = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/Refused" } } });
    let response = |(_, name, description): &(u16, &str, &str)| {
        ((*name).to_owned(), json!({ "description": description, "content": refused }))
    };
    Value::Object(REFUSALS.iter().map(response).collect())
}

/// Collects the descriptions of all endpoints.
pub(super) struct Describe {
    generator: SchemaGenerator,
    examples: Examples,
    paths: Map<String, Value>,
}

impl Describe {
    pub(super) fn new(generator: SchemaGenerator, examples: Examples) -> Self {
        Self { generator, examples, paths: Map::new() }
    }

    /// Returns the operations by address, and the types that they refer to.
    pub(super) fn finish(mut self) -> (Map<String, Value>, Map<String, Value>) {
        self.generator.subschema_for::<ErrorBody>();
        self.generator.subschema_for::<WebhookPayload>();
        let mut definitions = self.generator.take_definitions(true);
        definitions.insert(
            "Refused".to_owned(),
            json!({
                "description": "The envelope of a refusal.", "type": "object",
                "properties": { "Data": { "type": "null" }, "Error": { "$ref": "#/components/schemas/ErrorBody" } },
                "required": ["Data", "Error"],
            }),
        );
        (self.paths, definitions)
    }
}

impl gridbill_core::endpoint::Visit for Describe {
    fn visit<E: Endpoint>(&mut self) {
        let entry = E::ENTRY;
        let request = self.generator.subschema_for::<E::Request>().to_value();
        let request = Fields::of(&self.generator, &request);
        let response = self.generator.subschema_for::<E::Response>().to_value();
        for (method, path) in entry.routes() {
            let mut operation = operation(&entry, path, request.clone(), &response);
            if path == entry.path() {
                self.examples.add(entry.name, &mut operation);
            }
            let calls = self.paths.entry(path).or_insert_with(|| json!({}));
            if let Some(calls) = calls.as_object_mut() {
                calls.insert(method.name().to_ascii_lowercase(), operation);
            }
        }
    }
}

/// Returns the name of the part that declares an endpoint.
fn tag(entry: &EndpointSpec) -> &'static str {
    registry::TAGS.iter().find(|tag| tag.module == entry.module).map_or("", |tag| tag.name)
}

/// A request's fields, which are sent in the path, the query or the body.
#[derive(Clone)]
struct Fields {
    /// The reference to the request's type, as long as no field was removed.
    whole: Option<Value>,
    schema: Map<String, Value>,
    /// Fields that are objects, which a query contains as JSON.
    objects: BTreeSet<String>,
}

impl Fields {
    fn of(generator: &SchemaGenerator, schema: &Value) -> Self {
        let whole = schema["$ref"].is_string().then(|| schema.clone());
        let schema = defined(generator, schema).as_object().cloned().unwrap_or_default();
        let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
        let objects = properties.filter(|(_, schema)| defined(generator, schema)["properties"].is_object());
        let objects = objects.map(|(name, _)| name.clone()).collect();
        Self { whole, schema, objects }
    }

    fn names(&self) -> Vec<String> {
        self.schema.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys).cloned().collect()
    }

    fn is_required(&self, name: &str) -> bool {
        self.schema.get("required").and_then(Value::as_array).is_some_and(|names| names.iter().any(|one| one == name))
    }

    /// Removes a field and returns it as a parameter.
    fn parameter(&mut self, place: &str, name: &str) -> Value {
        let required = place == "path" || self.is_required(name);
        let schema = self.schema.get_mut("properties").and_then(Value::as_object_mut).and_then(|all| all.remove(name));
        if let Some(names) = self.schema.get_mut("required").and_then(Value::as_array_mut) {
            names.retain(|one| one != name);
        }
        self.whole = None;
        let mut schema = schema.unwrap_or_else(|| json!({ "type": "string" }));
        if required {
            refuse_null(&mut schema);
        }
        if self.objects.contains(name) {
            refuse_null(&mut schema);
            let text = json!({ "type": "string", "contentMediaType": "application/json", "contentSchema": schema });
            return json!({ "name": name, "in": place, "required": required, "description": "The object as JSON text.", "schema": text });
        }
        json!({ "name": name, "in": place, "required": required, "schema": schema })
    }

    /// Returns the remaining fields as the body: an object, never an array.
    fn body(mut self) -> Value {
        if let Some(whole) = self.whole {
            return whole;
        }
        self.schema.remove("title");
        Value::Object(self.schema)
    }
}

/// Removes null from the values of a field that must be sent.
fn refuse_null(schema: &mut Value) {
    if let Some(types) = schema.get_mut("type").and_then(Value::as_array_mut) {
        types.retain(|one| one != "null");
        if let [only] = types.as_slice() {
            schema["type"] = only.clone();
        }
    }
    if let Some(any) = schema.get_mut("anyOf").and_then(Value::as_array_mut) {
        any.retain(|one| one["type"] != "null");
        if let [only] = any.as_slice() {
            *schema = only.clone();
        }
    }
}

/// Returns the schema, or the schema that it refers to.
fn defined<'a>(generator: &'a SchemaGenerator, schema: &'a Value) -> &'a Value {
    let name = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next());
    name.and_then(|name| generator.definitions().get(name)).unwrap_or(schema)
}

fn operation(entry: &EndpointSpec, path: &'static str, mut request: Fields, response: &Value) -> Value {
    let mut parameters: Vec<Value> = path_names(path).map(|name| request.parameter("path", name)).collect();
    parameters.extend(entry.query_names().map(|name| request.parameter("query", name)));
    if entry.method == Method::Get {
        let names = request.names();
        parameters.extend(names.iter().map(|name| request.parameter("query", name)));
    }
    if entry.once {
        let schema = json!({ "type": "string", "minLength": 1, "maxLength": 200 });
        let description = "A repeated call with the same key acts once and gets the first answer again.";
        parameters.push(json!({ "name": "Idempotency-Key", "in": "header", "required": false, "description": description, "schema": schema }));
    }
    let is_public = matches!(entry.caller, Caller::Public | Caller::Gateway);
    let mut operation = json!({
        "operationId": if path == entry.path() { entry.name.to_owned() } else { format!("{}Alias", entry.name) },
        "tags": [tag(entry)],
        "summary": entry.summary.trim(),
        "description": description(entry),
        "security": if is_public { json!([]) } else { security(entry) },
        "parameters": parameters,
        "responses": responses(entry, response),
        "x-permission": permission(entry),
        "x-codes": codes_by_status(entry),
    });
    let body = body(entry, request).map(|body| ("requestBody", body));
    let scope = entry.token.map(|scope| ("x-scope", json!(scope.code())));
    let deprecated = entry.deprecated.map(|_| ("deprecated", json!(true)));
    if let Some(fields) = operation.as_object_mut() {
        let more = [body, scope, deprecated].into_iter().flatten();
        fields.extend(more.map(|(name, value)| (name.to_owned(), value)));
    }
    operation
}

/// Returns the ways to authenticate, any of which is enough: as a user, and by an API token. The scope is in `x-scope`:
/// linters know scopes of `OAuth` only.
fn security(entry: &EndpointSpec) -> Value {
    let user = json!({ "bearer": [] });
    if entry.token.is_some() { json!([user, { "apiToken": [] }]) } else { json!([user]) }
}

/// Says who may call, and what a caller must know.
fn description(entry: &EndpointSpec) -> String {
    let who = match entry.caller {
        Caller::Public => "Needs no session.".to_owned(),
        Caller::Gateway => "Only the bank gateway calls it; its signature is checked.".to_owned(),
        Caller::SignedIn => "Any signed-in user may call it.".to_owned(),
        Caller::Customer | Caller::AnyCustomer | Caller::Applicant | Caller::Staff => permission(entry)
            .map_or_else(|| "Any signed-in customer may call it.".to_owned(), |scope| format!("Needs {scope}.")),
    };
    let is_closed = matches!(entry.closed, Some(ClosedUntil::WithoutAccount));
    let more = [
        (is_closed, "Closed until the bulk account has an electricity account without errors."),
        (entry.sends, "Sends an e-mail."),
        (!entry.frozen.is_empty(), "An announcement can close it for some time."),
    ];
    let more = more.iter().filter(|(is_said, _)| *is_said).map(|(_, sentence)| *sentence);
    std::iter::once(who.as_str()).chain(more).collect::<Vec<_>>().join(" ")
}

/// Returns the responses: an envelope, a text, a file or a stream, and the refusals.
fn responses(entry: &EndpointSpec, response: &Value) -> Value {
    let envelope = json!({ "type": "object", "properties": { "Data": response, "Error": { "type": "null" } }, "required": ["Data", "Error"] });
    let text = |description: &str, kind: &str| json!({ "description": description, "content": { kind: { "schema": { "type": "string" } } } });
    let (status, done) = match entry.kind {
        BodyFormat::Json | BodyFormat::Upload => {
            ("200", json!({ "description": "Done.", "content": { "application/json": { "schema": envelope } } }))
        }
        BodyFormat::Events => (
            "200",
            json!({ "description": "A stream of changes, each the data of one event.",
                    "content": { "text/event-stream": { "schema": { "type": "string" }, "x-event": response } } }),
        ),
        BodyFormat::File => {
            let schema = json!({ "schema": { "type": "string", "format": "binary" } });
            let content: Map<_, _> = entry.files.iter().map(|one| (one.name().to_owned(), schema.clone())).collect();
            ("200", json!({ "description": "A file.", "content": content }))
        }
        BodyFormat::Form if entry.path().ends_with("/indirect") => (
            "303",
            json!({ "description": "Leads the payer's browser to the result.",
                    "headers": { "Location": { "schema": { "type": "string" } } } }),
        ),
        BodyFormat::Form => ("200", text("Taken: the text OK.", "text/plain")),
    };
    let mut responses = Map::from_iter([(status.to_owned(), done)]);
    if entry.kind == BodyFormat::Form {
        responses.insert("400".to_owned(), text("Not believed, and why.", "text/plain"));
    }
    let codes = codes_by_status(entry);
    for (status, name, description) in REFUSALS {
        let Some(codes) = codes.get(&status.to_string()) else { continue };
        let listed: Vec<_> = codes.iter().map(|code| format!("`{code}`")).collect();
        let refused = json!({
            "$ref": format!("#/components/responses/{name}"),
            "description": format!("{description} Codes: {}.", listed.join(", ")),
        });
        responses.entry(status.to_string()).or_insert(refused);
    }
    Value::Object(responses)
}

/// Returns the codes that a call can answer, by status.
fn codes_by_status(entry: &EndpointSpec) -> BTreeMap<String, Vec<String>> {
    let mut codes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for code in registry::codes(entry) {
        codes.entry(code.status().to_string()).or_default().push(code.wire_name());
    }
    codes
}

fn body(entry: &EndpointSpec, request: Fields) -> Option<Value> {
    if entry.method == Method::Get {
        return None;
    }
    let fields = request.body();
    Some(match entry.kind {
        BodyFormat::Upload => {
            json!({ "content": { "multipart/form-data": { "schema": upload(&fields) } }, "required": true })
        }
        BodyFormat::Form => {
            let any = json!({ "type": "object", "additionalProperties": { "type": "string" } });
            json!({ "content": { "application/x-www-form-urlencoded": { "schema": any } }, "required": true })
        }
        _ => json!({ "content": { "application/json": { "schema": fields } }, "required": true }),
    })
}

/// Returns the permissions, of which any is enough, or the callers who need no permission.
fn permission(entry: &EndpointSpec) -> Option<String> {
    let staff = entry.staff_scope.map(|scope| scope.to_string());
    let others = match (entry.scope, entry.caller) {
        (Some(scope), _) => Some(scope.to_string()),
        (None, Caller::AnyCustomer) if staff.is_some() => Some("customers".to_owned()),
        (None, Caller::Applicant) if staff.is_some() => Some("the applicant".to_owned()),
        (None, _) => None,
    };
    let who: Vec<String> = others.into_iter().chain(staff).collect();
    (!who.is_empty()).then(|| who.join(" or "))
}

/// Returns a form's fields with its file.
fn upload(fields: &Value) -> Value {
    json!({ "allOf": [fields, { "type": "object", "properties": {
        "File": { "type": "string", "format": "binary" },
        "FileName": { "type": "string", "description": "The file's name, if it is not that of `File`." },
    }, "required": ["File"] }] })
}
