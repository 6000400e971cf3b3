//! Saved views of lists: the parameters of a list's address, saved under a name
//! (docs/domain/lists-and-search.md#saved-views).

use std::collections::BTreeMap;

use crate::endpoint::Nothing;
use crate::list::{self, on_wire};
use crate::typed::{check_characters, clean};
use crate::{Code, Problem};

/// Maximum characters of a name.
pub const MAX_NAME_LENGTH: usize = 60;
/// Maximum views of a user, for all lists together.
pub const MAX_VIEWS: usize = 50;
/// Maximum bytes of a view's parameters; enough for a pasted list of 1,000 numbers.
pub const MAX_ADDRESS_BYTES: usize = 20_000;
/// Hours for which a deleted view can be restored.
pub const RESTORE_HOURS: i64 = 24;

endpoints! {
    /// Lists the user's views of a list, and those that colleagues share.
    GetViews = Get "/portal/api/v1/Views"
        for SignedIn
        refuses(ListUnknown)
        light reads(Views): Json (ViewsRequest) -> Vec<SavedView>;
    /// Saves the parameters of a list's address under a name.
    SaveView = Post "/portal/api/v1/Views/Save"
        for SignedIn
        refuses(ListUnknown, ViewNameRequired, ViewNameInvalid, ViewNameInUse, ViewsTooMany)
        changes(Views): Json (SaveViewRequest) -> SavedView;
    /// Renames a view.
    RenameView = Post "/portal/api/v1/Views/Rename"
        for SignedIn
        refuses(Forbidden, ViewNameRequired, ViewNameInvalid, ViewNameInUse, ViewNotFound)
        changes(Views): Json (RenameViewRequest) -> Nothing;
    /// Shares a view with the team, or stops sharing it.
    ShareView = Post "/portal/api/v1/Views/Share"
        for SignedIn
        refuses(Forbidden, ViewNotFound)
        changes(Views): Json (ShareViewRequest) -> Nothing;
    /// Deletes a view.
    DeleteView = Post "/portal/api/v1/Views/Delete"
        for SignedIn
        refuses(Forbidden, ViewNotFound)
        changes(Views): Json (ViewRequest) -> Nothing;
    /// Restores a deleted view.
    RestoreView = Post "/portal/api/v1/Views/Restore"
        for SignedIn
        refuses(Forbidden, ViewNameInUse, ViewsTooMany, ViewNotFound)
        changes(Views): Json (ViewRequest) -> Nothing;
}

wire! {
    /// The list whose views are requested.
    pub struct ViewsRequest {
        /// The list's name.
        pub list: String,
    }

    /// A list's address, saved under a name.
    pub struct SavedView {
        pub view_id: String,
        /// The list's name.
        pub list: String,
        pub name: String,
        /// The parameters of the address.
        #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
        pub address: BTreeMap<String, String>,
        /// Whether colleagues see it, too.
        pub is_shared: bool,
        /// Whether it is the user's own.
        pub is_own: bool,
        /// Whether the user may change and delete it.
        pub may_change: bool,
        /// The name of the user who saved it.
        pub saved_by: String,
    }

    /// A view to save.
    pub struct SaveViewRequest {
        /// The list's name.
        pub list: String,
        #[serde(default)]
        pub name: String,
        /// The parameters of the address.
        #[cfg_attr(feature = "ts", tsify(type = "Record<string, string>"))]
        pub address: BTreeMap<String, String>,
        /// Whether colleagues see it, too.
        #[serde(default)]
        pub is_shared: bool,
    }

    /// A new name for a view.
    pub struct RenameViewRequest {
        pub view_id: String,
        #[serde(default)]
        pub name: String,
    }

    /// Shares a view with the team, or stops sharing it.
    pub struct ShareViewRequest {
        pub view_id: String,
        pub is_shared: bool,
    }

    /// The view to delete or restore.
    pub struct ViewRequest {
        pub view_id: String,
    }
}

/// Parses the name of a view. Fails with [`Code::ViewNameRequired`], [`Code::ViewNameInvalid`].
pub fn parse_name(text: &str) -> Result<String, Problem> {
    let text = clean(text);
    check_characters(&text, Code::LineCharacter, |one| !one.is_control())
        .map_err(|problem| Problem::at("name", problem))?;
    match text.chars().count() {
        0 => Err(Problem::at("name", Code::ViewNameRequired)),
        1..=MAX_NAME_LENGTH => Ok(text.into_owned()),
        _ => Err(Problem::at("name", Problem::new(Code::ViewNameInvalid).with("limit", MAX_NAME_LENGTH))),
    }
}

/// Checks that the list knows the parameters and the order. The values are parsed only when the view is opened, as for
/// any other address. Fails with [`Code::Unreadable`] for a parameter that the list does not know, [`Code::TooLarge`].
pub fn check_address(list: &list::ListSpec, address: &BTreeMap<String, String>) -> Result<(), Problem> {
    let bytes: usize = address.iter().map(|(name, value)| name.len() + value.len()).sum();
    if bytes > MAX_ADDRESS_BYTES {
        return Err(Problem::at("address", Problem::new(Code::TooLarge).with("limit", MAX_ADDRESS_BYTES)));
    }
    match address.iter().find(|(name, value)| !is_valid_parameter(list, name, value)) {
        None => Ok(()),
        Some((name, _)) => {
            let reason = format!("address.{name}: the list {} has no such parameter or value", list.name);
            Err(Problem::at("address", Problem::new(Code::Unreadable).with("reason", reason)))
        }
    }
}

/// Whether the list's address may have that parameter. `ascending` and `descending` only reverse an order's default.
fn is_valid_parameter(list: &list::ListSpec, name: &str, value: &str) -> bool {
    let turns = |descends: bool| value == "true" && list.orders.iter().any(|order| order.descends == descends);
    match name {
        "sort" => list.orders.iter().any(|order| on_wire(order.by) == value),
        "ascending" => turns(true),
        "descending" => turns(false),
        name => !value.is_empty() && list.params.iter().any(|param| param.name == name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bills::LISTS;

    fn history() -> &'static list::ListSpec {
        LISTS.iter().find(|list| list.name == "billHistory").expect("a list")
    }

    fn check(said: &[(&str, &str)]) -> Result<(), Code> {
        let address = said.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        check_address(history(), &address).map_err(|problem| problem.code)
    }

    #[test]
    fn an_address_has_only_parameters_of_its_list() {
        assert_eq!(check(&[]), Ok(()));
        assert_eq!(check(&[("status", "paid"), ("from", "2026-11-01"), ("group", "a,b")]), Ok(()));
        assert_eq!(check(&[("sort", "totalAmountPayable"), ("ascending", "true")]), Ok(()));
        assert_eq!(check(&[("sort", "accountNo"), ("descending", "true")]), Ok(()));
        for wrong in [
            ("open", "rename"),
            ("batch", "2800000001"),
            ("sort", "totalBills"),
            ("descending", "false"),
            ("status", ""),
            ("Status", "paid"),
        ] {
            assert_eq!(check(&[("status", "paid"), wrong]), Err(Code::Unreadable), "{wrong:?}");
        }
        let long = "2".repeat(MAX_ADDRESS_BYTES);
        assert_eq!(check(&[("search", &long)]), Err(Code::TooLarge));
        assert_eq!(check(&[("search", &long[6..])]), Ok(()));
    }

    #[test]
    fn a_view_has_a_name() {
        assert_eq!(parse_name("  Johor, unpaid "), Ok("Johor, unpaid".to_owned()));
        assert_eq!(parse_name(" ").expect_err("refused").code, Code::ViewNameRequired);
        assert!(parse_name(&"é".repeat(MAX_NAME_LENGTH)).is_ok());
        for (wrong, code) in
            [("é".repeat(MAX_NAME_LENGTH + 1), Code::ViewNameInvalid), ("a\nb".to_owned(), Code::LineBreak)]
        {
            assert_eq!(parse_name(&wrong).expect_err("refused").fields[0].1.code, code);
        }
    }
}
