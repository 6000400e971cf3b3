//! The name that stands for a user whose personal data was erased (docs/domain/personal-data.md).

/// The stored name. The migration 0031 has it, too.
pub const FORMER_USER: &str = "Former user";
/// The name as readers see it, in both languages.
pub const FORMER_USER_WORDS: [&str; 2] = [FORMER_USER, "Bekas pengguna"];
