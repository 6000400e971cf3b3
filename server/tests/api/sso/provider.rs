//! A small OpenID Connect provider that can lie in every way, and a small DNS server.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use gridbill::app::App;
use gridbill_core::identity::sso::{FinishSsoRequest, SsoStart};
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use openssl::base64;
use openssl::ec::{EcGroup, EcKey};
use openssl::nid::Nid;
use openssl::pkey::PKey;
use openssl::rsa::Rsa;
use reqwest::Url;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::support::Portal;

/// A lie about the next token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lie {
    ForgedKeyId,
    NoSignature,
    SharedSecret,
    StrangersKey,
    Issuer,
    Audience,
    Nonce,
    Expired,
    OldSignIn,
    NoSignInTime,
    NoToken,
    /// The claim has this value, as JSON.
    Claim(&'static str, &'static str),
}

/// How the provider reads the client's secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    /// As RFC 6749 says: decoded, or in the body.
    Decoded,
    /// From the header, without decoding it.
    Undecoded,
}

#[derive(Clone)]
struct Key {
    id: String,
    algorithm: Algorithm,
    signing: EncodingKey,
}

impl Key {
    fn es256(id: &str) -> Self {
        let group = EcGroup::from_curve_name(Nid::X9_62_PRIME256V1).expect("a curve");
        let key = PKey::from_ec_key(EcKey::generate(&group).expect("a key")).expect("a key");
        let signing = EncodingKey::from_ec_der(&key.private_key_to_pkcs8().expect("a key"));
        Self { id: id.to_owned(), algorithm: Algorithm::ES256, signing }
    }

    fn of(id: &str, algorithm: Algorithm) -> Self {
        let signing = match algorithm {
            Algorithm::ES256 => return Self::es256(id),
            Algorithm::ES384 => {
                let group = EcGroup::from_curve_name(Nid::SECP384R1).expect("a curve");
                let key = PKey::from_ec_key(EcKey::generate(&group).expect("a key")).expect("a key");
                EncodingKey::from_ec_der(&key.private_key_to_pkcs8().expect("a key"))
            }
            Algorithm::EdDSA => {
                let key = PKey::generate_ed25519().expect("a key");
                EncodingKey::from_ed_der(&key.private_key_to_pkcs8().expect("a key"))
            }
            _ => {
                let key = Rsa::generate(2048).expect("a key").private_key_to_der().expect("a key");
                EncodingKey::from_rsa_der(&key)
            }
        };
        Self { id: id.to_owned(), algorithm, signing }
    }

    fn public(&self) -> Value {
        let mut key =
            serde_json::to_value(Jwk::from_encoding_key(&self.signing, self.algorithm).expect("a key")).expect("JSON");
        key["kid"] = json!(self.id);
        key["use"] = json!("sig");
        key
    }
}

/// What the provider remembers of a sign-in until its code is exchanged.
struct Grant {
    subject: String,
    nonce: String,
    challenge: String,
    redirect: String,
    auth_time: i64,
}

struct Settings {
    keys: Vec<Key>,
    /// Changes of the configuration.
    document: Value,
    grants: HashMap<String, Grant>,
    lie: Option<Lie>,
    /// The status of each answer; None for the answers of a provider that works.
    failing: Option<StatusCode>,
    secret: String,
    reads: Reads,
    /// Calls of the token endpoint with wrong credentials.
    refused_clients: u32,
    email: String,
    name: String,
    app: Option<App>,
    codes: u32,
}

#[derive(Clone)]
pub struct Provider {
    pub issuer: String,
    settings: Arc<Mutex<Settings>>,
}

impl Provider {
    pub async fn start(secret: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let issuer = format!("http://{}", listener.local_addr().expect("an address"));
        let settings = Settings {
            keys: vec![Key::es256("first")],
            document: json!({
                "issuer": issuer,
                "authorization_endpoint": format!("{issuer}/authorize?tenant=sinar"),
                "token_endpoint": format!("{issuer}/token"),
                "jwks_uri": format!("{issuer}/keys"),
                "code_challenge_methods_supported": ["S256"],
                "authorization_response_iss_parameter_supported": true,
            }),
            grants: HashMap::new(),
            lie: None,
            failing: None,
            secret: secret.to_owned(),
            reads: Reads::Decoded,
            refused_clients: 0,
            email: "somebody@sinar.example".to_owned(),
            name: "Noraini".to_owned(),
            app: None,
            codes: 0,
        };
        let provider = Self { issuer, settings: Arc::new(Mutex::new(settings)) };
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(document))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        provider
    }

    fn change<T>(&self, change: impl FnOnce(&mut Settings) -> T) -> T {
        change(&mut self.settings.lock().expect("settings"))
    }

    pub fn use_clock_of(&self, portal: &Portal) {
        self.change(|settings| settings.app = Some(portal.app.clone()));
    }

    /// Lies about the next token.
    pub fn lie(&self, lie: Lie) {
        self.change(|settings| settings.lie = Some(lie));
    }

    pub fn fail_with(&self, status: Option<StatusCode>) {
        self.change(|settings| settings.failing = status);
    }

    pub fn set_email(&self, email: &str) {
        self.change(|settings| settings.email = email.to_owned());
    }

    pub fn set_name(&self, name: &str) {
        self.change(|settings| settings.name = name.to_owned());
    }

    pub fn set_document(&self, name: &str, value: Value) {
        self.change(|settings| settings.document[name] = value);
    }

    /// Replaces all keys: tokens are signed by the new one.
    pub fn rotate(&self, id: &str) {
        self.change(|settings| settings.keys = vec![Key::es256(id)]);
    }

    /// Adds a key, which signs from now on.
    pub fn add_key(&self, id: &str, algorithm: Algorithm) {
        self.change(|settings| settings.keys.insert(0, Key::of(id, algorithm)));
    }

    pub fn remove_keys(&self) {
        self.change(|settings| settings.keys.clear());
    }

    pub fn read_secret(&self, reads: Reads) {
        self.change(|settings| settings.reads = reads);
    }

    /// Returns how often the token endpoint refused the client since the last call of this function.
    pub fn take_refused_clients(&self) -> u32 {
        self.change(|settings| std::mem::take(&mut settings.refused_clients))
    }

    /// Does what browser and user do at the provider, and returns what the page of the redirect address sends.
    pub fn authorize(&self, start: &SsoStart, subject: &str) -> FinishSsoRequest {
        let url = Url::parse(&start.address).expect("an address");
        assert!(start.address.starts_with(&format!("{}/authorize?tenant=sinar&", self.issuer)), "{}", start.address);
        assert!(!start.address.contains(&start.handle), "the handle stays in the browser");
        let given: HashMap<String, String> = url.query_pairs().into_owned().collect();
        assert_eq!((given["response_type"].as_str(), given["client_id"].as_str()), ("code", "portal"));
        assert_eq!(given["code_challenge_method"], "S256");
        assert!(given["scope"].split(' ').any(|scope| scope == "openid"));
        assert_eq!(given.get("max_age").map(String::as_str), given.get("prompt").map(|_| "60"));
        self.change(|settings| {
            settings.codes += 1;
            let code = format!("code-{}", settings.codes);
            let grant = Grant {
                subject: subject.to_owned(),
                nonce: given["nonce"].clone(),
                challenge: given["code_challenge"].clone(),
                redirect: given["redirect_uri"].clone(),
                auth_time: now(settings),
            };
            settings.grants.insert(code.clone(), grant);
            FinishSsoRequest {
                handle: start.handle.clone(),
                state: given["state"].clone(),
                code: Some(code),
                error: None,
                iss: Some(self.issuer.clone()),
                invitation_token: None,
            }
        })
    }
}

fn now(settings: &Settings) -> i64 {
    settings.app.as_ref().expect("a clock").now().utc().timestamp()
}

type Reply = Result<Json<Value>, (StatusCode, Json<Value>)>;

fn up(settings: &Settings) -> Result<(), (StatusCode, Json<Value>)> {
    settings.failing.map_or(Ok(()), |status| Err((status, Json(json!({})))))
}

async fn document(State(provider): State<Provider>) -> Reply {
    provider.change(|settings| up(settings).map(|()| Json(settings.document.clone())))
}

async fn keys(State(provider): State<Provider>) -> Reply {
    provider.change(|settings| {
        up(settings)?;
        // A key of an unknown kind, as new kinds will be.
        let mut keys = vec![json!({ "kty": "new", "kid": "unknown" })];
        keys.extend(settings.keys.iter().map(Key::public));
        Ok(Json(json!({ "keys": keys })))
    })
}

async fn token(
    State(provider): State<Provider>,
    headers: HeaderMap,
    Form(form): Form<HashMap<String, String>>,
) -> Reply {
    provider.change(|settings| {
        up(settings)?;
        let refuse = |error: &str| (StatusCode::BAD_REQUEST, Json(json!({ "error": error })));
        // Written out, so that the encoding of the header is checked independently.
        let expected: &[u8] = match settings.reads {
            Reads::Decoded => b"portal:s3cret%3A%2F%2Bof%3Dthe%26client",
            Reads::Undecoded => b"portal:s3cret:/+of=the&client",
        };
        let credentials = format!("Basic {}", base64::encode_block(expected));
        let is_ours = headers.get("authorization").is_some_and(|value| *value == *credentials)
            || form.get("client_secret") == Some(&settings.secret);
        if !is_ours {
            settings.refused_clients += 1;
            return Err(refuse("invalid_client"));
        }
        let grant = settings.grants.remove(&form["code"]).ok_or_else(|| refuse("invalid_grant"))?;
        let challenge = base64url(&Sha256::digest(&form["code_verifier"]));
        if form["grant_type"] != "authorization_code"
            || grant.challenge != challenge
            || grant.redirect != form["redirect_uri"]
        {
            return Err(refuse("invalid_grant"));
        }
        let lie = settings.lie.take();
        if lie == Some(Lie::NoToken) {
            return Ok(Json(json!({ "access_token": "a" })));
        }
        Ok(Json(json!({ "access_token": "a", "token_type": "Bearer", "id_token": id_token(settings, &grant, lie) })))
    })
}

fn id_token(settings: &Settings, grant: &Grant, lie: Option<Lie>) -> String {
    let (key, at) = (&settings.keys[0], now(settings));
    let mut claims = json!({
        "iss": settings.document["issuer"], "sub": grant.subject, "aud": "portal", "nonce": grant.nonce,
        "iat": at, "exp": at + 300, "auth_time": grant.auth_time,
        "name": settings.name, "email": settings.email, "email_verified": true,
    });
    let mut header = Header::new(key.algorithm);
    header.kid = Some(key.id.clone());
    match lie {
        Some(Lie::ForgedKeyId) => header.kid = Some("forged".to_owned()),
        Some(Lie::Issuer) => claims["iss"] = json!("https://login.evil.example"),
        Some(Lie::Audience) => claims["aud"] = json!("another"),
        Some(Lie::Nonce) => claims["nonce"] = json!("another"),
        Some(Lie::Expired) => claims["exp"] = json!(at - 121),
        Some(Lie::Claim(name, value)) => claims[name] = serde_json::from_str(value).expect("JSON"),
        Some(Lie::OldSignIn) => claims["auth_time"] = json!(at - 3600),
        Some(Lie::NoSignInTime) => drop(claims.as_object_mut().expect("claims").remove("auth_time")),
        Some(Lie::NoSignature) => {
            let header = base64url(format!(r#"{{"alg":"none","kid":"{}"}}"#, key.id).as_bytes());
            return format!("{header}.{}.", base64url(claims.to_string().as_bytes()));
        }
        Some(Lie::SharedSecret) => {
            // The known trick: the public key is used as if it were a shared secret.
            header.alg = Algorithm::HS256;
            let secret = EncodingKey::from_secret(key.public().to_string().as_bytes());
            return encode(&header, &claims, &secret).expect("a token");
        }
        Some(Lie::StrangersKey) => {
            return encode(&header, &claims, &Key::es256(&key.id).signing).expect("a token");
        }
        Some(Lie::NoToken) | None => {}
    }
    encode(&header, &claims, &key.signing).expect("a token")
}

fn base64url(bytes: &[u8]) -> String {
    base64::encode_block(bytes).trim_end_matches('=').replace('+', "-").replace('/', "_")
}

/// A DNS server that knows TXT records only.
pub struct DnsServer {
    pub address: SocketAddr,
    records: Arc<Mutex<HashMap<String, Vec<String>>>>,
    is_failing: Arc<AtomicBool>,
}

impl DnsServer {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let records: Arc<Mutex<HashMap<String, Vec<String>>>> = Arc::default();
        let is_failing: Arc<AtomicBool> = Arc::default();
        let (known, fails) = (records.clone(), is_failing.clone());
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let length = stream.read_u16().await.expect("a length");
                let mut query = vec![0; usize::from(length)];
                stream.read_exact(&mut query).await.expect("a query");
                let mut answer = answer(&query, &known.lock().expect("records"));
                if fails.load(Ordering::Relaxed) {
                    // The code of a server's own failure.
                    answer[3] = 0x80 | 2;
                }
                stream.write_u16(u16::try_from(answer.len()).expect("short")).await.expect("sent");
                stream.write_all(&answer).await.expect("sent");
            }
        });
        Self { address, records, is_failing }
    }

    pub fn set_failing(&self, is_failing: bool) {
        self.is_failing.store(is_failing, Ordering::Relaxed);
    }

    pub fn set(&self, name: &str, texts: &[&str]) {
        let texts = texts.iter().map(ToString::to_string).collect();
        self.records.lock().expect("records").insert(name.to_owned(), texts);
    }
}

fn answer(query: &[u8], records: &HashMap<String, Vec<String>>) -> Vec<u8> {
    let (mut at, mut labels) = (12, Vec::new());
    while query[at] != 0 {
        let end = at + 1 + usize::from(query[at]);
        labels.push(String::from_utf8(query[at + 1..end].to_vec()).expect("a label"));
        at = end;
    }
    let found = records.get(&labels.join("."));
    let code = if found.is_some() { 0 } else { 3 };
    let texts = found.cloned().unwrap_or_default();
    let count = u8::try_from(texts.len()).expect("few");
    let mut answer = [&query[..2], &[0x81, 0x80 | code, 0, 1, 0, count, 0, 0, 0, 0], &query[12..at + 5]].concat();
    for text in texts {
        // Two strings, as long records have.
        let (first, second) = text.as_bytes().split_at(text.len() / 2);
        let length = u8::try_from(text.len() + 2).expect("short");
        answer.extend([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, length]);
        for part in [first, second] {
            answer.push(u8::try_from(part.len()).expect("short"));
            answer.extend(part);
        }
    }
    answer
}
