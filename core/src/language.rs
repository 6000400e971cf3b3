//! The languages of the portal (docs/domain/words-and-codes.md#languages).

macro_rules! languages {
    ($($(#[$about:meta])* $language:ident $tag:literal;)+) => {
        wire! {
            /// English by default; Malay available.
            #[derive(Copy, Eq, Default)]
            #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "lowercase"))]
            pub enum Language {
                $($(#[$about])* $language,)+
            }
        }

        impl Language {
            /// Every language, in the order in which [`Words`] has them.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$language),+];
            /// The number of languages.
            pub const COUNT: usize = [$(stringify!($language)),+].len();

            /// The tag for `lang` attributes and headers.
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

/// A word in every language. A language that is added does not compile until each of these has its word.
pub type Words = [&'static str; Language::COUNT];

impl Language {
    /// The language that an `Accept-Language` header prefers among ours; of two equal ones the first, else English.
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

    /// The value of this language, of a table with one for each.
    #[must_use]
    pub const fn pick<T: Copy>(self, each: [T; Self::COUNT]) -> T {
        each[self as usize]
    }
}

/// `q=0.8` in thousandths; 1,000 where there is none or it is no weight.
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
