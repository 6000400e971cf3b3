//! Verifies audit packs. A package of its own, because only one page uses it, which also works without a connection.

use gridbill_core::packs::{self, MAX_BYTES, Outcome, Verification, VerifyOptions};
use gridbill_core::{Language, Tone};
use serde_bytes::ByteBuf;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "type ByteBuf = Uint8Array<ArrayBuffer>;";

rules! {
    /// Returns the maximum size of an archive in bytes.
    maxPackBytes() -> usize = MAX_BYTES;
    /// Verifies the archive of an audit pack.
    verifyPack(file: ByteBuf, language: Language) -> Verification = packs::verify(&file, &VerifyOptions::default(), language);
    /// Returns the word of a result.
    outcomeWord(outcome: Outcome, language: Language) -> String = outcome.word(language).to_owned();
    /// Returns the tone of a result.
    outcomeTone(outcome: Outcome) -> Tone = outcome.tone();
}
