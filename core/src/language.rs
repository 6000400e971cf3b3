//! The languages of the portal (docs/domain/words-and-codes.md#languages).

macro_rules! languages {
    ($($(#[$about:meta])* $language:ident $tag:literal;)+) => {
        wire! {
            /// A language of the portal; English by default.
            #[derive(Copy, Eq, Default)]
            #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "lowercase"))]
            pub enum Language {
                $($(#[$about])* $language,)+
            }
        }

        impl Language {
            /// Every language, in the order of [`Words`].
            pub const ALL: [Self; Self::COUNT] = [$(Self::$language),+];
            /// The number of languages.
            pub const COUNT: usize = [$(stringify!($language)),+].len();

            /// Returns the tag for `lang` attributes and headers.
            #[must_use]
            pub const fn tag(self) -> &'static str {
                match self {
                    $(Self::$language => $tag,)+
                }
            }
        }
    };
}

languages! {
    /// English.
    #[default]
    En "en";
    /// Malay.
    Ms "ms";
}

/// A text in every language. Adding a language breaks the build until each of these has a text for it.
pub type Words = [&'static str; Language::COUNT];

impl Language {
    /// Returns the language of the portal that an `Accept-Language` header prefers. On a tie the first wins; English if
    /// none matches.
    #[must_use]
    pub fn accepted(header: &str) -> Self {
        let ours = header.split(',').filter_map(|part| {
            let (tag, parameters) = part.split_once(';').unwrap_or((part, ""));
            let language = match tag.split('-').next().map(str::trim) {
                Some(tag) if tag.eq_ignore_ascii_case("ms") => Self::Ms,
                Some(tag) if tag.eq_ignore_ascii_case("en") => Self::En,
                _ => return None,
            };
            Some((weight(parameters), language)).filter(|(weight, _)| *weight > 0)
        });
        ours.reduce(|best, next| if next.0 > best.0 { next } else { best }).map_or_else(Self::default, |(_, best)| best)
    }

    /// Returns this language's entry of a table with one entry for each language.
    #[must_use]
    pub const fn pick<T: Copy>(self, each: [T; Self::COUNT]) -> T {
        each[self as usize]
    }
}

/// Parses `q=0.8` into thousandths; returns 1,000 if it is missing or malformed.
fn weight(parameters: &str) -> u16 {
    let Some(text) = parameters.trim().strip_prefix("q=") else {
        return 1_000;
    };
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let thousandths: String = fraction.chars().chain("000".chars()).take(3).collect();
    match (whole, thousandths.parse::<u16>()) {
        ("0", Ok(thousandths)) => thousandths,
        _ => 1_000,
    }
}
