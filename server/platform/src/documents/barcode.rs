//! Code 128 of digits (ISO/IEC 15417, code set C): each symbol encodes two digits, in three bars and three spaces.

/// The widths of bars and spaces of each symbol, by value; the last is the stop symbol.
const SYMBOLS: [&str; 107] = [
    "212222", "222122", "222221", "121223", "121322", "131222", "122213", "122312", "132212", "221213", "221312",
    "231212", "112232", "122132", "122231", "113222", "123122", "123221", "223211", "221132", "221231", "213212",
    "223112", "312131", "311222", "321122", "321221", "312212", "322112", "322211", "212123", "212321", "232121",
    "111323", "131123", "131321", "112313", "132113", "132311", "211313", "231113", "231311", "112133", "112331",
    "132131", "113123", "113321", "133121", "313121", "211331", "231131", "213113", "213311", "213131", "311123",
    "311321", "331121", "312113", "312311", "332111", "314111", "221411", "431111", "111224", "111422", "121124",
    "121421", "141122", "141221", "112214", "112412", "122114", "122411", "142112", "142211", "241211", "221114",
    "413111", "241112", "134111", "111242", "121142", "121241", "114212", "124112", "124211", "411212", "421112",
    "421211", "212141", "214121", "412121", "111143", "111341", "131141", "114113", "114311", "411113", "411311",
    "113141", "114131", "311141", "411131", "211412", "211214", "211232", "2331112",
];
const START_C: usize = 105;
const STOP: usize = 106;
const MODULUS: usize = 103;

/// Returns the widths of alternating bars and spaces, beginning with a bar; `None` unless the text consists of pairs of
/// digits.
pub fn code_128(digits: &str) -> Option<Vec<u8>> {
    if digits.is_empty() || !digits.len().is_multiple_of(2) || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let value = |pair: &[u8]| usize::from(pair[0] - b'0') * 10 + usize::from(pair[1] - b'0');
    let values: Vec<usize> = digits.as_bytes().chunks_exact(2).map(value).collect();
    let weighted: usize = values.iter().zip(1..).map(|(value, place)| value * place).sum();
    let check = (START_C + weighted) % MODULUS;
    let symbols = [START_C].into_iter().chain(values).chain([check, STOP]);
    Some(symbols.flat_map(|symbol| SYMBOLS[symbol].bytes().map(|width| width - b'0')).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symbol_is_eleven_modules_and_no_other() {
        let modules = |symbol: &str| symbol.bytes().map(|width| u32::from(width - b'0')).sum::<u32>();
        let different: std::collections::BTreeSet<_> = SYMBOLS.iter().collect();
        assert_eq!(different.len(), SYMBOLS.len());
        assert!(SYMBOLS[..STOP].iter().all(|symbol| symbol.len() == 6 && modules(symbol) == 11));
        // The bars of each symbol have an even total width, on which scanners rely.
        let bars = |symbol: &str| symbol.bytes().step_by(2).map(|width| u32::from(width - b'0')).sum::<u32>();
        assert!(SYMBOLS[..STOP].iter().all(|symbol| bars(symbol).is_multiple_of(2)));
        assert_eq!(modules(SYMBOLS[STOP]), 13);
    }

    #[test]
    fn pairs_of_digits_with_their_check() {
        // 105 + 12 + 2 × 34 + 3 × 56 = 353, which is 44 modulo 103.
        let text: String = code_128("123456").unwrap().iter().map(u8::to_string).collect();
        assert_eq!(text, ["211232", "112232", "131123", "331121", "132131", "2331112"].concat());
        for wrong in ["", "1", "12a4", "１２"] {
            assert_eq!(code_128(wrong), None, "{wrong}");
        }
    }
}
