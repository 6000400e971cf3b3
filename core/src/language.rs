//! The languages of the portal (specification, section 1).

wire! {
    /// English by default; Malay available.
    #[derive(Copy, Eq, Default)]
    pub enum Language {
        /// English.
        #[default]
        En,
        /// Malay.
        Ms,
    }
}

impl Language {
    /// The language that an `Accept-Language` header asks for: the first of ours that it names, else English.
    #[must_use]
    pub fn accepted(header: &str) -> Self {
        header
            .split(',')
            .filter_map(|part| part.split([';', '-']).next())
            .find_map(|tag| match tag.trim() {
                tag if tag.eq_ignore_ascii_case("ms") => Some(Self::Ms),
                tag if tag.eq_ignore_ascii_case("en") => Some(Self::En),
                _ => None,
            })
            .unwrap_or_default()
    }

    /// The tag for `lang` attributes and headers.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ms => "ms",
        }
    }
}
