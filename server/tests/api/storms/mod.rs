//! Storms: many simultaneous users, impatient clients, and the invariants. Short in `make test`, long in `make stress`
//! (`GRIDBILL_STRESS=long`).

mod bank_lines;
mod cancelled;
mod crowding;
mod overlapping;
mod pool;
mod replays;
mod slow;
mod statements;
mod streams;

use rand::SeedableRng as _;
use rand_chacha::ChaCha20Rng;

use crate::support::Portal;
use crate::support::given::{self, SINAR};

/// Returns a random source with a fixed seed for this purpose.
fn random(what: &str) -> ChaCha20Rng {
    let seed = what.bytes().fold(2026_u64, |seed, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)));
    ChaCha20Rng::seed_from_u64(seed)
}

/// Inserts this number of colleagues who may pay, and returns their e-mail addresses.
async fn payers(portal: &Portal, count: usize) -> Vec<String> {
    let mut emails = Vec::new();
    for number in 0..count {
        let email = format!("payer{number}@sinar.example");
        let name = format!("Payer {number}");
        let person = given::Person {
            email: &email,
            name: &name,
            role: "member",
            bulk_id: Some(SINAR),
            pays: true,
            keeps: false,
        };
        given::person(portal.pool(), person).await;
        emails.push(email);
    }
    emails
}

/// Checks every invariant (docs/domain/invariants.md) with the queries of `gridbill check`.
async fn every_invariant_holds(portal: &Portal) {
    let (_, findings) = gridbill::check::look(portal.pool()).await.expect("checked");
    for finding in findings {
        assert_eq!(finding.broken, 0, "{}: {:?}", finding.invariant, finding.rows);
    }
}
