//! The demo's ids: they look random, but are the same in every run.

use rand::Rng as _;
use rand_chacha::ChaCha20Rng;
use uuid::Uuid;

pub fn uuid(rng: &mut ChaCha20Rng) -> Uuid {
    let mut bytes = [0; 16];
    rng.fill_bytes(&mut bytes);
    uuid::Builder::from_random_bytes(bytes).into_uuid()
}
