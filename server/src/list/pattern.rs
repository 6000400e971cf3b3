//! Patterns for `ilike`.

/// The pattern of texts that have this one in them.
pub fn contains(text: &str) -> String {
    let mut pattern = String::from("%");
    for character in text.chars() {
        match character {
            '%' | '_' | '\\' => pattern.extend(['\\', character]),
            _ => pattern.push(character),
        }
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_patterns_are_looked_for_as_they_are() {
        assert_eq!(contains("a_b"), "%a\\_b%");
        assert_eq!(contains("50%\\"), "%50\\%\\\\%");
    }
}
