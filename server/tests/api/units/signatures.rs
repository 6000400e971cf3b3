use gridbill::base::Random;
use gridbill::webhooks::sign::{Keys, LENGTH, signatures};
use gridbill_core::webhooks::signed_content;
use openssl::base64::decode_block;
use openssl::pkey::{Id, PKey};
use openssl::sign::Verifier;

/// The published vector of Standard Webhooks.
#[derive(serde::Deserialize)]
struct Vector {
    secret: String,
    id: String,
    timestamp: i64,
    body: String,
    signature: String,
}

#[test]
fn the_published_vector_holds() {
    let vector = include_str!("../../../../fixtures/webhooks/standard.json");
    let vector: Vector = serde_json::from_str(vector).expect("a vector");
    let keys = Keys { secret: decode_block(&vector.secret).expect("base64"), seed: vec![7; LENGTH] };
    let signed = signatures(&[keys], &vector.id, vector.timestamp, &vector.body).expect("signed");
    assert_eq!(signed.split(' ').next(), Some(&*vector.signature));
}

#[test]
fn the_asymmetric_signature_verifies_with_the_public_key() {
    let keys = Keys::generate(&Random::seeded(1));
    let public = keys.public_key().expect("a key");
    let public = decode_block(public.strip_prefix("whpk_").expect("the prefix")).expect("base64");
    let public = PKey::public_key_from_raw_bytes(&public, Id::ED25519).expect("a key");
    let signed = signatures(&[keys], "evt_1", 1_614_265_330, "{}").expect("signed");
    let signed = signed.split(' ').find_map(|part| part.strip_prefix("v1a,")).expect("a signature");
    let signed = decode_block(signed).expect("base64");
    let verify = |content: &[u8]| {
        Verifier::new_without_digest(&public).expect("a verifier").verify_oneshot(&signed, content).expect("checked")
    };
    assert!(verify(b"evt_1.1614265330.{}"));
    assert!(!verify(b"evt_1.1614265330.{ }") && !verify(b"evt_2.1614265330.{}"));
}

#[test]
fn both_keys_of_a_rotation_sign() {
    let random = Random::seeded(2);
    let keys = [Keys::generate(&random), Keys::generate(&random)];
    let [new, earlier] = [&keys[0], &keys[1]].map(|keys| keys.sign(&signed_content("evt_1", 1, "{}")).expect("signed"));
    assert_ne!(new, earlier);
    assert_eq!(signatures(&keys, "evt_1", 1, "{}").expect("signed"), format!("{new} {earlier}"));
}
