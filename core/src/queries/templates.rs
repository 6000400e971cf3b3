//! Texts that staff begin an answer with, in the language of the reader.

use super::QueryKind;
use crate::{Language, Words};

wire! {
    /// A text that staff begin an answer with.
    #[derive(Eq)]
    pub struct AnswerTemplate {
        pub title: String,
        pub text: String,
    }
}

/// A template's title and text.
type Template = (Words, Words);

const CORRECT: Template = (
    ["The bill is correct", "Bil adalah betul"],
    ["We have checked this bill and found it correct.", "Kami telah menyemak bil ini dan mendapati bil ini betul."],
);
const CORRECTED: Template = (
    ["We send a corrected bill", "Kami menghantar bil yang diperbetulkan"],
    [
        "We have checked this bill. You will receive a corrected bill.",
        "Kami telah menyemak bil ini. Anda akan menerima bil yang diperbetulkan.",
    ],
);
const MORE: Template = (
    ["We need more information", "Kami memerlukan maklumat lanjut"],
    [
        "To check this bill, we need more information. Please reply with it, or attach a file.",
        "Untuk menyemak bil ini, kami memerlukan maklumat lanjut. Sila balas dengan maklumat itu, atau lampirkan fail.",
    ],
);
const METER: Template = (
    ["We read the meter again", "Kami membaca meter semula"],
    [
        "We will read the meter again and tell you the reading.",
        "Kami akan membaca meter semula dan memaklumkan bacaannya kepada anda.",
    ],
);
const RECEIVED: Template = (
    ["We have found the payment", "Kami telah menemui bayaran itu"],
    [
        "We have found the payment. Your next bill will show it.",
        "Kami telah menemui bayaran itu. Bil anda yang seterusnya akan memaparkannya.",
    ],
);

/// Returns the templates for a query of that kind.
#[must_use]
pub fn answer_templates(kind: QueryKind, language: Language) -> Vec<AnswerTemplate> {
    let own: &[Template] = match kind {
        QueryKind::Reading => &[METER],
        QueryKind::Payment => &[RECEIVED],
        QueryKind::Amount
        | QueryKind::Tariff
        | QueryKind::Period
        | QueryKind::Duplicate
        | QueryKind::EInvoice
        | QueryKind::Other => &[],
    };
    let all = own.iter().chain(&[CORRECT, CORRECTED, MORE]);
    all.map(|(title, text)| AnswerTemplate {
        title: language.pick(*title).to_owned(),
        text: language.pick(*text).to_owned(),
    })
    .collect()
}
