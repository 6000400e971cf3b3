//! Recovery codes: ten codes that each work once, for a user who lost the other factors.

use gridbill_core::identity::factors::{RECOVERY_CODES, normal_recovery_code};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::totp::base32;
use crate::base::Random;

/// Random bytes of a code: 120 bits, so that a hash without work is enough (ASVS 6.5.2).
const BYTES: usize = 15;
/// Characters between two hyphens.
const GROUP: usize = 4;

/// Makes new codes, in the form that users see.
#[must_use]
pub fn make(random: &Random) -> Vec<String> {
    (0..RECOVERY_CODES).map(|_| shown(&base32(&random.bytes::<BYTES>()))).collect()
}

fn shown(code: &str) -> String {
    let groups: Vec<&str> = (0..code.len()).step_by(GROUP).filter_map(|at| code.get(at..at + GROUP)).collect();
    groups.join("-")
}

/// Returns the hash under which a person's code is stored.
#[must_use]
pub fn hashed(person_id: Uuid, typed: &str) -> Vec<u8> {
    let code = normal_recovery_code(typed);
    Sha256::new().chain_update(person_id.as_bytes()).chain_update(code.as_bytes()).finalize().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_codes_differ_and_are_read_as_people_type_them() {
        let random = Random::seeded(1);
        let (codes, person_id) = (make(&random), random.uuid());
        assert_eq!(codes.iter().collect::<std::collections::BTreeSet<_>>().len(), 10);
        let code = &codes[0];
        assert_eq!((code.len(), code.split('-').count()), (29, 6));
        let typed = code.to_lowercase().replace('-', " ");
        assert_eq!(hashed(person_id, code), hashed(person_id, &typed));
        assert_ne!(hashed(person_id, code), hashed(random.uuid(), code));
    }
}
