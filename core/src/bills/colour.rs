//! The colour of a batch (docs/domain/bills.md#colour-of-a-batch).

use crate::{Day, Language, Tone};

wire! {
    /// How old an unpaid batch is, in days since its extraction.
    #[derive(Copy, Eq)]
    pub enum BatchColour {
        /// 15 days or fewer.
        Green,
        /// Over 15 days, at most 30.
        Orange,
        /// Over 30 days: overdue, pay now.
        Red,
    }
}

/// Returns the colour of a batch with unpaid bills, by the day of its extraction.
#[must_use]
pub fn batch_colour(extracted: Day, today: Day) -> BatchColour {
    match today.days_since(extracted) {
        days if days > 30 => BatchColour::Red,
        days if days > 15 => BatchColour::Orange,
        _ => BatchColour::Green,
    }
}

impl BatchColour {
    /// The word next to the colour; none for green, the normal case.
    #[must_use]
    pub const fn word(self, language: Language) -> Option<&'static str> {
        let words = match self {
            Self::Green => return None,
            Self::Orange => ["Pay soon", "Bayar segera"],
            Self::Red => ["Pay now", "Bayar sekarang"],
        };
        Some(language.pick(words))
    }

    /// The tone of its label.
    #[must_use]
    pub const fn tone(self) -> Tone {
        match self {
            Self::Green => Tone::Good,
            Self::Orange => Tone::Warning,
            Self::Red => Tone::Bad,
        }
    }
}
