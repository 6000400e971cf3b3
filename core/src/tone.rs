//! The five visual kinds of a state (docs/domain/words-and-codes.md#tones). The app shows them through `data-tone`.

wire! {
    /// How a state looks: icon, shape and colour follow from it, and the word always stands beside them.
    #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
    pub enum Tone {
        /// Nothing to do and nothing wrong.
        Neutral,
        /// Done.
        Good,
        /// Somebody else is working on it.
        Progress,
        /// The reader has something to do.
        Warning,
        /// It went wrong or is late.
        Bad,
    }
}

impl Tone {
    /// A group shows its worst.
    #[must_use]
    pub fn worst(tones: impl IntoIterator<Item = Self>) -> Option<Self> {
        tones.into_iter().max()
    }
}
