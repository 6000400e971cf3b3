//! The sentences of refusals. The packages `rules` and `forms` each store them.

use gridbill_core::{Code, Language};

use crate::rule::List;

rules! {
    /// Stores the sentences of all codes in a language; call this before any rule can refuse in it. Returns whether
    /// each code has a sentence.
    giveSentences(sentences: List<String>, language: Language) -> bool = Code::give_sentences(language, sentences);
}
