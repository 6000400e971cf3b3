//! The five visual styles of a status (docs/domain/words-and-codes.md#tones). The app shows them through `data-tone`.

wire! {
    /// The visual style of a status. Icon, shape and colour follow from it, and the status is always written next to
    /// them.
    #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
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

impl Tone {
    /// Returns the worst tone of a group, which the group is shown with.
    #[must_use]
    pub fn worst(tones: impl IntoIterator<Item = Self>) -> Option<Self> {
        tones.into_iter().max()
    }
}

#[cfg(test)]
mod tests {
    use super::Tone::{self, Bad, Good, Neutral, Progress, Warning};

    #[test]
    fn a_group_is_shown_with_its_worst_tone() {
        assert_eq!(Tone::worst([Neutral, Warning, Progress]), Some(Warning));
        assert_eq!(Tone::worst([Bad, Good]), Some(Bad));
        assert_eq!(Tone::worst([]), None);
    }
}
