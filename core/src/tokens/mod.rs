//! API tokens: how a company's own systems call the portal without a user (docs/domain/tokens.md).

use crate::endpoint::Nothing;
pub use crate::endpoint::TokenScope;
use crate::number::BulkId;
use crate::{Code, Day, Instant, Language, Problem};

mod fact;
mod network;
mod text;

pub use fact::{TokenFact, TokenRefusal};
pub use network::{MAX_NETWORKS, Network, check_networks};
pub use text::{ENDING_LENGTH, TOKEN_PREFIX, TokenKind, ending, token_kind, write_token};

endpoints! {
    /// Lists the API tokens of a company, with their scopes and their last use. The tokens themselves are never shown
    /// again.
    GetApiTokens = Get "/portal/api/v1/Tokens/{id}"
        for Customer(ManageUser, View) of(id) closed(WithoutAccount) reads(Team): Json (ApiTokensRequest) -> ApiTokens;
    /// Creates an API token. The answer has the token, which is shown only once.
    CreateApiToken = Post "/portal/api/v1/Tokens/Create/{id}"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(ConfirmIdentity, ChoiceRequired, DateInvalid, ApiTokenNameInvalid, ApiTokenNameTaken,
            ApiTokenScopesRequired, ApiTokenExpiryInvalid, ApiTokenNetworkInvalid, ApiTokenNetworksTooMany,
            ApiTokensTooMany, ApiTokenNeedsFactor, ApiTokenNotFound)
        changes(Team): Json (CreateApiTokenRequest) -> CreatedApiToken;
    /// Replaces an API token by a new one. The old one works for another 24 hours.
    RotateApiToken = Post "/portal/api/v1/Tokens/Rotate"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(ConfirmIdentity, DateInvalid, ApiTokenExpiryInvalid, ApiTokenNeedsFactor, ApiTokenNotFound,
            ApiTokenEnded)
        changes(Team): Json (RotateApiTokenRequest) -> CreatedApiToken;
    /// Revokes an API token. Its next call is refused.
    RevokeApiToken = Post "/portal/api/v1/Tokens/Revoke"
        for Customer(ManageUser, Update) of(id) closed(WithoutAccount)
        refuses(ApiTokenNotFound, ApiTokenEnded)
        changes(Team): Json (ApiTokenRequest) -> Nothing;
}

/// Maximum tokens of a company that are neither expired nor revoked.
pub const MAX_TOKENS: i64 = 20;
/// Maximum length of an integration's name, in characters.
pub const MAX_NAME_LENGTH: usize = 60;
/// Maximum days for which a token is valid, so that a forgotten one ends.
pub const MAX_DAYS: i64 = 366;
/// Seconds for which a replaced token still works, so that its user can be changed without a gap.
pub const OVERLAP_SECONDS: i64 = 24 * 3600;
/// Days before the last day on which the Master is reminded.
pub const REMINDER_DAYS: [i64; 2] = [30, 7];
/// Days for which an ended token stays in the list.
pub const ENDED_DAYS: i64 = 90;

wire! {
    /// Whether a token may be used.
    #[derive(Copy, Eq, Hash)]
    pub enum TokenState {
        /// It works.
        Active,
        /// It works, and so does the token that it replaced.
        Rotating,
        /// Its last day is over.
        Expired,
        /// A user revoked it.
        Revoked,
    }

    /// The bulk account.
    pub struct ApiTokensRequest {
        pub id: BulkId,
    }

    /// The tokens of a company.
    pub struct ApiTokens {
        /// The newest first. Tokens that ended more than 90 days ago are left out.
        pub items: Vec<ApiToken>,
        /// Maximum tokens that are neither expired nor revoked.
        pub limit: i64,
        /// Maximum calls of each token in a minute.
        pub calls_per_minute: i64,
        /// Whether this is a sandbox, whose tokens begin with `gbp_test_` and work only here.
        pub is_sandbox: bool,
    }

    /// A token, without its text.
    pub struct ApiToken {
        pub token_id: String,
        /// The name of the integration that uses it.
        pub name: String,
        /// Its last four characters, by which its users recognise it.
        pub ending: String,
        /// In the order of the enum.
        pub scopes: Vec<TokenScope>,
        /// The networks from which it may be used, such as `203.0.113.0/24`. Any address if the list is empty.
        pub addresses: Vec<String>,
        pub state: TokenState,
        pub created_by: String,
        pub created_at: Instant,
        pub expires_at: Instant,
        /// Until when the token that it replaced still works.
        pub old_works_until: Option<Instant>,
        /// When it was last used, to the minute; none if it never was.
        pub last_used_at: Option<Instant>,
        /// The address that it was last used from.
        pub last_used_address: Option<String>,
        pub revoked_at: Option<Instant>,
    }

    /// A new token.
    pub struct CreateApiTokenRequest {
        pub id: BulkId,
        /// The name of the integration.
        pub name: String,
        pub scopes: Vec<TokenScope>,
        /// The last day on which it works, within 366 days, today included.
        pub expires_on: Day,
        /// Networks in CIDR notation; any address if the list is empty.
        #[serde(default)]
        pub addresses: Vec<String>,
    }

    /// A token to replace.
    pub struct RotateApiTokenRequest {
        pub id: BulkId,
        pub token_id: String,
        /// The last day on which the new token works.
        pub expires_on: Day,
    }

    /// A token of a bulk account.
    pub struct ApiTokenRequest {
        pub id: BulkId,
        pub token_id: String,
    }

    /// A new token with its text.
    pub struct CreatedApiToken {
        pub token: ApiToken,
        /// The token. It is stored nowhere and cannot be shown again.
        pub secret: String,
    }
}

impl TokenState {
    /// Returns the state of a token.
    #[must_use]
    pub fn of(now: Instant, expires_at: Instant, is_revoked: bool, old_works_until: Option<Instant>) -> Self {
        if is_revoked {
            Self::Revoked
        } else if expires_at <= now {
            Self::Expired
        } else if old_works_until.is_some_and(|until| until > now) {
            Self::Rotating
        } else {
            Self::Active
        }
    }

    /// Whether the token works.
    #[must_use]
    pub const fn works(self) -> bool {
        matches!(self, Self::Active | Self::Rotating)
    }
}

/// Checks the name of an integration, and returns it without blanks around it.
/// Fails with [`Code::ApiTokenNameInvalid`] at `name`.
pub fn check_name(name: &str) -> Result<String, Problem> {
    let name = name.trim();
    let is_valid = (1..=MAX_NAME_LENGTH).contains(&name.chars().count()) && !name.chars().any(char::is_control);
    let refused = || Problem::at("name", Problem::new(Code::ApiTokenNameInvalid).with("limit", MAX_NAME_LENGTH));
    if is_valid { Ok(name.to_owned()) } else { Err(refused()) }
}

/// Checks the chosen scopes, and returns each once, in the order of the enum.
/// Fails with [`Code::ApiTokenScopesRequired`] at `scopes`.
pub fn check_scopes(scopes: &[TokenScope]) -> Result<Vec<TokenScope>, Problem> {
    let chosen: Vec<_> = TokenScope::ALL.iter().copied().filter(|scope| scopes.contains(scope)).collect();
    if chosen.is_empty() { Err(Problem::at("scopes", Code::ApiTokenScopesRequired)) } else { Ok(chosen) }
}

/// Returns when a token expires whose last day is `last`: at the end of that day.
/// Fails with [`Code::ApiTokenExpiryInvalid`] at `expiresOn` for a day in the past, or too far ahead.
pub fn check_expiry(last: Day, today: Day) -> Result<Instant, Problem> {
    let is_valid = (0..MAX_DAYS).contains(&last.days_since(today));
    let refused = || Problem::at("expiresOn", Problem::new(Code::ApiTokenExpiryInvalid).with("limit", MAX_DAYS));
    if is_valid { Ok(last.plus_days(1).begins()) } else { Err(refused()) }
}

/// Returns the latest expiry of which a reminder is due that many days before the last day: that day ends at the expiry.
#[must_use]
pub fn reminded_expiry(now: Instant, days: i64) -> Instant {
    now.plus_seconds((days + 1) * 86_400)
}

/// Returns the number of days of the reminder that is due for a token, or that has become useless, at a time before its
/// expiry; none if no reminder is due yet.
#[must_use]
pub fn reminder_days(now: Instant, expires_at: Instant) -> Option<i64> {
    REMINDER_DAYS.iter().copied().rev().find(|days| expires_at <= reminded_expiry(now, *days))
}

/// Joins the names of scopes.
pub(crate) fn scope_words(scopes: &[TokenScope], language: Language) -> String {
    scopes.iter().map(|scope| scope.word(language)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
