//! Random numbers that are the same in every run.

/// The generator known as `SplitMix64`.
pub struct Random(u64);

impl Random {
    pub const fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from `least` to below `end`.
    pub fn within(&mut self, least: i64, end: i64) -> i64 {
        let width = u64::try_from(end - least).unwrap_or(1).max(1);
        least + i64::try_from(self.next() % width).unwrap_or_default()
    }

    /// Returns a length below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.within(0, i64::try_from(end).unwrap_or(i64::MAX))).unwrap_or_default()
    }

    /// Returns true on average once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn of<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    /// Returns `length` characters of an alphabet.
    pub fn text(&mut self, alphabet: &str, length: usize) -> String {
        let alphabet: Vec<char> = alphabet.chars().collect();
        (0..length).map(|_| *self.of(&alphabet)).collect()
    }

    /// Inserts, removes or replaces a few characters. Implementations tend to differ on input that is almost valid.
    pub fn spoilt(&mut self, text: &str) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        for _ in 0..=self.below(2) {
            let place = self.below(characters.len() + 1);
            let strange = *self.of(&[
                '0', '9', 'a', 'Z', ' ', '.', ',', '-', '+', '@', 'é', '１', '\u{a0}', '\n', '\u{1}', '"', '\\', '😀',
            ]);
            match self.below(3) {
                0 => characters.insert(place, strange),
                1 if place < characters.len() => {
                    characters.remove(place);
                }
                _ if place < characters.len() => characters[place] = strange,
                _ => characters.push(strange),
            }
        }
        characters.into_iter().collect()
    }
}
