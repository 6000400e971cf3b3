//! The five visual styles of a status (docs/domain/words-and-codes.md#tones). The app shows them through `data-tone`.

wire! {
    /// The visual style of a status. Icon, shape and colour follow from it, and the status is always written next to
    /// them.
    #[derive(Copy, Eq, Hash)]
    pub enum Tone {
        /// Nothing to do and nothing wrong.
        Neutral,
        /// Done.
        Good,
        /// Another person or the utility is working on it.
        Progress,
        /// The reader has to act.
        Warning,
        /// It failed or is late.
        Bad,
    }
}
