//! Rules of announcements by name.

use gridbill_core::announcements::{AnnouncementForm, check_draft, check_frozen, preview, suggested};
use serde_json::{Value, json};

use super::input::{Input, Malformed};
use super::refused;

pub fn answer(rule: &str, input: Input<'_>) -> Result<Value, Malformed> {
    let language = input.language();
    Ok(match rule {
        "announcement.frozen" => {
            let now = input.instant("now")?;
            let frozen =
                check_frozen(&input.named::<Vec<_>>("freezes")?, &input.named::<Vec<_>>("features")?, now, language);
            // The sentence contains the end of the freeze.
            json!(frozen.err().map(|problem| problem.sentence(language)))
        }
        "announcement.check" => {
            let form: AnnouncementForm = input.named("form")?;
            refused(check_draft(&form, input.instant("now")?).err(), input)
        }
        "announcement.preview" => json!(preview(&input.named("form")?, language)),
        "announcement.suggested" => json!(suggested(&input.named("form")?)),
        _ => return Err(Malformed),
    })
}
