//! Names as facts and rows store them, where no user of that name acts: of an integration, and of a user whose personal
//! data was erased (docs/domain/personal-data.md).

use crate::Language;

/// The stored name of a user whose personal data was erased. The migration 0031 has it, too.
pub const FORMER_USER: &str = "Former user";
/// That name as readers see it, in both languages.
pub const FORMER_USER_WORDS: [&str; 2] = [FORMER_USER, "Bekas pengguna"];

/// The beginning of the recorded name of an integration, which acts by an API token. No user and no part of the portal
/// has such a name: names of users have no colon.
const INTEGRATION: &str = "integration:";
const INTEGRATION_WORDS: [&str; 2] = ["Integration", "Integrasi"];

/// Returns the name that facts store for an integration.
#[must_use]
pub fn integration_actor(name: &str) -> String {
    format!("{INTEGRATION}{name}")
}

/// Returns a recorded name as readers see it. An integration is named as one, and an erased user as a former user;
/// users, banks, the utility and unknown names are shown as recorded.
#[must_use]
pub fn display_name(recorded: String, language: Language) -> String {
    if recorded == FORMER_USER {
        return language.pick(FORMER_USER_WORDS).to_owned();
    }
    match recorded.strip_prefix(INTEGRATION) {
        Some(name) => format!("{} {name}", language.pick(INTEGRATION_WORDS)),
        None => recorded,
    }
}
