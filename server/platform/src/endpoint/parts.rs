//! Parses the data of a call: path, query and body.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use axum::extract::RawPathParams;
use axum::http::HeaderMap;
use gridbill_core::endpoint::{Caller, Endpoint, EndpointSpec, Method};
use gridbill_core::identity::registering::Register;
use gridbill_core::number::BulkId;
use gridbill_core::{Code, Problem};
use serde_json::{Map, Value};

use super::strict::{self, Strict, UnknownNames};
use super::{HasCaller, Who, json};
use crate::app::App;
use crate::auth::address::Address;
use crate::auth::caller::language;
use crate::auth::freeze;
use crate::auth::guard::{Admit, Call};
use crate::auth::who::Person;
use crate::error::Answer;
use crate::facts::api_tokens;
use crate::viewing;

/// The fields of path, query and body, with the headers and the caller's address.
pub struct Parts {
    pub entry: &'static EndpointSpec,
    pub headers: HeaderMap,
    pub address: Address,
    fields: BTreeMap<String, Strict>,
    view_bulk_id: Option<String>,
}

impl Parts {
    /// Merges path, query and body into one object. The path takes precedence over the query, the query over the
    /// body. A name that is repeated within one of them is refused.
    pub fn new(
        entry: &'static EndpointSpec,
        path: &RawPathParams,
        query: Option<&str>,
        headers: HeaderMap,
        address: Address,
        body: &[u8],
    ) -> Result<Self, Problem> {
        let unknown = unknown_names(entry);
        let mut fields: BTreeMap<String, Strict> = match entry.method {
            Method::Post | Method::Patch if !body.is_empty() => {
                json::object(body)?.into_iter().map(|(name, value)| (name, Strict::Json(value, unknown))).collect()
            }
            _ => BTreeMap::new(),
        };
        let query: Vec<(String, String)> = serde_urlencoded::from_str(query.unwrap_or_default())
            .map_err(|_| json::unreadable("the query is not well formed"))?;
        let mut queried = BTreeMap::new();
        for (name, value) in query {
            json::text(&value)?;
            if queried.insert(name.clone(), value).is_some() {
                return Err(json::repeated(&name));
            }
        }
        let view_bulk_id = queried.get("bulkId").cloned();
        let allowed = |name: &str| entry.method == Method::Get || entry.query_names().any(|known| known == name);
        let queried = queried.into_iter().filter(|(name, _)| allowed(name));
        fields.extend(queried.map(|(name, value)| (name, Strict::Text(value, unknown))));
        for (name, value) in path {
            // No resource has such a name.
            json::text(value).map_err(|_| Code::NotFound)?;
            fields.insert(name.to_owned(), Strict::Text(value.to_owned(), unknown));
        }
        Ok(Self { entry, headers, address, fields, view_bulk_id })
    }

    /// Adds the fields of a form. Fields of the address take precedence.
    pub fn add(&mut self, form: BTreeMap<String, String>) {
        for (name, value) in form {
            self.fields.entry(name).or_insert(Strict::Text(value, unknown_names(self.entry)));
        }
    }

    /// Admits the caller, by permissions and by the bulk account that the request names.
    pub async fn admit<E>(&self, app: &App) -> Answer<(Who<E>, E::Request)>
    where
        E: Endpoint<Caller: Admit>,
        Who<E>: HasCaller,
    {
        let entered = self.enter::<E::Caller>(app).await?;
        let request = self.request::<E>()?;
        let who = E::Caller::admit(&app.auth, entered, E::about(&request)).await?;
        if let Some((person, bulk_id)) = self.viewed_by(&who) {
            viewing::enter(app, &person, &bulk_id).await?;
        }
        Ok((who, request))
    }

    /// Returns the member of staff who reads a customer's data, so that each such read is recorded, from every
    /// client.
    fn viewed_by(&self, who: &impl HasCaller) -> Option<(Person, BulkId)> {
        let is_customers = matches!(self.entry.caller, Caller::Customer) || self.entry.viewed;
        let is_customers = is_customers && self.call().viewed().is_some();
        let person = who.person().filter(|person| is_customers && person.is_staff)?;
        Some((person.clone(), who.bulk_id()?.clone()))
    }

    /// Checks whether the caller may call the endpoint at all, and whether it is frozen.
    pub async fn enter<C: Admit>(&self, app: &App) -> Answer<C::Entered> {
        let call = self.call();
        let entered = C::enter(&app.auth, &call).await;
        if let Some(refused) = call.refused_token.get() {
            api_tokens::record_refusal(app, refused, self.entry.name).await;
        }
        let entered = entered?;
        // Callers without permission are refused for that reason, and not asked to come back later.
        if !self.is_of_an_invitation() {
            freeze::check(&app.auth, self.entry, language(&self.headers)).await?;
        }
        Ok(entered)
    }

    /// Whether the call registers a user by an invitation. A freeze of registrations is about new companies; an
    /// invited colleague joins a company that is already registered. The call itself refuses an invalid token.
    fn is_of_an_invitation(&self) -> bool {
        let Some(Strict::Json(Value::String(token), _)) = self.fields.get("invitationToken") else { return false };
        self.entry.name == Register::ENTRY.name && !token.trim().is_empty()
    }

    fn call(&self) -> Call<'_> {
        Call {
            entry: self.entry,
            headers: &self.headers,
            address: &self.address.0,
            view_bulk_id: self.view_bulk_id.as_deref(),
            refused_token: OnceLock::new(),
        }
    }

    fn request<E: Endpoint>(&self) -> Result<E::Request, Problem> {
        read::<E>(self.fields.clone())
    }
}

/// Returns what happens to unknown names in objects inside the request of a call. Existing clients may send others
/// (docs/http.md#existing-clients).
fn unknown_names(entry: &EndpointSpec) -> UnknownNames {
    if entry.is_of_existing_clients() { UnknownNames::Ignored } else { UnknownNames::Refused }
}

/// Parses a request from an object.
pub fn of_fields<E: Endpoint>(fields: Map<String, Value>) -> Result<E::Request, Problem> {
    let unknown = unknown_names(&E::ENTRY);
    read::<E>(fields.into_iter().map(|(name, value)| (name, Strict::Json(value, unknown))).collect())
}

/// Parses a request into its type. A field that breaks a rule is refused with that rule's code.
fn read<E: Endpoint>(fields: BTreeMap<String, Strict>) -> Result<E::Request, Problem> {
    serde_path_to_error::deserialize(Strict::Fields(fields)).map_err(|error| {
        let field = strict::named(error.path());
        let message = error.inner().to_string();
        if let Some(code) = gridbill_core::problem::code_in_message(&message) {
            return Problem::at(&field, code);
        }
        if let Some(name) = strict::unknown(&message) {
            let field = format!("{field}.{name}");
            let reason = format!("there is no field {field}");
            return Problem::at(&field, json::unreadable(&reason));
        }
        let field = match strict::missing(&message) {
            Some(name) if field == "." => name.to_owned(),
            Some(name) => format!("{field}.{name}"),
            None => field,
        };
        Problem::at(&field, Problem::new(Code::Unreadable).with("reason", format!("{field}: {message}")))
    })
}
