//! `/openapi.json`, generated from the endpoint table and core's types, so that it cannot become outdated. Each
//! process generates it once, as text and compressed.

mod examples;
mod operations;
mod schemas;
mod webhooks;

use std::io::Write as _;
use std::sync::Arc;

use axum::Router;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::sync::OnceCell;

use self::examples::Examples;
use self::operations::Describe;
use crate::app::App;
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

/// Returns the route of the document of the portal at this address.
pub fn routes(public_url: &str) -> Router<App> {
    let (public_url, made) = (Arc::<str>::from(public_url), Arc::new(OnceCell::<Document>::new()));
    let document = move |headers: HeaderMap| {
        let (public_url, made) = (public_url.clone(), made.clone());
        async move {
            match made.get_or_try_init(|| make(public_url)).await {
                Ok(document) => document.answer(&headers),
                Err(error) => refusal(error.into(), language(&headers)),
            }
        }
    };
    Router::new().route("/openapi.json", get(document))
}

/// On a blocking thread, because it uses a core for a moment.
async fn make(public_url: Arc<str>) -> anyhow::Result<Document> {
    tokio::task::spawn_blocking(move || {
        let text = serde_json::to_vec(&build(&public_url)?)?;
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

/// What a reader needs to know before the first call.
const DESCRIPTION: &str = "The portal of an electricity utility for organisations with many accounts: bills, payments, \
    accounts, users and what the utility's staff do.\n\nEvery JSON answer is an envelope: `Data` and `Error`, one of them null. \
    Amounts are texts with two decimals, days are `yyyy-MM-dd`, instants are RFC 3339 in UTC. Sign in with `Login`, and send its \
    `accessToken` as a bearer token, or send an API token. A call with an `Idempotency-Key` can be repeated: it acts once.";

fn build(public_url: &str) -> serde_json::Result<Value> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
    });
    let mut describe = Describe::new(settings.into_generator(), Examples::read()?);
    gridbill_core::registry::visit_endpoints(&mut describe);
    let (paths, definitions) = describe.finish();
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Gridbill",
            "version": env!("CARGO_PKG_VERSION"),
            "description": DESCRIPTION,
            "contact": { "name": "The utility's support, which the portal's help page names" },
            "license": { "name": "Apache 2.0", "identifier": "Apache-2.0" },
        },
        "servers": [{ "url": public_url, "description": "This portal" }],
        "tags": operations::tags(),
        "paths": paths,
        "webhooks": webhooks::section(),
        "components": {
            "schemas": definitions,
            "responses": operations::refusals(),
            "securitySchemes": {
                "bearer": { "type": "http", "scheme": "bearer", "bearerFormat": "JWT", "description": "The `accessToken` of `Login`." },
                "apiToken": { "type": "http", "scheme": "bearer", "bearerFormat": "gbp_… or gbp_test_…", "description": "An API token of a company, for its own systems. Each call that a token may make names the scope that it needs in `x-scope`." },
            },
        },
    });
    schemas::simplify(&mut document);
    Ok(document)
}
