//! The line that declares an endpoint, as a value.

use serde::Serialize;

use super::{Deprecation, Feature, MediaType, TokenScope};
use crate::Code;
use crate::permission::{Action, Scope};
use crate::topic::Topic;

/// Who may call, as a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Caller {
    /// Any caller, without a session.
    Public,
    /// A signed-in customer.
    Customer,
    /// A signed-in customer, with or without a bulk account.
    AnyCustomer,
    /// The user who made the application that the call is about.
    Applicant,
    /// The utility's staff.
    Staff,
    /// Any signed-in user.
    SignedIn,
    /// The bank gateway.
    Gateway,
}

/// The HTTP methods in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "UPPERCASE")]
pub enum Method {
    /// Reads.
    Get,
    /// Acts, or reads with a body.
    Post,
    /// Updates part of a resource. Only existing clients send it: firewalls refuse it.
    Patch,
}

impl Method {
    /// Returns the method's name in a request.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Patch => "PATCH",
        }
    }
}

/// The format of request and answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum BodyFormat {
    /// JSON in the envelope.
    Json,
    /// A stream of server-sent events.
    Events,
    /// A form from the bank gateway; the answer is a text or a redirect.
    Form,
    /// A file and its fields as multipart form data; the answer is JSON in the envelope.
    Upload,
    /// The answer is a file.
    File,
}

/// When a call is closed to customers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClosedUntil {
    /// Until the bulk account has an electricity account without errors.
    WithoutAccount,
}

/// How much a call asks of the database. The server uses it to limit concurrent calls per caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Load {
    /// Reads a few rows.
    LightRead,
    /// Reads any number of rows.
    Read,
    /// Reads all rows of a company and computes with them, which takes a processor.
    HeavyRead,
    /// Changes data, and so may wait for locks.
    Write,
}

impl Load {
    /// Returns the load of a call that reads: light or heavy if its line says so.
    pub(crate) const fn reading(self) -> Self {
        match self {
            Self::Read | Self::Write => Self::Read,
            Self::LightRead | Self::HeavyRead => self,
        }
    }
}

/// The line that declares an endpoint.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct EndpointSpec {
    /// The name that code calls it by.
    pub name: &'static str,
    /// The description for `/openapi.json`.
    pub summary: &'static str,
    /// The path of the module that declares it.
    #[serde(skip)]
    pub module: &'static str,
    /// The HTTP method.
    pub method: Method,
    /// The path with `{parameters}`, followed by `?` and the names that a POST sends in its query.
    pub address: &'static str,
    /// A second path with its method, which existing clients use.
    #[serde(skip)]
    pub alias: Option<(Method, &'static str)>,
    /// Who may call.
    pub caller: Caller,
    /// The permission that the caller needs; none if being such a caller is enough.
    #[serde(skip)]
    pub scope: Option<Scope>,
    /// The field of the request that names what the call is about.
    #[serde(skip)]
    pub of: Option<&'static str>,
    /// The permission that staff need to make the call for a customer; none if only customers may call.
    #[serde(skip)]
    pub staff_scope: Option<Scope>,
    /// Whether it runs once for each `Idempotency-Key`, in one transaction.
    #[serde(skip)]
    pub once: bool,
    /// Whether it sends an e-mail.
    #[serde(skip)]
    pub sends: bool,
    /// Whether staff in customer view mode get the viewed bulk account's answer although the call needs no permission.
    #[serde(skip)]
    pub viewed: bool,
    /// When it is closed to customers.
    #[serde(skip)]
    pub closed: Option<ClosedUntil>,
    /// The features that it is part of. Each can be frozen for some time.
    #[serde(skip)]
    pub frozen: &'static [Feature],
    /// How much it asks of the database.
    #[serde(skip)]
    pub load: Load,
    /// The topics that its answer is read from.
    #[serde(skip)]
    pub reads: &'static [Topic],
    /// The topics that it may change.
    #[serde(skip)]
    pub changes: &'static [Topic],
    /// The format of request and answer.
    pub kind: BodyFormat,
    /// The media types of the file that it answers.
    #[serde(skip)]
    pub files: &'static [MediaType],
    /// The codes that it can answer, besides those that follow from the declaration. For `/openapi.json` only.
    #[serde(skip)]
    pub refuses: &'static [Code],
    /// The scope that opens the call to API tokens; none if no token may make it.
    #[serde(skip)]
    pub token: Option<TokenScope>,
    /// When the call was deprecated and is removed; none if it stays.
    #[serde(skip)]
    pub deprecated: Option<Deprecation>,
}

impl EndpointSpec {
    /// Returns the path with `{parameters}`, as routers and clients use it.
    #[must_use]
    pub fn path(&self) -> &'static str {
        self.address.split_once('?').map_or(self.address, |(path, _)| path)
    }

    /// Whether clients of the previous portal make the call (docs/http.md#existing-clients). The portal's own calls are below
    /// `/portal/`.
    #[must_use]
    pub fn is_of_existing_clients(&self) -> bool {
        self.routes().any(|(_, path)| !path.starts_with("/portal/"))
    }

    /// Returns the names that a POST sends in its query.
    pub fn query_names(&self) -> impl Iterator<Item = &'static str> {
        self.address.split_once('?').into_iter().flat_map(|(_, names)| names.split('&'))
    }

    /// Returns the path and the alias, each with its method.
    pub fn routes(&self) -> impl Iterator<Item = (Method, &'static str)> {
        [(self.method, self.path())].into_iter().chain(self.alias)
    }

    /// Returns the line if it is consistent. Otherwise compilation fails with an error that names the endpoint.
    pub(crate) const fn checked(self) -> Self {
        let is_signed_in = !matches!(self.caller, Caller::Public | Caller::Gateway);
        assert!(is_signed_in || self.scope.is_none(), "a caller without a session has no permissions");
        let has_sides = matches!(self.caller, Caller::Customer | Caller::AnyCustomer | Caller::Applicant);
        assert!(has_sides || self.staff_scope.is_none(), "`or Staff` needs a customer caller");
        let is_about = self.of.is_some();
        let for_tenant = matches!(self.caller, Caller::Customer) && self.staff_scope.is_some();
        assert!(is_about || !for_tenant, "staff must name a bulk account: name its field with `of`");
        assert!(is_about || !matches!(self.caller, Caller::Applicant), "name the application's field with `of`");
        assert!(!self.once || matches!(self.kind, BodyFormat::Json), "a `once` call must answer in JSON");
        assert!(!self.once || !self.changes.is_empty(), "a `once` call must change something");
        let is_tenants = matches!(self.caller, Caller::Customer);
        assert!(is_tenants || self.closed.is_none(), "`closed` needs the caller `Customer`");
        assert!(
            !self.viewed || matches!(self.caller, Caller::AnyCustomer) && self.changes.is_empty(),
            "`viewed` needs the caller `AnyCustomer`, and a call that only reads"
        );
        let is_weighed = matches!(self.load, Load::LightRead | Load::HeavyRead);
        assert!(!is_weighed || self.changes.is_empty(), "a `light` or `heavy` call must only read");
        let is_file = matches!(self.kind, BodyFormat::File);
        assert!(is_file != self.files.is_empty(), "a call that answers a file names its media types with `gives`");
        let only_reads = match self.token {
            Some(scope) => scope.only_reads(),
            None => false,
        };
        assert!(is_tenants || self.token.is_none(), "`token` needs the caller `Customer`");
        assert!(!self.sends || self.token.is_none(), "a token sends no e-mail");
        assert!(
            !only_reads || self.changes.is_empty(),
            "the scope of a call that changes something must allow changes"
        );
        assert!(self.frozen.is_empty() || !self.changes.is_empty(), "a call that only reads cannot be frozen");
        self
    }

    /// Whether a change of `topic` is published to a user because of this call. `allows` says which scopes the user
    /// holds.
    pub(crate) fn publishes_to(&self, topic: Topic, is_staff: bool, allows: impl Fn(Scope) -> bool) -> bool {
        let is_theirs = match (self.caller, self.scope) {
            // Calls for any signed-in user give staff only their own topics; everything else staff read through staff
            // calls.
            (Caller::SignedIn, _) => !is_staff || topic.is_private(),
            // Calls for all staff give only their own topics and the profile: of other topics, the answer holds what
            // each user may see.
            (Caller::Staff, None) => topic.is_private() || topic == Topic::Profile,
            _ => true,
        };
        is_theirs && self.is_for(is_staff, allows) && self.reads.contains(&topic)
    }

    /// Whether a signed-in user may make the call, as a customer or as staff. `allows` says which scopes the user
    /// holds.
    #[must_use]
    pub fn is_for(&self, is_staff: bool, allows: impl Fn(Scope) -> bool) -> bool {
        match self.caller {
            Caller::Public | Caller::Gateway => false,
            Caller::Customer | Caller::AnyCustomer | Caller::Applicant if is_staff => {
                self.staff_scope.is_some_and(allows)
            }
            Caller::SignedIn | Caller::AnyCustomer | Caller::Applicant => true,
            Caller::Customer => self.scope.is_none_or(allows),
            Caller::Staff => is_staff && self.scope.is_none_or(allows),
        }
    }

    /// Whether the call is refused in customer view mode, because it changes more than the caller's own data or sends
    /// an e-mail.
    #[must_use]
    pub fn is_closed_to_viewers(&self) -> bool {
        self.writes() && (self.scope.is_some() || self.changes.iter().any(|topic| !topic.is_private()))
    }

    /// Whether its line says that it only reads.
    #[must_use]
    pub const fn is_read(&self) -> bool {
        !matches!(self.load, Load::Write)
    }

    /// Whether the call may change data or send an e-mail.
    #[must_use]
    pub const fn writes(&self) -> bool {
        match self.scope {
            Some(scope) => self.sends || !matches!(scope.action, Action::View),
            None => !matches!(self.method, Method::Get),
        }
    }
}
