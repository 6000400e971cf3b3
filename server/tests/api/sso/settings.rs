//! The Master's settings: provider and mail domains.

use axum::http::StatusCode;
use gridbill_core::Code;
use gridbill_core::identity::sso::{
    AddSsoDomain, GetSso, ProveSsoDomain, RemoveSsoDomain, SetSso, SetSsoRequest, SsoDomainRequest, SsoMode, SsoRequest,
};
use jsonwebtoken::Algorithm;
use serde_json::json;

use super::provider::{DnsServer, Provider};
use super::{DOMAIN, MASTER, SECRET, VIEWER, World, code, domain, facts, field, state, unchanged};
use crate::support::given::{MAJLIS, SINAR};
use crate::support::{Portal, sql};
use crate::team::{bulk, session_of};

#[tokio::test(flavor = "multi_thread")]
async fn a_master_sets_the_provider_and_no_answer_shows_the_secret() {
    let world = World::start().await;
    let master = session_of(&world.portal, MASTER).await;
    let before = state(&master).await;
    assert_eq!((before.mode, before.provider.is_none(), before.domains.len()), (SsoMode::Off, true, 0));
    assert_eq!((before.users, before.linked), (4, 0));
    assert!(before.redirect_address.ends_with("/account/companySignIn"));
    assert_eq!(field(world.set_mode(&master, SsoMode::Optional).await), ("mode".to_owned(), Code::SsoNotTried));
    assert_eq!(code(world.set(&master, SsoMode::Optional).await), Code::SsoDomainNeeded);

    let added = master.call::<AddSsoDomain>(domain("@Sinar.Example")).await.expect("added");
    assert_eq!((added.domain.as_str(), added.record_name.as_str()), (DOMAIN, "_gridbill.sinar.example"));
    let again = master.call::<AddSsoDomain>(domain(DOMAIN)).await.expect("there");
    assert_eq!(again.record_value, added.record_value, "a domain keeps its record");
    let unproved = Ok(("domain".to_owned(), Code::SsoDomainUnproved));
    let prove = async || Ok::<_, ()>(field(master.call::<ProveSsoDomain>(domain(DOMAIN)).await));
    assert_eq!(prove().await, unproved, "no record");
    world.dns.set(&added.record_name, &["another", "gridbill-domain=wrong"]);
    assert_eq!(prove().await, unproved, "another record");
    assert_eq!(code(world.set(&master, SsoMode::Optional).await), Code::SsoDomainNeeded, "not proved yet");
    world.dns.set(&added.record_name, &["another", &added.record_value]);
    master.call::<ProveSsoDomain>(domain(DOMAIN)).await.expect("proved");
    master.call::<ProveSsoDomain>(domain(DOMAIN)).await.expect("proved before");
    world.set(&master, SsoMode::Optional).await.expect("set");

    let raw = master.call_raw::<GetSso>(json!({ "id": SINAR })).await.expect("the settings").to_string();
    assert!(!raw.contains("s3cret") && raw.contains(r#""hasSecret":true"#), "{raw}");
    let query = "select client_secret from sso_provider";
    let sealed = sql::value::<Option<Vec<u8>>>(world.pool(), query, &[]).await.expect("a secret");
    assert!(!sealed.windows(6).any(|part| part == b"s3cret"), "the secret is encrypted");
    assert_eq!(facts(&world).await, ["SsoChanged", "SsoDomainChanged", "SsoDomainChanged", "SsoChanged"]);
    let query = "select string_agg(data::text, ' ') from fact where kind = 'SsoChanged'";
    let told = sql::value::<Option<String>>(world.pool(), query, &[]).await.expect("data");
    assert!(!told.contains("s3cret"), "{told}");

    // Another client gets no stored secret.
    let moved = |client_secret| SetSsoRequest { client_id: "new".to_owned(), client_secret, ..world.wanted() };
    let refused = master.call::<SetSso>(moved(None)).await;
    assert_eq!(field(refused), ("clientSecret".to_owned(), Code::SsoSecretRequired));
    let kept = SetSsoRequest { client_secret: None, ..world.wanted() };
    master.call::<SetSso>(kept).await.expect("the secret stays");
    assert!(state(&master).await.untried.is_none(), "nothing changed, so nothing must be tried");
    world.link(VIEWER, "devi").await;
    assert_eq!(state(&master).await.linked, 1);

    // The last proved domain stays while it is needed.
    assert_eq!(code(master.call::<RemoveSsoDomain>(domain(DOMAIN)).await), Code::SsoDomainNeeded);
    world.set(&master, SsoMode::Off).await.expect("off");
    master.call::<RemoveSsoDomain>(domain(DOMAIN)).await.expect("removed");
    assert_eq!(code(master.call::<RemoveSsoDomain>(domain(DOMAIN)).await), Code::SsoDomainNotFound);
    assert_eq!(state(&master).await.domains.len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_master_with_a_recent_proof_changes_the_settings() {
    let world = World::offered().await;
    let viewer = session_of(&world.portal, VIEWER).await;
    assert_eq!(code(viewer.call::<GetSso>(SsoRequest { id: bulk(SINAR) }).await), Code::Forbidden);
    assert_eq!(code(world.set_mode(&viewer, SsoMode::Off).await), Code::Forbidden);
    assert_eq!(code(world.store(&viewer).await), Code::Forbidden);
    let stranger = session_of(&world.portal, "master@majlis.example").await;
    assert_eq!(code(stranger.call::<GetSso>(SsoRequest { id: bulk(SINAR) }).await), Code::BulkAccountNotFound);
    assert_eq!(code(world.set_mode(&stranger, SsoMode::Off).await), Code::BulkAccountNotFound);
    assert_eq!(code(world.store(&stranger).await), Code::BulkAccountNotFound);
    assert_eq!(code(stranger.call::<RemoveSsoDomain>(domain(DOMAIN)).await), Code::BulkAccountNotFound);
    let master = session_of(&world.portal, MASTER).await;
    master.call::<AddSsoDomain>(domain("more.example")).await.expect("added");
    sql::run(world.pool(), "update session set proved_at = proved_at - interval '15 minutes'", &[]).await;
    let before = unchanged(&world).await;
    assert_eq!(code(world.set_mode(&master, SsoMode::Off).await), Code::ConfirmIdentity);
    assert_eq!(code(world.store(&master).await), Code::ConfirmIdentity);
    assert_eq!(code(master.call::<RemoveSsoDomain>(domain("more.example")).await), Code::ConfirmIdentity);
    assert_eq!(unchanged(&world).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_domain_belongs_to_the_company_that_proved_it_first() {
    let world = World::offered().await;
    let majlis = session_of(&world.portal, "master@majlis.example").await;
    let theirs = || SsoDomainRequest { id: bulk(MAJLIS), domain: DOMAIN.to_owned() };
    let added = majlis.call::<AddSsoDomain>(theirs()).await.expect("anyone may add it");
    assert_eq!(field(majlis.call::<ProveSsoDomain>(theirs()).await).1, Code::SsoDomainUnproved, "another text");
    world.dns.set(&added.record_name, &[&added.record_value]);
    assert_eq!(code(majlis.call::<ProveSsoDomain>(theirs()).await), Code::SsoDomainTaken);
    for number in 1..20 {
        let more = SsoDomainRequest { id: bulk(MAJLIS), domain: format!("a{number}.example") };
        majlis.call::<AddSsoDomain>(more).await.expect("added");
    }
    let more = SsoDomainRequest { id: bulk(MAJLIS), domain: "a20.example".to_owned() };
    assert_eq!(field(majlis.call::<AddSsoDomain>(more).await).1, Code::SsoDomainLimit);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_dns_server_proves_nothing() {
    // A port that nothing listens on.
    let portal = Portal::with_people_and(&["--dns-server=127.0.0.1:1"]).await;
    let master = session_of(&portal, MASTER).await;
    master.call::<AddSsoDomain>(domain(DOMAIN)).await.expect("added");
    let refused = master.call::<ProveSsoDomain>(domain(DOMAIN)).await.expect_err("no server");
    assert_eq!((refused.status, refused.code()), (503, Code::SsoDnsUnavailable));
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_inside_the_portals_network_are_refused() {
    // Without the setting for development, this machine is refused, by number and by name.
    let (provider, dns) = (Provider::start(SECRET).await, DnsServer::start().await);
    let server = format!("--dns-server={}", dns.address);
    let portal = Portal::with_people_and(&[&server]).await;
    let master = session_of(&portal, MASTER).await;
    let local = provider.issuer.replace("127.0.0.1", "localhost");
    for issuer in [&provider.issuer, &local, "https://localhost", "https://169.254.169.254", "https://10.0.0.1"] {
        let wanted = SetSsoRequest {
            id: bulk(SINAR),
            issuer: issuer.to_owned(),
            client_id: "portal".to_owned(),
            client_secret: None,
        };
        let refused = master.call::<SetSso>(wanted).await;
        assert_eq!(field(refused), ("issuer".to_owned(), Code::SsoAddressRefused), "{issuer}");
    }

    // The addresses that a configuration names are checked, too.
    let world = World::start().await;
    let master = session_of(&world.portal, MASTER).await;
    world.prove_domain(&master).await;
    for (name, address) in [
        ("token_endpoint", "https://10.0.0.1/token"),
        ("jwks_uri", "https://169.254.169.254/keys"),
        ("authorization_endpoint", "javascript:alert(1)"),
    ] {
        let good = format!("{}/{}", world.provider.issuer, name.split('_').next().expect("a word"));
        world.provider.set_document(name, json!(address));
        let refused = field(world.store(&master).await);
        assert_eq!(refused, ("issuer".to_owned(), Code::SsoAddressRefused), "{name}");
        world.provider.set_document(name, json!(good));
    }
    assert!(state(&master).await.provider.is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_is_read_before_it_is_stored() {
    let world = World::start().await;
    let master = session_of(&world.portal, MASTER).await;
    world.prove_domain(&master).await;
    let refused = async || {
        let refused = world.store(&master).await.expect_err("refused");
        (refused.fields().first().map(|(name, code)| (name.to_string(), *code)), refused.body.error_message)
    };
    let at_issuer = |code| Some(("issuer".to_owned(), code));
    let original = json!(world.provider.issuer);
    world.provider.set_document("issuer", json!("https://login.other.example"));
    let (at, message) = refused().await;
    assert_eq!(at, at_issuer(Code::SsoIssuerOther));
    assert!(message.contains("https://login.other.example"), "{message}");
    world.provider.set_document("issuer", original);
    for (name, listed, found) in [
        ("code_challenge_methods_supported", json!(["plain"]), "plain"),
        ("id_token_signing_alg_values_supported", json!(["HS256", "none"]), "HS256, none"),
        ("token_endpoint_auth_methods_supported", json!(["private_key_jwt"]), "private_key_jwt"),
        ("response_types_supported", json!(["id_token"]), "id_token"),
    ] {
        world.provider.set_document(name, listed);
        let (at, message) = refused().await;
        assert_eq!(at, at_issuer(Code::SsoProviderUnfit), "{name}");
        assert!(message.contains(&format!("only {found} ({name})")), "{message}");
        world.provider.set_document(name, json!([]));
    }
    // Signatures that no published key can make.
    world.provider.set_document("id_token_signing_alg_values_supported", json!(["RS256"]));
    let (at, message) = refused().await;
    assert_eq!(at, at_issuer(Code::SsoKeysMissing), "the key is of another kind");
    assert!(message.contains("/keys. Please add one for RS256"), "{message}");
    world.provider.add_key("rsa", Algorithm::RS256);
    world.store(&master).await.expect("a key that fits");
    world.provider.set_document("id_token_signing_alg_values_supported", json!([]));
    world.provider.remove_keys();
    assert_eq!(refused().await.0, at_issuer(Code::SsoKeysMissing));
    world.provider.rotate("new");
    world.provider.set_document("token_endpoint", json!(null));
    let (at, message) = refused().await;
    assert_eq!(at, at_issuer(Code::SsoProviderInvalid), "no configuration");
    assert!(message.contains("/.well-known/openid-configuration"), "{message}");
    world.provider.set_document("token_endpoint", json!(format!("{}/token", world.provider.issuer)));
    world.provider.fail_with(Some(StatusCode::BAD_GATEWAY));
    let unavailable = world.store(&master).await.expect_err("down");
    assert_eq!((unavailable.status, unavailable.code()), (503, Code::SsoProviderUnavailable));
    world.provider.fail_with(Some(StatusCode::MOVED_PERMANENTLY));
    assert_eq!(refused().await.0, at_issuer(Code::SsoProviderInvalid), "redirects are not followed");
    world.provider.fail_with(None);
    world.provider.set_document("token_endpoint_auth_methods_supported", json!(["client_secret_post"]));
    world.store(&master).await.expect("stored");
    world.try_settings(&master).await.expect("tried");
    world.set_mode(&master, SsoMode::Optional).await.expect("set");
    // This provider takes the secret in the body.
    world.link(VIEWER, "devi").await;
    // A provider that is down can be switched off.
    world.provider.fail_with(Some(StatusCode::BAD_GATEWAY));
    world.set_mode(&master, SsoMode::Off).await.expect("off");
}
