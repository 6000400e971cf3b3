//! Sign-in through a company's own provider (docs/domain/people.md#single-sign-on), against a small OpenID Connect
//! provider and a small DNS server.

mod provider;
mod proving;
mod reading;
mod refusing;
mod requiring;
mod settings;
mod signing_in;
mod trying;

use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::factors::SignInAnswer;
use gridbill_core::identity::sso::{
    AddSsoDomain, BeginSso, BeginSsoProof, BeginSsoProofRequest, BeginSsoRequest, BeginSsoTrial, FinishSso,
    FinishSsoProof, FinishSsoRequest, FinishSsoTrial, FinishSsoTrialRequest, GetSso, ProveSsoDomain, SetSso,
    SetSsoMode, SetSsoModeRequest, SetSsoRequest, SsoDomainRequest, SsoMode, SsoPurpose, SsoRequest, SsoStart,
    SsoState,
};
use gridbill_core::number::Email;
use gridbill_core::{Code, Language, Problem};
use serde_json::Value;
use sqlx::PgPool;

use crate::support::given::SINAR;
use crate::support::{Actor, Portal, RefusedCall, sql};
use crate::team::{bulk, session_of};
use provider::{DnsServer, Provider};

const MASTER: &str = "master@sinar.example";
const PAYER: &str = "payer@sinar.example";
const VIEWER: &str = "viewer@sinar.example";
const DOMAIN: &str = "sinar.example";
const SECRET: &str = "s3cret:/+of=the&client";

/// A portal, the provider of Sinar, and the DNS server.
struct World {
    portal: Portal,
    provider: Provider,
    dns: DnsServer,
}

impl World {
    async fn start() -> Self {
        Self::with(&[]).await
    }

    async fn with(flags: &[&str]) -> Self {
        let (provider, dns) = (Provider::start(SECRET).await, DnsServer::start().await);
        let server = format!("--dns-server={}", dns.address);
        let flags = [&["--outbound-loopback", server.as_str()], flags].concat();
        let portal = Portal::with_people_and(&flags).await;
        provider.use_clock_of(&portal);
        Self { portal, provider, dns }
    }

    /// Starts a portal whose company signs in through the provider if it likes.
    async fn offered() -> Self {
        Self::offered_with(&[]).await
    }

    async fn offered_with(flags: &[&str]) -> Self {
        let world = Self::with(flags).await;
        let master = session_of(&world.portal, MASTER).await;
        world.prove_domain(&master).await;
        world.set(&master, SsoMode::Optional).await.expect("set");
        world
    }

    async fn prove_domain(&self, master: &Actor) {
        let added = master.call::<AddSsoDomain>(domain(DOMAIN)).await.expect("added");
        self.dns.set(&added.record_name, &[&added.record_value]);
        master.call::<ProveSsoDomain>(domain(DOMAIN)).await.expect("proved");
    }

    fn wanted(&self) -> SetSsoRequest {
        SetSsoRequest {
            id: bulk(SINAR),
            issuer: self.provider.issuer.clone(),
            client_id: "portal".to_owned(),
            client_secret: Some(SECRET.to_owned()),
        }
    }

    /// Stores the settings to be tried.
    async fn store(&self, master: &Actor) -> Result<Nothing, RefusedCall> {
        master.call::<SetSso>(self.wanted()).await
    }

    /// Tries the stored settings.
    async fn try_settings(&self, master: &Actor) -> Result<Nothing, RefusedCall> {
        let start = master.call::<BeginSsoTrial>(SsoRequest { id: bulk(SINAR) }).await?;
        let answer = self.provider.authorize(&start, "the Master's own account");
        master.call::<FinishSsoTrial>(trial(answer)).await
    }

    /// Sets the mode. Before it, stores and tries the settings if there are none.
    async fn set(&self, master: &Actor, mode: SsoMode) -> Result<Nothing, RefusedCall> {
        let has_provider = sql::value::<bool>(self.pool(), "select exists (select from sso_provider)", &[]).await;
        if !has_provider {
            self.store(master).await?;
            self.try_settings(master).await?;
        }
        self.set_mode(master, mode).await
    }

    async fn set_mode(&self, master: &Actor, mode: SsoMode) -> Result<Nothing, RefusedCall> {
        master.call::<SetSsoMode>(SetSsoModeRequest { id: bulk(SINAR), mode }).await
    }

    /// Connects a user with the provider's user of that subject.
    async fn link(&self, email: &str, subject: &str) -> Actor {
        let actor = session_of(&self.portal, email).await;
        self.prove(&actor, SsoPurpose::Link, subject).await.expect("connected");
        actor
    }

    async fn prove(&self, actor: &Actor, purpose: SsoPurpose, subject: &str) -> Result<Nothing, RefusedCall> {
        let start = actor.call::<BeginSsoProof>(BeginSsoProofRequest { purpose }).await?;
        actor.call::<FinishSsoProof>(self.provider.authorize(&start, subject)).await
    }

    async fn begin(&self, email: &str) -> Result<SsoStart, RefusedCall> {
        let email = Email::parse(email).expect("an address");
        self.portal.visitor().call::<BeginSso>(BeginSsoRequest { email }).await
    }

    /// Signs the provider's user of that subject in.
    async fn sign_in(&self, subject: &str) -> Result<SignInAnswer, RefusedCall> {
        let start = self.begin(PAYER).await?;
        self.portal.visitor().call::<FinishSso>(self.provider.authorize(&start, subject)).await
    }

    async fn session(&self, subject: &str) -> Actor {
        let tokens = self.sign_in(subject).await.expect("signed in").tokens().expect("no second factor");
        self.portal.visitor().with_token(tokens.access_token)
    }

    fn pool(&self) -> &PgPool {
        self.portal.pool()
    }
}

/// Returns what the page of the redirect address sends after a trial.
fn trial(answer: FinishSsoRequest) -> FinishSsoTrialRequest {
    let FinishSsoRequest { handle, state, code, error, iss, .. } = answer;
    FinishSsoTrialRequest { id: bulk(SINAR), handle, state, code, error, iss }
}

fn domain(domain: &str) -> SsoDomainRequest {
    SsoDomainRequest { id: bulk(SINAR), domain: domain.to_owned() }
}

async fn state(master: &Actor) -> SsoState {
    master.call::<GetSso>(SsoRequest { id: bulk(SINAR) }).await.expect("the settings")
}

fn code<T: std::fmt::Debug>(answer: Result<T, RefusedCall>) -> Code {
    answer.expect_err("refused").code()
}

/// Returns the code of the first field, or of the whole refusal.
fn field<T: std::fmt::Debug>(answer: Result<T, RefusedCall>) -> (String, Code) {
    let refused = answer.expect_err("refused");
    let (field, code) = refused.fields().first().copied().expect("a field");
    (field.to_owned(), code)
}

/// Returns the kinds of the facts about sign-in through the provider, in order.
async fn facts(world: &World) -> Vec<String> {
    let query = "select kind from fact where kind like 'Sso%' and kind <> 'SsoRefused' or kind = 'BreakGlassUsed'
                 order by fact_id";
    sql::values(world.pool(), query, &[]).await
}

/// Returns the sentences of the refusals that the Master sees in the activity log, the oldest first.
async fn refusals(world: &World) -> Vec<String> {
    let query = "select data::text from fact where kind = 'SsoRefused' and bulk_id = $1 order by fact_id";
    let data = sql::values::<String>(world.pool(), query, &[&SINAR]).await;
    let sentence = |text: &String| {
        let data: Value = serde_json::from_str(text).expect("JSON");
        let code = Code::from_name(data["reason"].as_str().expect("a code")).expect("a code");
        let params = serde_json::from_value(data["values"].clone()).expect("values");
        let sentence = Problem { params, ..Problem::new(code) }.sentence(Language::En);
        assert!(!sentence.contains('{'), "{sentence}");
        sentence
    };
    data.iter().map(sentence).collect()
}

/// Returns the codes of the recorded refusals, in alphabetical order: events are written after their calls.
async fn events(world: &World) -> Vec<String> {
    let query = "select code from security_event where kind = 'companySignIn' and outcome = 'refused' order by code";
    sql::values(world.pool(), query, &[]).await
}

/// Returns a fingerprint of everything that a refused sign-in must not change.
async fn unchanged(world: &World) -> String {
    let query = "
        select md5(concat_ws(' ',
        (select string_agg(t::text, ',' order by person_id) from person t),
        (select string_agg(concat_ws('|', session_id, proved_at, ended_at), ',' order by session_id) from session),
        (select string_agg(t::text, ',' order by subject) from sso_identity t),
        (select string_agg(t::text, ',' order by bulk_id) from sso_provider t),
        (select string_agg(t::text, ',' order by domain) from sso_domain t),
        (select string_agg(t::text, ',' order by invitation_id) from invitation t),
        (select count(*) from fact where kind <> 'SsoRefused'), (select count(*) from mail), (select count(*) from known_device)))";
    sql::value(world.pool(), query, &[]).await
}
