//! Finds the name of a company in the text of a line.

/// The forms of companies, which banks and customers leave out or shorten.
const FORMS: [&str; 11] = ["SDN", "SENDIRIAN", "BHD", "BERHAD", "PLT", "LLP", "CO", "COMPANY", "LTD", "LIMITED", "M"];
/// Minimum characters of a name that is one word. Shorter ones are in a text by chance.
const MIN_NAME_LENGTH: usize = 4;
/// Minimum characters that are left of a word which the bank cut off.
const MIN_CUT_LENGTH: usize = 3;

fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|one: char| !one.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_uppercase)
}

/// Returns how many words of a company's name the text has one after the other, beginning with the first. A name needs
/// two of them if it has two. The last word of the text may be cut off, because banks have few characters for a name.
pub fn named_words(text: &str, company: &str) -> usize {
    let name: Vec<String> = words(company).filter(|word| !FORMS.contains(&word.as_str())).collect();
    let said: Vec<String> = words(text).collect();
    let is_cut = |at: usize, word: &str| {
        at + 1 == said.len() && said[at].chars().count() >= MIN_CUT_LENGTH && word.starts_with(&said[at])
    };
    let run = |from: usize| {
        name.iter().zip(from..said.len()).take_while(|(word, at)| said[*at] == **word || is_cut(*at, word)).count()
    };
    let longest = (0..said.len()).map(run).max().unwrap_or_default();
    let is_enough = match name.as_slice() {
        [only] => longest == 1 && only.chars().count() >= MIN_NAME_LENGTH,
        _ => longest >= 2,
    };
    if is_enough { longest } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::named_words;

    #[test]
    fn a_name_is_found_without_its_form_and_cut_off() {
        let jaya = "Sinar Jaya Holdings Sdn. Bhd.";
        for (text, company, found) in [
            ("IBG SINAR JAYA HOLDINGS SDN BHD 221", jaya, 3),
            ("sinar-jaya", jaya, 2),
            ("TRANSFER SINAR JAYA HOLD", jaya, 3),
            ("SINAR", jaya, 0),
            ("SINAR HOLDINGS", jaya, 0),
            ("JAYA HOLDINGS", jaya, 0),
            ("SINAR JA", jaya, 0),
            ("MAJLIS PERBANDARAN KLANG", "Majlis Perbandaran Kajang", 2),
            ("FROM TENAGARIA BHD", "Tenagaria Berhad", 1),
            ("FROM UEM", "UEM Berhad", 0),
            ("SDN BHD", "Sdn Bhd", 0),
            ("", jaya, 0),
        ] {
            assert_eq!(named_words(text, company), found, "{text}");
        }
    }
}
