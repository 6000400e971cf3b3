//! `/openapi.json`, generated from the endpoint table and core's types, so that it cannot become outdated. Each
//! process generates it once, as text and compressed.

use std::collections::BTreeSet;
use std::io::Write as _;

use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use gridbill_core::endpoint::{BodyFormat, Caller, Endpoint, EndpointSpec, Method, path_names};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};
use tokio::sync::OnceCell;

use crate::auth::caller::language;
use crate::endpoint::refusal;

/// The document changes only with the program, and clients revalidate it by its tag.
const CACHING: HeaderValue = HeaderValue::from_static("public, max-age=300");

struct Document {
    text: Bytes,
    gzip: Bytes,
    /// A weak tag, because it is the same for both encodings.
    tag: HeaderValue,
}

pub async fn document(headers: HeaderMap) -> Response {
    static DOCUMENT: OnceCell<Document> = OnceCell::const_new();
    match DOCUMENT.get_or_try_init(make).await {
        Ok(document) => document.answer(&headers),
        Err(error) => refusal(error.into(), language(&headers)),
    }
}

/// On a blocking thread, because it uses a core for a moment.
async fn make() -> anyhow::Result<Document> {
    tokio::task::spawn_blocking(|| {
        let text = serde_json::to_vec(&build())?;
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(&text)?;
        let tag = format!("W/\"{}\"", &hex::encode(Sha256::digest(&text))[..32]);
        Ok(Document { gzip: gzip.finish()?.into(), text: text.into(), tag: tag.parse()? })
    })
    .await?
}

impl Document {
    fn answer(&self, headers: &HeaderMap) -> Response {
        let common = [(ETAG, self.tag.clone()), (CACHE_CONTROL, CACHING), (VARY, ACCEPT_ENCODING.into())];
        if is_known(headers, &self.tag) {
            return (StatusCode::NOT_MODIFIED, common).into_response();
        }
        let json = (CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if takes_gzip(headers) {
            let encoding = (CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            return (common, [json, encoding], self.gzip.clone()).into_response();
        }
        (common, [json], self.text.clone()).into_response()
    }
}

/// Returns the values of a list header, over all its lines.
fn values<'a>(headers: &'a HeaderMap, name: &axum::http::HeaderName) -> impl Iterator<Item = &'a str> {
    let lines = headers.get_all(name).into_iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

/// Whether the caller already has the document (RFC 9110, 13.1.2: compared as weak tags).
fn is_known(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let bare = |tag: &str| tag.trim_start_matches("W/").to_owned();
    let ours = tag.to_str().map(bare).unwrap_or_default();
    values(headers, &IF_NONE_MATCH).any(|theirs| theirs == "*" || bare(theirs) == ours)
}

/// Whether the caller accepts gzip, with a weight above zero.
fn takes_gzip(headers: &HeaderMap) -> bool {
    values(headers, &ACCEPT_ENCODING).any(|value| {
        let (coding, parameters) = value.split_once(';').unwrap_or((value, ""));
        let weight = parameters.trim().strip_prefix("q=").and_then(|weight| weight.trim().parse::<f32>().ok());
        coding.trim().eq_ignore_ascii_case("gzip") && weight.is_none_or(|weight| weight > 0.0)
    })
}

/// Collects the descriptions of all endpoints.
struct Describe {
    generator: SchemaGenerator,
    paths: Map<String, Value>,
}

impl gridbill_core::endpoint::Visit for Describe {
    fn visit<E: Endpoint>(&mut self) {
        let entry = E::ENTRY;
        let request = self.generator.subschema_for::<E::Request>().to_value();
        let request = Fields::of(&self.generator, &request);
        let response = self.generator.subschema_for::<E::Response>().to_value();
        let method = match entry.method {
            Method::Get => "get",
            Method::Post => "post",
            Method::Patch => "patch",
        };
        for path in entry.paths() {
            let calls = self.paths.entry(path).or_insert_with(|| json!({}));
            if let Some(calls) = calls.as_object_mut() {
                calls.insert(method.to_owned(), operation(&entry, path, request.clone(), &response));
            }
        }
    }
}

/// A request's fields, which are sent in the path, the query or the body.
#[derive(Clone)]
struct Fields {
    schema: Map<String, Value>,
    /// Fields that are objects, which a query contains as JSON.
    objects: BTreeSet<String>,
}

impl Fields {
    fn of(generator: &SchemaGenerator, schema: &Value) -> Self {
        let schema = defined(generator, schema).as_object().cloned().unwrap_or_default();
        let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
        let objects = properties.filter(|(_, schema)| defined(generator, schema)["properties"].is_object());
        let objects = objects.map(|(name, _)| name.clone()).collect();
        Self { schema, objects }
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
        let schema = schema.unwrap_or_else(|| json!({ "type": "string" }));
        if self.objects.contains(name) {
            let content = json!({ "application/json": { "schema": schema } });
            return json!({ "name": name, "in": place, "required": required, "content": content });
        }
        json!({ "name": name, "in": place, "required": required, "schema": schema })
    }

    /// Returns the remaining fields as the body: an object, never an array.
    fn body(mut self) -> Value {
        self.schema.remove("title");
        Value::Object(self.schema)
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
        parameters.push(json!({ "name": "Idempotency-Key", "in": "header", "required": false, "schema": schema }));
    }
    let mut operation = json!({
        "operationId": if path == entry.path() { entry.name.to_owned() } else { format!("{}Alias", entry.name) },
        "summary": entry.summary.trim(),
        "parameters": parameters,
        "responses": responses(entry, response),
        "x-permission": permission(entry),
    });
    if let Some(fields) = operation.as_object_mut() {
        if let Some(body) = body(entry, request) {
            fields.insert("requestBody".to_owned(), body);
        }
        if !matches!(entry.caller, Caller::Public | Caller::Gateway) {
            fields.insert("security".to_owned(), json!([{ "bearer": [] }]));
        }
    }
    operation
}

/// Returns the responses: an envelope, a text, a file or a stream.
fn responses(entry: &EndpointSpec, response: &Value) -> Value {
    let envelope = json!({ "type": "object", "properties": { "Data": response, "Error": { "type": "null" } }, "required": ["Data", "Error"] });
    let refused = json!({ "description": "Refused, with a code and a sentence.", "content": { "application/json": { "schema": {
        "type": "object", "properties": { "Data": { "type": "null" }, "Error": { "$ref": "#/components/schemas/ErrorBody" } },
        "required": ["Data", "Error"] } } } });
    let text = |description: &str, kind: &str| json!({ "description": description, "content": { kind: { "schema": { "type": "string" } } } });
    let done = match entry.kind {
        BodyFormat::Json | BodyFormat::Upload => {
            json!({ "description": "Done.", "content": { "application/json": { "schema": envelope } } })
        }
        BodyFormat::Events => {
            json!({ "description": "A stream of changes, each the data of one event.",
                    "content": { "text/event-stream": { "schema": { "type": "string" }, "x-event": response } } })
        }
        BodyFormat::File => {
            json!({ "description": "A file.", "content": { "*/*": { "schema": { "type": "string", "format": "binary" } } } })
        }
        BodyFormat::Form if entry.path().ends_with("/indirect") => {
            return json!({ "303": { "description": "Leads the payer's browser to the result.",
                                    "headers": { "Location": { "schema": { "type": "string" } } } },
                           "default": refused });
        }
        BodyFormat::Form => {
            return json!({ "200": text("Taken: the text OK.", "text/plain"),
                           "4XX": text("Not believed, and why.", "text/plain"), "default": refused });
        }
    };
    json!({ "200": done, "default": refused })
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
        _ => json!({ "content": { "application/json": { "schema": fields } } }),
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
    json!({ "allOf": [fields, { "type": "object", "properties": { "File": { "type": "string", "format": "binary" } }, "required": ["File"] }] })
}

fn build() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
    });
    let mut describe = Describe { generator: settings.into_generator(), paths: Map::new() };
    gridbill_core::registry::visit_endpoints(&mut describe);
    describe.generator.subschema_for::<gridbill_core::problem::ErrorBody>();
    let schemas = describe.generator.take_definitions(true);
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Gridbill", "version": env!("CARGO_PKG_VERSION") },
        "paths": describe.paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer", "bearerFormat": "JWT" } },
        },
    })
}
