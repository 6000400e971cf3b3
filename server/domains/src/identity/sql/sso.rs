//! Queries for sign-in through a company's provider.

use gridbill_core::identity::sso::{SsoDomain, SsoFailure, SsoMode, SsoRule, loss_day, record_name, record_value};
use gridbill_core::number::BulkId;
use gridbill_core::{Code, Day, Instant, Language, Problem};
use serde_json::Value;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// Settings of a provider. `client_secret` is encrypted for `provider_id`.
#[derive(Clone)]
pub struct ProviderSettings {
    pub bulk_id: String,
    pub provider_id: Uuid,
    pub issuer: String,
    pub client_id: String,
    pub client_secret: Option<Vec<u8>>,
    pub authorization_endpoint: String,
    pub token_endpoint: String,
    pub jwks_uri: String,
    pub secret_in_body: bool,
    /// Whether the provider compares the secret in the header without decoding it. Found out by a trial or a sign-in.
    pub secret_undecoded: bool,
    pub names_itself: bool,
}

/// The provider that a company's users sign in with.
#[derive(Clone)]
pub struct StoredProvider {
    pub mode: SsoMode,
    pub tried_at: Option<Instant>,
    pub settings: ProviderSettings,
}

impl StoredProvider {
    pub fn rule(&self) -> SsoRule {
        let ProviderSettings { issuer, client_id, .. } = &self.settings;
        SsoRule { mode: self.mode, issuer: issuer.clone(), client_id: client_id.clone() }
    }
}

/// A row of `sso_provider`.
struct ProviderRow {
    bulk_id: String,
    provider_id: Uuid,
    mode: String,
    tried_at: Option<Instant>,
    issuer: String,
    client_id: String,
    client_secret: Option<Vec<u8>>,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    secret_in_body: bool,
    secret_undecoded: bool,
    names_itself: bool,
}

impl From<ProviderRow> for StoredProvider {
    fn from(row: ProviderRow) -> Self {
        Self {
            mode: SsoMode::from_code(&row.mode).unwrap_or(SsoMode::Off),
            tried_at: row.tried_at,
            settings: ProviderSettings {
                bulk_id: row.bulk_id,
                provider_id: row.provider_id,
                issuer: row.issuer,
                client_id: row.client_id,
                client_secret: row.client_secret,
                authorization_endpoint: row.authorization_endpoint,
                token_endpoint: row.token_endpoint,
                jwks_uri: row.jwks_uri,
                secret_in_body: row.secret_in_body,
                secret_undecoded: row.secret_undecoded,
                names_itself: row.names_itself,
            },
        }
    }
}

pub async fn provider(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<Option<StoredProvider>> {
    let row = sqlx::query_as!(
        ProviderRow,
        r#"select bulk_id, provider_id, mode, tried_at as "tried_at: Instant", issuer, client_id, client_secret,
                  authorization_endpoint, token_endpoint, jwks_uri, secret_in_body, secret_undecoded, names_itself
           from sso_provider where bulk_id = $1"#,
        bulk_id.as_str(),
    );
    Ok(row.fetch_optional(db).await?.map(StoredProvider::from))
}

/// Returns the provider of the company that proved the domain, unless it is switched off.
pub async fn provider_of_domain(db: impl PgExecutor<'_>, domain: &str) -> sqlx::Result<Option<StoredProvider>> {
    let row = sqlx::query_as!(
        ProviderRow,
        r#"select bulk_id, provider_id, mode, tried_at as "tried_at: Instant", issuer, client_id, client_secret,
                  authorization_endpoint, token_endpoint, jwks_uri, secret_in_body, secret_undecoded, names_itself
           from sso_domain join sso_provider using (bulk_id)
           where domain = $1 and proved_at is not null and mode <> 'off'"#,
        domain,
    );
    Ok(row.fetch_optional(db).await?.map(StoredProvider::from))
}

/// Locks the bulk account, because settings that do not exist yet cannot be locked. Returns its provider.
pub async fn lock_provider(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<Option<StoredProvider>> {
    sqlx::query_scalar!("select bulk_id from bulk_account where bulk_id = $1 for no key update", bulk_id.as_str())
        .fetch_one(&mut *db)
        .await?;
    provider(db, bulk_id).await
}

/// Stores settings whose trial succeeded. The mode stays; without earlier settings it is off.
pub async fn set_provider(db: &mut PgConnection, new: &ProviderSettings, now: Instant) -> sqlx::Result<()> {
    // The previous version of the program connects users without the client.
    sqlx::query!(
        "update sso_identity i set client_id = s.client_id from sso_provider s
         where i.bulk_id = $1 and s.bulk_id = $1 and i.issuer = s.issuer and i.client_id is null",
        new.bulk_id,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into sso_provider (bulk_id, provider_id, mode, issuer, client_id, client_secret, authorization_endpoint,
                                   token_endpoint, jwks_uri, secret_in_body, secret_undecoded, names_itself, tried_at, changed_at)
         values ($1, $2, 'off', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
         on conflict (bulk_id) do update
         set provider_id = $2, issuer = $3, client_id = $4, client_secret = $5, authorization_endpoint = $6,
             token_endpoint = $7, jwks_uri = $8, secret_in_body = $9, secret_undecoded = $10, names_itself = $11,
             tried_at = $12, changed_at = $12",
        new.bulk_id,
        new.provider_id,
        new.issuer,
        new.client_id,
        new.client_secret,
        new.authorization_endpoint,
        new.token_endpoint,
        new.jwks_uri,
        new.secret_in_body,
        new.secret_undecoded,
        new.names_itself,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn set_mode(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    mode: SsoMode,
    required_from: Option<Day>,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update sso_provider
         set mode = $2, changed_at = $4,
             required_from = case when $3::date is null then null else coalesce(required_from, $3) end
         where bulk_id = $1",
        bulk_id.as_str(),
        mode.code(),
        required_from.map(Day::date),
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Notes whether the provider compares the secret without decoding it.
pub async fn note_secret_form(
    db: impl PgExecutor<'_>,
    settings: &ProviderSettings,
    is_undecoded: bool,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update sso_provider set secret_undecoded = $3 where bulk_id = $1 and provider_id = $2",
        settings.bulk_id,
        settings.provider_id,
        is_undecoded,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Settings that wait for a trial.
pub struct Untried {
    pub settings: ProviderSettings,
    pub set_at: Instant,
    pub failure: Option<SsoFailure>,
}

/// A row of `sso_untried`.
struct UntriedRow {
    provider_id: Uuid,
    issuer: String,
    client_id: String,
    client_secret: Option<Vec<u8>>,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    secret_in_body: bool,
    names_itself: bool,
    set_at: Instant,
    failed_at: Option<Instant>,
    failure: Option<String>,
    failure_values: Option<Value>,
}

impl UntriedRow {
    fn failure(&self) -> Option<SsoFailure> {
        Some(SsoFailure {
            failed_at: self.failed_at?,
            code: Code::from_name(self.failure.as_deref()?)?,
            params: serde_json::from_value(self.failure_values.clone()?).ok()?,
        })
    }
}

pub async fn untried(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<Option<Untried>> {
    let row = sqlx::query_as!(
        UntriedRow,
        r#"select provider_id, issuer, client_id, client_secret, authorization_endpoint, token_endpoint, jwks_uri,
                  secret_in_body, names_itself, set_at as "set_at: Instant", failed_at as "failed_at: Instant",
                  failure, failure_values
           from sso_untried where bulk_id = $1"#,
        bulk_id.as_str(),
    );
    Ok(row.fetch_optional(db).await?.map(|row| Untried {
        failure: row.failure(),
        set_at: row.set_at,
        settings: ProviderSettings {
            bulk_id: bulk_id.as_str().to_owned(),
            provider_id: row.provider_id,
            issuer: row.issuer,
            client_id: row.client_id,
            client_secret: row.client_secret,
            authorization_endpoint: row.authorization_endpoint,
            token_endpoint: row.token_endpoint,
            jwks_uri: row.jwks_uri,
            secret_in_body: row.secret_in_body,
            secret_undecoded: false,
            names_itself: row.names_itself,
        },
    }))
}

/// Stores settings to be tried, in place of earlier ones.
pub async fn set_untried(db: &mut PgConnection, new: &ProviderSettings, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into sso_untried (bulk_id, provider_id, issuer, client_id, client_secret, authorization_endpoint,
                                  token_endpoint, jwks_uri, secret_in_body, names_itself, set_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         on conflict (bulk_id) do update
         set provider_id = $2, issuer = $3, client_id = $4, client_secret = $5, authorization_endpoint = $6,
             token_endpoint = $7, jwks_uri = $8, secret_in_body = $9, names_itself = $10, set_at = $11,
             failed_at = null, failure = null, failure_values = null",
        new.bulk_id,
        new.provider_id,
        new.issuer,
        new.client_id,
        new.client_secret,
        new.authorization_endpoint,
        new.token_endpoint,
        new.jwks_uri,
        new.secret_in_body,
        new.names_itself,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn delete_untried(db: &mut PgConnection, bulk_id: &BulkId) -> sqlx::Result<()> {
    sqlx::query!("delete from sso_untried where bulk_id = $1", bulk_id.as_str()).execute(db).await.map(drop)
}

/// Notes why a trial failed, unless other settings were stored meanwhile.
pub async fn note_failure(
    db: &mut PgConnection,
    settings: &ProviderSettings,
    problem: &Problem,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update sso_untried set failed_at = $3, failure = $4, failure_values = $5 where bulk_id = $1 and provider_id = $2",
        settings.bulk_id,
        settings.provider_id,
        now.utc(),
        problem.code.name(),
        serde_json::json!(problem.params),
    )
    .execute(db)
    .await
    .map(drop)
}

struct DomainRow {
    domain: String,
    token: String,
    added_at: Instant,
    proved_at: Option<Instant>,
    seen_at: Option<Instant>,
    missing_since: Option<Instant>,
}

impl From<DomainRow> for SsoDomain {
    fn from(row: DomainRow) -> Self {
        Self {
            record_name: record_name(&row.domain),
            record_value: record_value(&row.token),
            domain: row.domain,
            added_at: row.added_at,
            proved_at: row.proved_at,
            seen_at: row.seen_at,
            missing_since: row.missing_since,
            lost_on: row.missing_since.map(loss_day),
        }
    }
}

pub async fn domains(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<Vec<SsoDomain>> {
    let rows = sqlx::query_as!(
        DomainRow,
        r#"select domain, token, added_at as "added_at: Instant", proved_at as "proved_at: Instant",
                  seen_at as "seen_at: Instant", missing_since as "missing_since: Instant"
           from sso_domain where bulk_id = $1 order by domain"#,
        bulk_id.as_str(),
    );
    Ok(rows.fetch_all(db).await?.into_iter().map(SsoDomain::from).collect())
}

pub async fn domain(db: impl PgExecutor<'_>, bulk_id: &BulkId, domain: &str) -> sqlx::Result<Option<SsoDomain>> {
    let row = sqlx::query_as!(
        DomainRow,
        r#"select domain, token, added_at as "added_at: Instant", proved_at as "proved_at: Instant",
                  seen_at as "seen_at: Instant", missing_since as "missing_since: Instant"
           from sso_domain where bulk_id = $1 and domain = $2"#,
        bulk_id.as_str(),
        domain,
    );
    Ok(row.fetch_optional(db).await?.map(SsoDomain::from))
}

pub async fn add_domain(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    domain: &str,
    token: &str,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into sso_domain (bulk_id, domain, token, added_at) values ($1, $2, $3, $4)",
        bulk_id.as_str(),
        domain,
        token,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Marks a domain as proved, after its record was read. Returns false if it was removed or proved meanwhile.
pub async fn prove_domain(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    domain: &str,
    added_at: Instant,
    now: Instant,
) -> sqlx::Result<bool> {
    let proved = sqlx::query!(
        "update sso_domain set proved_at = $4, read_at = $4, seen_at = $4
         where bulk_id = $1 and domain = $2 and added_at = $3 and proved_at is null",
        bulk_id.as_str(),
        domain,
        added_at.utc(),
        now.utc(),
    );
    Ok(proved.execute(db).await?.rows_affected() == 1)
}

/// Notes that the record of a proved domain was found. Returns false if the domain is not proved or was removed.
pub async fn note_found(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    domain: &str,
    added_at: Instant,
    now: Instant,
) -> sqlx::Result<bool> {
    let found = sqlx::query!(
        "update sso_domain set read_at = $4, seen_at = $4, missing_since = null
         where bulk_id = $1 and domain = $2 and added_at = $3 and proved_at is not null",
        bulk_id.as_str(),
        domain,
        added_at.utc(),
        now.utc(),
    );
    Ok(found.execute(db).await?.rows_affected() == 1)
}

/// A proved domain whose record must be read again.
pub struct DomainToRead {
    pub bulk_id: String,
    pub domain: String,
    pub token: String,
    pub proved_at: Instant,
}

/// Returns the proved domains whose record was not read since that time, the longest first.
pub async fn domains_to_read(db: impl PgExecutor<'_>, since: Instant, limit: i64) -> sqlx::Result<Vec<DomainToRead>> {
    sqlx::query_as!(
        DomainToRead,
        r#"select bulk_id, domain, token, proved_at as "proved_at!: Instant" from sso_domain
           where proved_at is not null and read_at <= $1 order by read_at limit $2"#,
        since.utc(),
        limit,
    )
    .fetch_all(db)
    .await
}

/// A locked domain.
pub struct LockedDomain {
    /// Since when its record is missing.
    pub missing_since: Option<Instant>,
}

/// Locks a domain. None if the domain was removed, or proved again, or if another process read it meanwhile.
pub async fn lock_read_domain(
    db: &mut PgConnection,
    read: &DomainToRead,
    since: Instant,
) -> sqlx::Result<Option<LockedDomain>> {
    sqlx::query_as!(
        LockedDomain,
        r#"select missing_since as "missing_since: Instant" from sso_domain
           where bulk_id = $1 and domain = $2 and proved_at = $3 and read_at <= $4 for update"#,
        read.bulk_id,
        read.domain,
        read.proved_at.utc(),
        since.utc(),
    )
    .fetch_optional(db)
    .await
}

/// Notes that the record of a domain was asked for. `is_found` is none if the DNS server gave no answer, which changes
/// nothing else.
pub async fn note_reading(
    db: &mut PgConnection,
    read: &DomainToRead,
    is_found: Option<bool>,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update sso_domain
         set read_at = $3, seen_at = case when $4 then $3 else seen_at end,
             missing_since = case when $4 then null when not $4 then coalesce(missing_since, $3) else missing_since end
         where bulk_id = $1 and domain = $2",
        read.bulk_id,
        read.domain,
        now.utc(),
        is_found,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Takes the proof of a domain away. The domain stays, so that its record can be published again.
pub async fn unprove_domain(db: &mut PgConnection, read: &DomainToRead) -> sqlx::Result<()> {
    sqlx::query!(
        "update sso_domain set proved_at = null, read_at = null, missing_since = null where bulk_id = $1 and domain = $2",
        read.bulk_id,
        read.domain,
    )
    .execute(db)
    .await
    .map(drop)
}

pub async fn delete_domain(db: &mut PgConnection, bulk_id: &BulkId, domain: &str) -> sqlx::Result<()> {
    sqlx::query!("delete from sso_domain where bulk_id = $1 and domain = $2", bulk_id.as_str(), domain)
        .execute(db)
        .await
        .map(drop)
}

/// Whether the company proved the domain.
pub async fn is_proved(db: impl PgExecutor<'_>, bulk_id: &BulkId, domain: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from sso_domain where bulk_id = $1 and domain = $2 and proved_at is not null) as "is!""#,
        bulk_id.as_str(),
        domain,
    )
    .fetch_one(db)
    .await
}

/// Whether the company proved the domain at any time. The proof may be lost since.
pub async fn was_proved(db: impl PgExecutor<'_>, bulk_id: &BulkId, domain: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from sso_domain
                          where bulk_id = $1 and domain = $2 and (proved_at is not null or seen_at is not null)) as "was!""#,
        bulk_id.as_str(),
        domain,
    )
    .fetch_one(db)
    .await
}

/// Returns the number of the company's users, and of those who are connected with that provider.
pub async fn counts(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    settings: Option<&ProviderSettings>,
) -> sqlx::Result<(i64, i64)> {
    let row = sqlx::query!(
        r#"select count(*) as "users!",
                  count(*) filter (where exists (select from sso_identity i
                                                 where i.bulk_id = $1 and i.issuer = $2 and coalesce(i.client_id, $3) = $3
                                                   and i.person_id = p.person_id)) as "linked!"
           from person p where bulk_id = $1 and disabled_at is null and deleted_at is null"#,
        bulk_id.as_str(),
        settings.map(|settings| settings.issuer.as_str()),
        settings.map(|settings| settings.client_id.as_str()),
    );
    row.fetch_one(db).await.map(|row| (row.users, row.linked))
}

/// A user and their company's provider.
pub struct OwnRow {
    pub mode: String,
    pub is_linked: bool,
    pub is_master: bool,
}

/// Returns whether a user is connected with the company's provider; `None` if the company has none.
pub async fn own(db: impl PgExecutor<'_>, bulk_id: &BulkId, person_id: Uuid) -> sqlx::Result<Option<OwnRow>> {
    sqlx::query_as!(
        OwnRow,
        r#"select mode, p.role = 'master' as "is_master!",
                  exists (select from sso_identity i
                          where i.bulk_id = s.bulk_id and i.issuer = s.issuer and i.person_id = p.person_id
                            and coalesce(i.client_id, s.client_id) = s.client_id) as "is_linked!"
           from sso_provider s join person p using (bulk_id) where s.bulk_id = $1 and p.person_id = $2"#,
        bulk_id.as_str(),
        person_id,
    )
    .fetch_optional(db)
    .await
}

/// Returns the bulk account of a person.
pub async fn bulk_id(db: impl PgExecutor<'_>, person_id: Uuid) -> sqlx::Result<Option<BulkId>> {
    let bulk_id = sqlx::query_scalar!("select bulk_id from person where person_id = $1", person_id);
    Ok(bulk_id.fetch_optional(db).await?.flatten().and_then(|bulk_id| BulkId::parse(&bulk_id).ok()))
}

/// A provider's user, within a company.
#[derive(Clone, Copy)]
pub struct Identity<'a> {
    pub bulk_id: &'a BulkId,
    pub issuer: &'a str,
    /// The portal's client at the provider.
    pub client_id: &'a str,
    pub subject: &'a str,
}

/// Returns the company's user who is connected with that identity. A user who left or was disabled is not found.
pub async fn person(db: impl PgExecutor<'_>, identity: Identity<'_>) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "select person_id from sso_identity i join person p using (person_id)
         where i.bulk_id = $1 and i.issuer = $2 and i.subject = $3
           and p.bulk_id = $1 and disabled_at is null and deleted_at is null and activated_at is not null",
        identity.bulk_id.as_str(),
        identity.issuer,
        identity.subject,
    )
    .fetch_optional(db)
    .await
}

pub async fn note_use(db: &mut PgConnection, identity: Identity<'_>, now: Instant) -> sqlx::Result<()> {
    sqlx::query!(
        "update sso_identity set last_used_at = $4, client_id = $5 where bulk_id = $1 and issuer = $2 and subject = $3",
        identity.bulk_id.as_str(),
        identity.issuer,
        identity.subject,
        now.utc(),
        identity.client_id,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Connects a user with an identity, in place of the user's earlier one. The identity of a user who left the company is
/// free. Returns false if another user has it.
pub async fn link(db: &mut PgConnection, identity: Identity<'_>, person_id: Uuid, now: Instant) -> sqlx::Result<bool> {
    sqlx::query!(
        "delete from sso_identity i
         where bulk_id = $1 and issuer = $2
           and (person_id = $4
                or subject = $3 and not exists (select from person p
                                                where p.person_id = i.person_id and p.bulk_id = $1
                                                  and disabled_at is null and deleted_at is null))",
        identity.bulk_id.as_str(),
        identity.issuer,
        identity.subject,
        person_id,
    )
    .execute(&mut *db)
    .await?;
    let added = sqlx::query!(
        "insert into sso_identity (bulk_id, issuer, subject, person_id, linked_at, last_used_at, client_id)
         values ($1, $2, $3, $4, $5, $5, $6) on conflict do nothing",
        identity.bulk_id.as_str(),
        identity.issuer,
        identity.subject,
        person_id,
        now.utc(),
        identity.client_id,
    );
    Ok(added.execute(db).await?.rows_affected() == 1)
}

/// A new user without a password. Their terms are shown at the first sign-in.
pub struct NewUser<'a> {
    pub person_id: Uuid,
    pub email: &'a str,
    pub name: &'a str,
    pub language: Language,
}

/// Adds the user. Returns false if the address is taken.
pub async fn add_person(db: &mut PgConnection, new: &NewUser<'_>, now: Instant) -> sqlx::Result<bool> {
    let added = sqlx::query!(
        "insert into person (person_id, email, name, language, activated_at, created_at, is_staff)
         values ($1, $2, $3, $4, $5, $5, false) on conflict (email) where deleted_at is null do nothing",
        new.person_id,
        new.email,
        new.name,
        new.language.tag(),
        now.utc(),
    );
    Ok(added.execute(db).await?.rows_affected() == 1)
}

/// A sign-in that waits for the provider's answer.
pub struct SignInRow {
    pub state_hash: Vec<u8>,
    pub seed: Vec<u8>,
    pub bulk_id: String,
    pub issuer: String,
    pub client_id: String,
    /// The settings of a trial.
    pub provider_id: Option<Uuid>,
    pub session_id: Option<Uuid>,
    pub device: String,
    pub created_at: Instant,
    pub expires_at: Instant,
    pub used_at: Option<Instant>,
}

/// A new sign-in.
pub struct NewSignIn<'a> {
    pub handle_hash: &'a [u8],
    pub state_hash: &'a [u8],
    pub seed: &'a [u8],
    pub purpose: &'static str,
    pub settings: &'a ProviderSettings,
    /// The settings of a trial.
    pub provider_id: Option<Uuid>,
    pub person_id: Option<Uuid>,
    pub session_id: Option<Uuid>,
    pub address: &'a str,
    pub device: &'a str,
    pub created_at: Instant,
    pub expires_at: Instant,
}

pub async fn add_sign_in(db: impl PgExecutor<'_>, new: &NewSignIn<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into sso_sign_in (handle_hash, state_hash, seed, purpose, bulk_id, issuer, client_id, person_id,
                                  session_id, address, device, created_at, expires_at, provider_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        new.handle_hash,
        new.state_hash,
        new.seed,
        new.purpose,
        new.settings.bulk_id,
        new.settings.issuer,
        new.settings.client_id,
        new.person_id,
        new.session_id,
        new.address,
        new.device,
        new.created_at.utc(),
        new.expires_at.utc(),
        new.provider_id,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Returns the sign-in of a handle, with its purpose.
pub async fn sign_in(db: impl PgExecutor<'_>, handle_hash: &[u8]) -> sqlx::Result<Option<(String, SignInRow)>> {
    let row = sqlx::query!(
        r#"select purpose, state_hash, seed, bulk_id, issuer, client_id, provider_id, session_id, device,
                  created_at as "created_at: Instant", expires_at as "expires_at: Instant", used_at as "used_at: Instant"
           from sso_sign_in where handle_hash = $1"#,
        handle_hash,
    );
    Ok(row.fetch_optional(db).await?.map(|row| {
        let found = SignInRow {
            state_hash: row.state_hash,
            seed: row.seed,
            bulk_id: row.bulk_id,
            issuer: row.issuer,
            client_id: row.client_id,
            provider_id: row.provider_id,
            session_id: row.session_id,
            device: row.device,
            created_at: row.created_at,
            expires_at: row.expires_at,
            used_at: row.used_at,
        };
        (row.purpose, found)
    }))
}

/// Uses the sign-in up. Of two concurrent answers one succeeds.
pub async fn use_sign_in(db: impl PgExecutor<'_>, handle_hash: &[u8], now: Instant) -> sqlx::Result<bool> {
    let used = sqlx::query!(
        "update sso_sign_in set used_at = $2 where handle_hash = $1 and used_at is null",
        handle_hash,
        now.utc(),
    );
    Ok(used.execute(db).await?.rows_affected() == 1)
}
