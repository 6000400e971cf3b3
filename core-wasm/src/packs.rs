//! Verifies audit packs, and computes emissions again from their inputs. A package of its own, because only one page uses
//! it, which also works without a connection.

use gridbill_core::carbon::{
    self, CarbonAccount, CarbonBill, CarbonBy, CarbonResult, EmissionFactor, EnergyCertificate, GridRegion,
};
use gridbill_core::packs::{self, MAX_BYTES, Outcome, Verification, VerifyOptions};
use gridbill_core::{Day, Language, Tone};
use serde_bytes::ByteBuf;
use wasm_bindgen::prelude::*;

use crate::rule::{Checked, List, checked};

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
    /// Computes the emissions of bills as the server does, so that a report can be recomputed from its inputs.
    carbonReport(bills: List<CarbonBill>, accounts: List<CarbonAccount>, factors: List<EmissionFactor>, certificates: List<EnergyCertificate>, by: CarbonBy, from: Option<Day>, to: Option<Day>, today: Day, language: Language) -> Checked<CarbonResult> =
        checked(carbon::carbon_report(bills, accounts, factors, certificates, by, (from, to), today), language);
    /// Returns the grid that supplies a state.
    regionOfState(state: String) -> GridRegion = carbon::region_of_state(&state);
}
