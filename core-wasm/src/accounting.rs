//! Cost centres, codings, and plans of several payments. A package of its own, because few pages use it.

use gridbill_core::costs::{self, CodingPart, CodingPeriod, CodingRow, UploadedCodings};
use gridbill_core::payments::{self, PaymentMethod, PaymentPlan, PlannedBill};
use gridbill_core::problem::ErrorBody;
use gridbill_core::{Language, Money};

use wasm_bindgen::prelude::*;

use crate::rule::{Checked, List, checked, refusal};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "type CodingRow = [number, string[]];";

rules! {
    /// Checks the form of a cost centre. Fields: `code`, `name`.
    checkCostCentre(code: String, name: String, language: Language) -> Option<ErrorBody> =
        refusal(costs::check_cost_centre(&code, &name), language);
    /// Checks the coding of an account, and returns it as it is stored. `known` has the codes that it may use. Its fields are
    /// those of the periods, such as `periods.0.parts.1.share`.
    checkCoding(periods: List<CodingPeriod>, known: List<String>, language: Language) -> Checked<Vec<CodingPeriod>> =
        checked(costs::check_periods(&periods, &known.into_iter().collect(), "periods"), language);
    /// Checks the default coding of a group, and returns it as it is stored. Its fields are those of the parts, such as
    /// `parts.1.share`.
    checkParts(parts: List<CodingPart>, known: List<String>, language: Language) -> Checked<Vec<CodingPart>> =
        checked(costs::check_parts(&parts, &known.into_iter().collect(), "parts"), language);
    /// Reads the rows of a workbook of codings. `known` has the codes of the cost centres that may be used.
    readCodings(rows: List<CodingRow>, known: List<String>, language: Language) -> Checked<UploadedCodings> =
        checked(costs::read_codings(&rows, &known.into_iter().collect(), language), language);
    /// Divides an amount among the parts of a coding, in their order. The shares must add up to the whole.
    splitAmount(amount: Money, parts: List<CodingPart>) -> Vec<Money> = costs::split_amount(amount, &parts);
    /// Reads a percentage as a share in 1/10,000.
    parseShare(text: String, language: Language) -> Checked<i64> = checked(costs::parse_share(&text), language);
    /// Writes a share as a percentage, without the sign.
    percentOf(share: i64) -> String = costs::percent(share);
    /// Plans the payments that a method makes of a selection, each within the method's limits.
    planPayments(bills: List<PlannedBill>, method: PaymentMethod, mostReferences: usize) -> PaymentPlan =
        payments::split(&bills, method, mostReferences);
}
