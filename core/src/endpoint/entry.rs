//! A line of the table, as a value.

use serde::Serialize;

use super::Feature;
use crate::permission::{Action, Scope};
use crate::topic::Topic;

/// Who may call, as a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Caller {
    /// Anybody.
    Public,
    /// A signed-in customer.
    Customer,
    /// A signed-in customer, with or without a bulk account.
    AnyCustomer,
    /// Whoever made the application that the call is about.
    Applicant,
    /// The utility's staff.
    Staff,
    /// Anybody signed in.
    SignedIn,
    /// The bank gateway.
    Gateway,
}

/// The methods in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "UPPERCASE")]
pub enum Method {
    /// Reads.
    Get,
    /// Acts, or reads with a body.
    Post,
    /// Changes a part.
    Patch,
}

/// How request and answer travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Kind {
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
pub enum Window {
    /// Until the bulk account has an electricity account free of errors.
    WithoutAccount,
}

/// What a call asks of the database, by which the server limits how many of one caller it works on at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Load {
    /// Reads a few rows.
    LightRead,
    /// Reads.
    Read,
    /// Changes something, and so may wait for the locks of others.
    Write,
}

impl Load {
    /// That of a call that reads: light where its line says so.
    pub(crate) const fn reading(self) -> Self {
        match self {
            Self::LightRead => Self::LightRead,
            Self::Read | Self::Write => Self::Read,
        }
    }
}

/// A line of the table.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Entry {
    /// The name by which code calls it.
    pub name: &'static str,
    /// What it does, for `/openapi.json`.
    pub summary: &'static str,
    /// The method.
    pub method: Method,
    /// The path with `{parameters}`, then after `?` the names that travel in the query of a POST.
    pub address: &'static str,
    /// The other path by which existing clients call it.
    #[serde(skip)]
    pub alias: Option<&'static str>,
    /// Who may call.
    pub caller: Caller,
    /// With which permission; none when being such a caller is enough.
    #[serde(skip)]
    pub scope: Option<Scope>,
    /// The field of the request that says what the call is about.
    #[serde(skip)]
    pub of: Option<&'static str>,
    /// With which permission staff call it too, for what the call is about; none when it is the customers' alone.
    #[serde(skip)]
    pub staff_scope: Option<Scope>,
    /// Whether it is done once for each `Idempotency-Key`, in one transaction.
    #[serde(skip)]
    pub once: bool,
    /// Whether it writes to somebody, whatever else it does.
    #[serde(skip)]
    pub sends: bool,
    /// When it is closed to customers.
    #[serde(skip)]
    pub closed: Option<Window>,
    /// What it is part of, each of which can be frozen for some time.
    #[serde(skip)]
    pub frozen: &'static [Feature],
    /// What it asks of the database.
    #[serde(skip)]
    pub load: Load,
    /// What its answer is made of.
    #[serde(skip)]
    pub reads: &'static [Topic],
    /// What it may change.
    #[serde(skip)]
    pub changes: &'static [Topic],
    /// How it travels.
    pub kind: Kind,
}

impl Entry {
    /// The path with `{parameters}`, as routers and clients know it.
    #[must_use]
    pub fn path(&self) -> &'static str {
        self.address.split_once('?').map_or(self.address, |(path, _)| path)
    }

    /// The names that a POST sends in its query.
    pub fn query_names(&self) -> impl Iterator<Item = &'static str> {
        self.address.split_once('?').into_iter().flat_map(|(_, names)| names.split('&'))
    }

    /// The path with every other one by which it is called.
    pub fn paths(&self) -> impl Iterator<Item = &'static str> {
        [self.path()].into_iter().chain(self.alias)
    }

    /// The line itself, unless it says what cannot be: then the table does not compile, and the error names the endpoint.
    pub(crate) const fn checked(self) -> Self {
        let is_signed_in = !matches!(self.caller, Caller::Public | Caller::Gateway);
        assert!(is_signed_in || self.scope.is_none(), "whoever is not signed in has no permission");
        let has_sides = matches!(self.caller, Caller::Customer | Caller::AnyCustomer | Caller::Applicant);
        assert!(has_sides || self.staff_scope.is_none(), "staff are let in beside customers only");
        let is_about = self.of.is_some();
        let for_tenant = matches!(self.caller, Caller::Customer) && self.staff_scope.is_some();
        assert!(is_about || !for_tenant, "staff name the bulk account that they act for: say `of` which field");
        assert!(is_about || !matches!(self.caller, Caller::Applicant), "say `of` which field names the application");
        assert!(!self.once || matches!(self.kind, Kind::Json), "what is done once answers in JSON");
        assert!(!self.once || !self.changes.is_empty(), "what is done once changes something");
        let is_tenants = matches!(self.caller, Caller::Customer);
        assert!(is_tenants || self.closed.is_none(), "a window closes what a bulk account's people do");
        let is_light = matches!(self.load, Load::LightRead);
        assert!(!is_light || self.changes.is_empty(), "a light call only reads");
        assert!(self.frozen.is_empty() || !self.changes.is_empty(), "what only reads is never frozen");
        self
    }

    /// Whether a topic of its answer is for somebody who holds scopes as `allows` says, as a customer or as staff.
    pub(crate) fn tells(&self, topic: Topic, is_staff: bool, allows: impl Fn(Scope) -> bool) -> bool {
        let is_theirs = match (self.caller, self.scope) {
            // What both sides call is their own; what else staff read, they read by a call of theirs.
            (Caller::SignedIn, _) => !is_staff || topic.is_own(),
            // So is what all of staff call: it has of the other topics what each may see.
            (Caller::Staff, None) => topic.is_own() || topic == Topic::Profile,
            _ => true,
        };
        is_theirs && self.is_for(is_staff, allows) && self.reads.contains(&topic)
    }

    /// Whether somebody who is signed in and holds scopes as `allows` says may call it, as a customer or as staff.
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

    /// Whether staff in customer view mode read it of the bulk account that they look at, although it takes no permission: where
    /// the account stands, and the profile by which a page knows it. What else takes no permission is a user's own.
    #[must_use]
    pub fn is_answered_in_view_mode(&self) -> bool {
        self.caller == Caller::AnyCustomer && ["GetUserProfile", "GetRegistrationStatus"].contains(&self.name)
    }

    /// Whether staff in customer view mode may not call it: it changes something, and not only what is the caller's own, or
    /// it is heard of outside.
    #[must_use]
    pub fn is_closed_to_viewers(&self) -> bool {
        self.writes() && (self.scope.is_some() || self.changes.iter().any(|topic| !topic.is_own()))
    }

    /// Whether its line says that it only reads.
    #[must_use]
    pub const fn is_read(&self) -> bool {
        !matches!(self.load, Load::Write)
    }

    /// Whether calling it may change something, or is heard of outside.
    #[must_use]
    pub const fn writes(&self) -> bool {
        match self.scope {
            Some(scope) => self.sends || !matches!(scope.action, Action::View),
            None => !matches!(self.method, Method::Get),
        }
    }
}
