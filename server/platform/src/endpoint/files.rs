//! Endpoints that receive or return files.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::body::{Body as AnswerBody, Bytes};
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{RawPathParams, RawQuery, Request, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse as _, Response};
use gridbill_core::Code;
use gridbill_core::endpoint::{BodyFormat, Endpoint, EndpointSpec, MediaType};

use super::{
    Admit, Admitting, Body, HandlerResponse, HasCaller, Mount, Parts, Who, Work, admitted, counted, deadline, json,
    language, measured, refusal, uncancelled,
};
use crate::app::App;
use crate::auth::address::Address;
use crate::auth::call_permits::CallPermit;
use crate::error::{Answer, Error};

/// Maximum size of an upload: a declaration of 5 MB plus the other parts of the form.
const MAX_BYTES: usize = (5 << 20) + (64 << 10);

/// The field with the name that the user's file has. Firewalls refuse some names in `filename`, such as one with an
/// apostrophe.
const FILE_NAME: &str = "FileName";

/// Maximum size of the request for a file.
const MAX_FILE_REQUEST_BYTES: usize = 1 << 20;

/// A file that a user uploaded.
#[derive(Clone)]
pub struct Uploaded {
    /// The file's name as sent. It is shown, but never trusted.
    pub name: String,
    pub bytes: Bytes,
}

/// A file that is sent from memory.
pub struct Sent {
    pub name: String,
    pub media_type: MediaType,
    pub bytes: Vec<u8>,
}

/// A file that is streamed.
pub struct Streamed {
    pub name: String,
    pub media_type: MediaType,
    /// Size in bytes; `None` while the file is still being written.
    pub size: Option<u64>,
    pub body: AnswerBody,
}

/// A response that is a file.
pub trait FileAnswer: Send + 'static {
    fn media_type(&self) -> MediaType;
    fn into_response(self) -> Response;
}

impl Mount {
    /// Serves an endpoint that takes a file.
    #[must_use]
    pub fn upload<E, H, F>(self, _: E, handler: H) -> Self
    where
        E: Endpoint,
        E::Caller: Admit,
        Who<E>: HasCaller,
        H: Fn(App, Who<E>, E::Request, Uploaded) -> F + Clone + Send + Sync + 'static,
        F: Future<Output = Answer<E::Response>> + Send + 'static,
    {
        const { assert!(matches!(E::ENTRY.kind, BodyFormat::Upload), "this endpoint takes no file") }
        self.route(
            &E::ENTRY,
            async move |State(app): State<App>,
                        path: Result<RawPathParams, RawPathParamsRejection>,
                        RawQuery(query): RawQuery,
                        headers: HeaderMap,
                        address: Option<Extension<Address>>,
                        request: Request| {
                let (began, language, portal) = (Instant::now(), language(&headers), app.clone());
                let work = async move {
                    let path = path.map_err(|_| Code::NotFound)?;
                    let Extension(address) = address.unwrap_or_default();
                    let parts = Parts::new(&E::ENTRY, &path, query.as_deref(), headers, address, b"")?;
                    // Callers without permission are refused before their file is read, so it uses no memory.
                    let (permit, parts) = upload_permit::<E::Caller>(&app, parts).await?;
                    let _permit = match permit {
                        Ok(permit) => permit,
                        Err(error) => {
                            Body::<0>::read(request).await.ok();
                            return Err(error);
                        }
                    };
                    let (fields, file) = parts_of(&parts.headers, Body::<MAX_BYTES>::read(request).await?).await?;
                    let work = answer::<E, _, _>(app.clone(), parts, fields, file, handler);
                    deadline::call(&app, &E::ENTRY, uncancelled(Box::pin(work))).await
                };
                let answer = work.await.map_or_else(|error| refusal(error, language), HandlerResponse::into_response);
                measured(&portal, &E::ENTRY, answer, began)
            },
        )
    }

    /// Serves an endpoint whose answer is a file.
    #[must_use]
    pub fn file<E, H, F, A>(self, _: E, handler: H) -> Self
    where
        E: Endpoint,
        E::Caller: Admit,
        Who<E>: HasCaller,
        H: Fn(App, Who<E>, E::Request) -> F + Clone + Send + Sync + 'static,
        F: Future<Output = Answer<A>> + Send + 'static,
        A: FileAnswer,
    {
        const { assert!(matches!(E::ENTRY.kind, BodyFormat::File), "the answer of this endpoint is no file") }
        self.route(
            &E::ENTRY,
            async move |State(app): State<App>,
                        path: Result<RawPathParams, RawPathParamsRejection>,
                        RawQuery(query): RawQuery,
                        headers: HeaderMap,
                        address: Option<Extension<Address>>,
                        Body(body): Body<MAX_FILE_REQUEST_BYTES>| {
                let (began, language, portal) = (Instant::now(), language(&headers), app.clone());
                let work = async move {
                    let path = path.map_err(|_| Code::NotFound)?;
                    let Extension(address) = address.unwrap_or_default();
                    let parts = Parts::new(&E::ENTRY, &path, query.as_deref(), headers, address, &body?)?;
                    let (who, request) = deadline::read(&app, Box::pin(parts.admit::<E>(&app))).await?;
                    let (subject, work) = counted(&E::ENTRY, &who);
                    let _permit = app.auth.call_permits.acquire(&app, subject, work).await?;
                    deadline::read(&app, Box::pin(handler(app.clone(), who, request))).await
                };
                let answer = uncancelled(Box::pin(work)).await;
                let answer = answer.map_or_else(|error| refusal(error, language), |file| sent(&E::ENTRY, file));
                measured(&portal, &E::ENTRY, answer, began)
            },
        )
    }
}

/// Returns the response of a file, whose media type must be one that the call's line names.
fn sent(entry: &EndpointSpec, file: impl FileAnswer) -> Response {
    let media_type = file.media_type();
    debug_assert!(entry.files.contains(&media_type), "the line of {} lacks {media_type:?}", entry.name);
    file.into_response()
}

/// Returns a permit for an upload, for a caller who may call the endpoint.
async fn upload_permit<C: Admit>(app: &App, parts: Parts) -> Answer<(Answer<CallPermit>, Parts)> {
    let app = app.clone();
    uncancelled(Box::pin(async move {
        let permit = match deadline::read(&app, Box::pin(parts.enter::<C>(&app))).await {
            Ok(entered) => {
                let subject = C::subject(&entered);
                app.auth.call_permits.acquire(&app, subject, Work::Upload).await
            }
            Err(error) => Err(error),
        };
        Ok((permit, parts))
    }))
    .await
}

/// Admits the caller by the path and all fields of the form, and runs the handler.
async fn answer<E, H, F>(
    app: App,
    mut parts: Parts,
    fields: BTreeMap<String, String>,
    file: Uploaded,
    handler: H,
) -> Answer<HandlerResponse>
where
    E: Endpoint<Caller: Admit>,
    Who<E>: HasCaller,
    H: Fn(App, Who<E>, E::Request, Uploaded) -> F + Clone + Send + Sync + 'static,
    F: Future<Output = Answer<E::Response>> + Send + 'static,
{
    parts.add(fields);
    let admitting: Admitting = Arc::new(move |app, parts| {
        let (handler, file) = (handler.clone(), file.clone());
        let handler = move |app, who, request| handler(app, who, request, file.clone());
        Box::pin(admitted::<E, _, _>(app, parts, handler))
    });
    admitted::answer(app, parts, admitting).await
}

/// Returns the fields of multipart form data and its single file, which is in the field `File`. The field `FileName`, if
/// it is sent, has the file's name (docs/http.md#uploads-and-downloads).
async fn parts_of(headers: &HeaderMap, body: Bytes) -> Answer<(BTreeMap<String, String>, Uploaded)> {
    let unreadable = |reason: &str| Error::from(json::unreadable(reason));
    let boundary = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| multer::parse_boundary(value).ok())
        .ok_or_else(|| unreadable("the body is no multipart form data"))?;
    let whole = futures::stream::once(async move { Ok::<_, std::convert::Infallible>(body) });
    let mut parts = multer::Multipart::new(whole, boundary);
    let (mut fields, mut file) = (BTreeMap::new(), None);
    while let Some(part) = parts.next_field().await.map_err(|_| unreadable("the form data is not well formed"))? {
        let (name, file_name) = (part.name().map(str::to_owned), part.file_name().map(str::to_owned));
        let bytes = part.bytes().await.map_err(|_| unreadable("the form data is not well formed"))?;
        match (file_name, name) {
            (Some(_), field) if !field.as_deref().is_some_and(|field| field.eq_ignore_ascii_case("File")) => {
                return Err(unreadable("the file is not in the field File"));
            }
            (Some(name), _) if file.is_none() => file = Some(Uploaded { name, bytes }),
            (Some(_), _) => return Err(unreadable("there is more than one file")),
            (None, Some(name)) => {
                let text = std::str::from_utf8(&bytes).map_err(|_| unreadable("a field is not text"))?;
                json::text(text)?;
                if fields.insert(name.clone(), text.to_owned()).is_some() {
                    return Err(json::repeated(&name).into());
                }
            }
            (None, None) => {}
        }
    }
    let mut file: Uploaded = file.ok_or_else(|| unreadable("there is no file"))?;
    if let Some(name) = fields.remove(FILE_NAME) {
        file.name = name;
    }
    Ok((fields, file))
}

impl FileAnswer for Sent {
    fn media_type(&self) -> MediaType {
        self.media_type
    }

    fn into_response(self) -> Response {
        attached(&self.name, self.media_type, self.bytes.into())
    }
}

impl FileAnswer for Streamed {
    fn media_type(&self) -> MediaType {
        self.media_type
    }

    fn into_response(self) -> Response {
        let mut answer = attached(&self.name, self.media_type, self.body);
        if let Some(size) = self.size {
            answer.headers_mut().insert(CONTENT_LENGTH, size.into());
        }
        answer
    }
}

/// Returns a response that browsers save and never open on the portal's origin, for any content.
fn attached(name: &str, media_type: MediaType, body: AnswerBody) -> Response {
    let encoded = serde_urlencoded::to_string([("", harmless(name))]).unwrap_or_default();
    let encoded = encoded.trim_start_matches('=').replace('+', "%20");
    let plain: String = harmless(name).chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect();
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}"));
    let mut answer = ([(CONTENT_TYPE, media_type.content_type())], body).into_response();
    let headers = answer.headers_mut();
    headers.insert(CONTENT_DISPOSITION, disposition.unwrap_or(HeaderValue::from_static("attachment")));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; sandbox"));
    answer
}

/// Whether a character may be used in `filename`, for clients that do not read `filename*`.
const fn is_plain(letter: char) -> bool {
    matches!(letter, ' '..='~') && !matches!(letter, '"' | '\\' | '%')
}

/// Makes a file name safe on every system: replaces path separators, quotes, control and direction characters.
#[must_use]
pub fn harmless(name: &str) -> String {
    let shown = name.chars().map(|one| match one {
        '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => '_',
        one if one.is_control()
            || matches!(one, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}') =>
        {
            '_'
        }
        one => one,
    });
    let name = shown.collect::<String>();
    let name = name.trim().trim_start_matches('.');
    if name.is_empty() { "file".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn harmful_characters_of_file_names_are_replaced() {
        for (given, kept) in [
            ("Bill 220000000001.pdf", "Bill 220000000001.pdf"),
            ("../../etc/passwd", "_.._etc_passwd"),
            ("a\r\nSet-Cookie: x", "a__Set-Cookie_ x"),
            ("\"quoted\".zip", "_quoted_.zip"),
            ("C:\\x", "C__x"),
            (" . ", "file"),
            ("Bil \u{202e}fdp.exe", "Bil _fdp.exe"),
        ] {
            assert_eq!(harmless(given), kept);
        }
    }
}
