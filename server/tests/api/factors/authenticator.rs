//! A small authenticator: makes passkeys and answers questions as a telephone does, by openssl. Its fields can be changed
//! to answer wrongly.

use openssl::base64::{decode_block, encode_block};
use openssl::bn::BigNumContext;
use openssl::ec::{EcGroup, EcKey, PointConversionForm};
use openssl::hash::MessageDigest;
use openssl::nid::Nid;
use openssl::pkey::{PKey, Private};
use openssl::rand::rand_bytes;
use openssl::sha::sha256;
use openssl::sign::Signer;
use serde_json::{Value, json};

/// The portal's address without a public one (`Config::passkey_url`).
pub const ORIGIN: &str = "http://localhost:8080";

const PRESENT: u8 = 0x01;
const VERIFIED: u8 = 0x04;
const ATTESTED: u8 = 0x40;

#[derive(Clone)]
pub struct Authenticator {
    key: EcKey<Private>,
    id: Vec<u8>,
    user: Vec<u8>,
    pub origin: String,
    pub relying_party: String,
    pub is_verified: bool,
    /// The counter of the last answer.
    pub counter: u32,
    /// Whether it counts its answers. Passkeys that are synchronised between devices always say zero.
    pub is_counting: bool,
}

impl Authenticator {
    pub fn new() -> Self {
        let group = EcGroup::from_curve_name(Nid::X9_62_PRIME256V1).expect("P-256");
        let mut id = vec![0; 32];
        rand_bytes(&mut id).expect("random bytes");
        Self {
            key: EcKey::generate(&group).expect("a key"),
            id,
            user: Vec::new(),
            origin: ORIGIN.to_owned(),
            relying_party: "localhost".to_owned(),
            is_verified: true,
            counter: 0,
            is_counting: true,
        }
    }

    /// Makes the passkey that the options ask for.
    pub fn create(&mut self, options: &Value) -> Value {
        let options = &options["publicKey"];
        self.user = decode(options["user"]["id"].as_str().expect("a user"));
        self.counter += u32::from(self.is_counting);
        let client = self.client_data("webauthn.create", options);
        let mut data = self.data(ATTESTED);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).expect("a length").to_be_bytes());
        data.extend(&self.id);
        data.extend(self.public_key());
        let mut object = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x59".to_vec();
        object.extend(u16::try_from(data.len()).expect("a length").to_be_bytes());
        object.extend(data);
        let response = json!({ "attestationObject": encode(&object), "clientDataJSON": encode(&client), "transports": ["internal"] });
        self.credential(response)
    }

    /// Answers a question.
    pub fn get(&mut self, options: &Value) -> Value {
        self.counter += u32::from(self.is_counting);
        let client = self.client_data("webauthn.get", &options["publicKey"]);
        let data = self.data(0);
        let key = PKey::from_ec_key(self.key.clone()).expect("a key");
        let signed = [data.as_slice(), &sha256(&client)].concat();
        let mut signer = Signer::new(MessageDigest::sha256(), &key).expect("a signer");
        let signature = signer.sign_oneshot_to_vec(&signed).expect("signed");
        let response = json!({
            "authenticatorData": encode(&data), "clientDataJSON": encode(&client), "signature": encode(&signature),
            "userHandle": encode(&self.user),
        });
        self.credential(response)
    }

    /// Answers in the name of another user.
    pub fn of_user(&self, user: &[u8]) -> Self {
        Self { user: user.to_vec(), ..self.clone() }
    }

    fn credential(&self, response: Value) -> Value {
        let id = encode(&self.id);
        json!({
            "id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": {},
            "authenticatorAttachment": "platform",
        })
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let challenge = &options["challenge"];
        json!({ "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false })
            .to_string()
            .into_bytes()
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let verified = if self.is_verified { VERIFIED } else { 0 };
        let mut data = sha256(self.relying_party.as_bytes()).to_vec();
        data.push(PRESENT | verified | flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// Returns the public key as COSE writes it: ES256 on P-256.
    fn public_key(&self) -> Vec<u8> {
        let mut context = BigNumContext::new().expect("a context");
        let form = PointConversionForm::UNCOMPRESSED;
        let point = self.key.public_key().to_bytes(self.key.group(), form, &mut context).expect("a point");
        let (x, y) = point[1..].split_at(32);
        [b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20".as_slice(), x, b"\x22\x58\x20", y].concat()
    }
}

fn encode(bytes: &[u8]) -> String {
    encode_block(bytes).replace('+', "-").replace('/', "_").trim_end_matches('=').to_owned()
}

fn decode(text: &str) -> Vec<u8> {
    let text = text.replace('-', "+").replace('_', "/");
    let padded = format!("{text}{}", "=".repeat((4 - text.len() % 4) % 4));
    let bytes = decode_block(&padded).expect("base64");
    bytes[..text.len() * 3 / 4].to_vec()
}
