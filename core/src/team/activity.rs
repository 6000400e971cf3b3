//! Whether a user is active.

use crate::tone::Tone;
use crate::{Day, Instant};

/// A user counts as active for this many calendar months after the last sign-in.
pub const ACTIVE_MONTHS: u32 = 2;

/// Whether a user is active. On the wire it is a number, which filters send.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(into = "u8", try_from = "u8")]
#[repr(u8)]
pub enum Activity {
    /// Signed in within the last two calendar months.
    Active = 1,
    /// Signed in longer ago, or never.
    Inactive = 2,
    /// Has not accepted the invitation or not activated the account.
    InvitePending = 3,
}

impl Activity {
    /// Computes the activity. `is_awaited` is true until the user has joined or activated the account. For others, the
    /// last sign-in counts by its day at +08:00.
    #[must_use]
    pub fn of(is_awaited: bool, last_logged_in: Option<Instant>, today: Day) -> Self {
        match last_logged_in {
            _ if is_awaited => Self::InvitePending,
            Some(at) if Day::at(at) >= Self::active_since(today) => Self::Active,
            _ => Self::Inactive,
        }
    }

    /// Returns the tone that lists show.
    #[must_use]
    pub const fn tone(self) -> Tone {
        match self {
            Self::Active => Tone::Good,
            Self::Inactive => Tone::Neutral,
            Self::InvitePending => Tone::Progress,
        }
    }

    /// Returns the first day on which a sign-in still counts.
    #[must_use]
    pub fn active_since(today: Day) -> Day {
        today.minus_months(ACTIVE_MONTHS)
    }
}

impl From<Activity> for u8 {
    fn from(activity: Activity) -> Self {
        activity as Self
    }
}

impl TryFrom<u8> for Activity {
    type Error = &'static str;

    fn try_from(code: u8) -> Result<Self, Self::Error> {
        let all = [Self::Active, Self::Inactive, Self::InvitePending];
        all.into_iter().find(|activity| *activity as u8 == code).ok_or("an activity is 1, 2 or 3")
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Activity {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Activity".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "integer", "enum": [1, 2, 3] })
    }
}

#[cfg(feature = "ts")]
const _: () = {
    use wasm_bindgen::prelude::wasm_bindgen;
    #[wasm_bindgen(typescript_custom_section)]
    const ACTIVITY: &str = "export type Activity = 1 | 2 | 3;";
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_is_active_for_two_months_after_a_sign_in() {
        let today = Day::parse("2026-11-28").expect("a day");
        let of = |at: &str| Activity::of(false, Some(Instant::parse(at).expect("an instant")), today);
        assert_eq!(Activity::active_since(today), Day::parse("2026-09-28").expect("a day"));
        // Midnight in Malaysia.
        assert_eq!(of("2026-09-27T16:00:00Z"), Activity::Active);
        assert_eq!(of("2026-09-27T15:59:59Z"), Activity::Inactive);
        assert_eq!(Activity::of(false, None, today), Activity::Inactive);
        assert_eq!(Activity::of(true, None, today), Activity::InvitePending);
        let now = Some(today.begins());
        assert_eq!(Activity::of(true, now, today), Activity::InvitePending);
        for activity in [Activity::Active, Activity::Inactive, Activity::InvitePending] {
            assert_eq!(Activity::try_from(u8::from(activity)), Ok(activity));
        }
    }
}
