//! References compared.

/// What counts of a reference: letters and digits, in capitals, without zeros before it.
pub fn key(text: &str) -> String {
    let plain: String = text.chars().filter(|one| one.is_alphanumeric()).flat_map(char::to_uppercase).collect();
    plain.trim_start_matches('0').to_owned()
}

/// Characters of a word within a text from which on it may be a reference.
const MIN_WORD_LENGTH: usize = 4;

/// The words of a text that may be a reference, by their keys, and the whole of it.
pub fn keys(text: &str) -> Vec<String> {
    let words = text.split(|one: char| !one.is_alphanumeric()).filter(|word| word.chars().count() >= MIN_WORD_LENGTH);
    let mut keys: Vec<String> = std::iter::once(text).chain(words).map(key).filter(|key| !key.is_empty()).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Characters of a key; shorter ones are alike by chance.
const MIN_KEY_LENGTH: usize = 5;
/// Characters of a key from which on two slips are taken for slips; in shorter ones it is one.
const TWO_SLIPS_LENGTH: usize = 8;

/// Whether one is the other with a slip of a finger, or a part of it that a bank has cut off.
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

/// Characters to add, leave out, change, or exchange with the next one.
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
