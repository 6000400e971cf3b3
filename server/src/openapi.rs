//! `/openapi.json`, made from the endpoint table and core's types, so that it cannot drift.

use std::sync::LazyLock;

use axum::Json;
use gridbill_core::endpoint::{Caller, Endpoint, Entry, Kind, Method};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

pub async fn document() -> Json<&'static Value> {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(build);
    Json(&DOCUMENT)
}

/// Describes every endpoint that it is shown.
struct Describe {
    generator: SchemaGenerator,
    paths: Map<String, Value>,
}

impl gridbill_core::endpoint::Visit for Describe {
    fn visit<E: Endpoint>(&mut self) {
        let entry = E::ENTRY;
        let request = self.generator.subschema_for::<E::Request>().to_value();
        let response = self.generator.subschema_for::<E::Response>().to_value();
        let method = match entry.method {
            Method::Get => "get",
            Method::Post => "post",
            Method::Patch => "patch",
        };
        let path = self.paths.entry(entry.path()).or_insert_with(|| json!({}));
        if let Some(path) = path.as_object_mut() {
            path.insert(method.to_owned(), operation(&entry, &request, &response));
        }
    }
}

fn operation(entry: &Entry, request: &Value, response: &Value) -> Value {
    let parameter = |place: &str, name: &str| json!({ "name": name, "in": place, "required": place == "path", "schema": { "type": "string" } });
    let mut parameters: Vec<Value> = entry.path_names().map(|name| parameter("path", name)).collect();
    parameters.extend(entry.query_names().map(|name| parameter("query", name)));
    if entry.kind == Kind::Once {
        parameters.push(parameter("header", "Idempotency-Key"));
    }
    let envelope = json!({ "type": "object", "properties": { "Data": response, "Error": { "type": "null" } }, "required": ["Data", "Error"] });
    let refused = json!({ "description": "Refused, with a code and a sentence.", "content": { "application/json": { "schema": {
        "type": "object", "properties": { "Data": { "type": "null" }, "Error": { "$ref": "#/components/schemas/ErrorBody" } } } } } });
    let answer = match entry.kind {
        Kind::Json | Kind::Once | Kind::Upload => {
            json!({ "description": "Done.", "content": { "application/json": { "schema": envelope } } })
        }
        Kind::Events => {
            json!({ "description": "A stream of changes.", "content": { "text/event-stream": { "schema": response } } })
        }
        Kind::File => json!({ "description": "A file." }),
        Kind::Form => json!({ "description": "For the bank gateway." }),
    };
    let mut operation = json!({
        "operationId": entry.name,
        "summary": entry.summary.trim(),
        "parameters": parameters,
        "responses": { "200": answer, "default": refused },
        "x-permission": entry.scope.map(|scope| scope.to_string()),
    });
    if let Some(fields) = operation.as_object_mut() {
        if entry.method == Method::Get {
            fields.insert("x-query".to_owned(), request.clone());
        } else if entry.kind == Kind::Upload {
            fields.insert(
                "requestBody".to_owned(),
                json!({ "content": { "multipart/form-data": { "schema": upload(request) } } }),
            );
        } else if entry.kind != Kind::Form {
            fields
                .insert("requestBody".to_owned(), json!({ "content": { "application/json": { "schema": request } } }));
        }
        if !matches!(entry.caller, Caller::Public | Caller::Gateway) {
            fields.insert("security".to_owned(), json!([{ "bearer": [] }]));
        }
    }
    operation
}

/// A form's fields with its file.
fn upload(fields: &Value) -> Value {
    json!({ "allOf": [fields, { "type": "object", "properties": { "File": { "type": "string", "format": "binary" } }, "required": ["File"] }] })
}

fn build() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
    });
    let mut describe = Describe { generator: settings.into_generator(), paths: Map::new() };
    gridbill_core::endpoint::visit_all(&mut describe);
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
