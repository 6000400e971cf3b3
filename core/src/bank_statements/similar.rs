//! Compares reference numbers.

/// Normalises a reference: letters and digits in capitals, without leading zeros.
pub fn reference_form(text: &str) -> String {
    let plain: String = text.chars().filter(|one| one.is_alphanumeric()).flat_map(char::to_uppercase).collect();
    plain.trim_start_matches('0').to_owned()
}

/// Minimum characters of a word that may be a reference.
const MIN_WORD_LENGTH: usize = 4;

/// Returns the keys of a text: of each word that may be a reference, and of the entire text.
pub fn keys(text: &str) -> Vec<String> {
    let words = text.split(|one: char| !one.is_alphanumeric()).filter(|word| word.chars().count() >= MIN_WORD_LENGTH);
    let mut keys: Vec<String> =
        std::iter::once(text).chain(words).map(reference_form).filter(|key| !key.is_empty()).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Minimum characters of a key for a similarity search. Shorter keys are similar by chance.
const MIN_KEY_LENGTH: usize = 5;
/// Minimum characters of a key in which two typing errors are allowed; in shorter keys only one.
const TWO_SLIPS_LENGTH: usize = 8;

/// Whether the texts differ only by typing errors, or the shorter is a part of the longer, as when a bank cuts a
/// reference.
pub fn is_similar(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let (short, long) = if one.len() <= other.len() { (&one, &other) } else { (&other, &one) };
    if short.len() < MIN_KEY_LENGTH {
        return false;
    }
    let slips = if short.len() < TWO_SLIPS_LENGTH { 1 } else { 2 };
    long.windows(short.len()).any(|part| part == short.as_slice())
        || (long.len() - short.len() <= slips && distance(short, long) <= slips)
}

/// Returns the edit distance: characters to add, delete, replace, or swap with the next.
fn distance(one: &[char], other: &[char]) -> usize {
    let width = other.len() + 1;
    let mut before_last: Vec<usize> = vec![0; width];
    let mut last: Vec<usize> = (0..width).collect();
    for (row, letter) in one.iter().enumerate() {
        let mut now = vec![row + 1; width];
        for (column, against) in other.iter().enumerate() {
            let changed = last[column] + usize::from(letter != against);
            now[column + 1] = changed.min(last[column + 1] + 1).min(now[column] + 1);
            let is_exchanged = row > 0 && column > 0 && *letter == other[column - 1] && one[row - 1] == *against;
            if is_exchanged {
                now[column + 1] = now[column + 1].min(before_last[column - 1] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, now);
    }
    last[width - 1]
}
