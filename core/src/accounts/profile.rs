//! Rules for changing a bulk account's company and contacts, and the list of changed fields.

use crate::company::{ChangedField, CompanyDetails, Contact, MailingAddress, check_company, parse_registration_no};
use crate::{Code, Problem};

/// The person who changes a company's details.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Editor {
    /// The company's own Master.
    Customer,
    /// A member of the utility's staff, who may change the name too.
    Utility,
}

/// Checks and trims changed details. The company's number identifies the company, so no user can change it. Only the
/// utility can change the name. Fails with a problem for each wrong field, named as in [`check_company`].
pub fn check_profile(
    before: &CompanyDetails,
    after: &CompanyDetails,
    editor: Editor,
) -> Result<CompanyDetails, Problem> {
    let mut after = after.trimmed();
    let is_same_number = after.registration_no == before.registration_no
        || parse_registration_no(&after.registration_no).is_ok_and(|number| number == before.registration_no);
    if is_same_number {
        after.registration_no.clone_from(&before.registration_no);
    }
    let is_same_name = after.company_name == before.company_name;
    let mut wrong = match check_company(&after) {
        Ok(()) => Vec::new(),
        Err(problem) => problem.fields,
    };
    // Editors cannot correct these values, which come from the utility's records.
    wrong.retain(|(field, _)| {
        !(field == "registrationNo" || field == "companyName" && (is_same_name || editor == Editor::Customer))
    });
    if !is_same_number {
        wrong.insert(0, ("registrationNo".to_owned(), Code::RegistrationNoFixed.into()));
    }
    if !is_same_name && editor == Editor::Customer {
        wrong.insert(0, ("companyName".to_owned(), Code::CompanyNameFixed.into()));
    }
    Problem::of_fields(wrong).map_or(Ok(after), Err)
}

/// Returns every field that changed, by its name in the form: `mailingAddress.city`.
#[must_use]
pub fn changed_profile_fields(before: &CompanyDetails, after: &CompanyDetails) -> Vec<ChangedField> {
    let changed = |((field, before), (_, after)): ((String, &String), (String, &String))| {
        (before != after).then(|| ChangedField { field, before: before.clone(), after: after.clone() })
    };
    fields(before).into_iter().zip(fields(after)).filter_map(changed).collect()
}

/// Returns every field with its name, in the order of the form.
fn fields(details: &CompanyDetails) -> Vec<(String, &String)> {
    let CompanyDetails {
        company_name,
        registration_no,
        tin,
        landline,
        mailing_address,
        primary_contact,
        secondary_contact,
    } = details;
    let MailingAddress { unit_floor, building, street, city, postal_code, state } = mailing_address;
    let mut fields = vec![
        ("companyName".to_owned(), company_name),
        ("registrationNo".to_owned(), registration_no),
        ("tin".to_owned(), tin),
        ("landline".to_owned(), landline),
    ];
    let address = [
        ("unitFloor", unit_floor),
        ("building", building),
        ("street", street),
        ("city", city),
        ("postalCode", postal_code),
        ("state", state),
    ];
    fields.extend(address.map(|(name, value)| (format!("mailingAddress.{name}"), value)));
    for (who, contact) in [("primaryContact", primary_contact), ("secondaryContact", secondary_contact)] {
        let Contact { name, email, mobile_no, job_title, department } = contact;
        let contact = [
            ("name", name),
            ("email", email),
            ("mobileNo", mobile_no),
            ("jobTitle", job_title),
            ("department", department),
        ];
        fields.extend(contact.map(|(name, value)| (format!("{who}.{name}"), value)));
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sinar() -> CompanyDetails {
        let contact = |name: &str| Contact {
            name: name.to_owned(),
            email: "aminah@sinar.example".to_owned(),
            mobile_no: "123456789".to_owned(),
            job_title: "Manager".to_owned(),
            department: "Finance".to_owned(),
        };
        CompanyDetails {
            company_name: "Sinar Jaya Sdn. Bhd.".to_owned(),
            registration_no: "201001234567".to_owned(),
            tin: String::new(),
            landline: "0355123456".to_owned(),
            mailing_address: MailingAddress {
                unit_floor: "Level 3".to_owned(),
                building: String::new(),
                street: "Jalan Satu".to_owned(),
                city: "Shah Alam".to_owned(),
                postal_code: "40000".to_owned(),
                state: "Selangor".to_owned(),
            },
            primary_contact: contact("Aminah"),
            secondary_contact: contact("Badrul"),
        }
    }

    #[test]
    fn a_profile_is_trimmed_and_its_errors_are_reported() {
        let mut typed = sinar();
        typed.mailing_address.city = " Klang ".to_owned();
        typed.secondary_contact.name = "Chong".to_owned();
        typed.landline = " +60 3-5512 3456".to_owned();
        typed.primary_contact.mobile_no = "+60 12-345 6789".to_owned();
        let after = check_profile(&sinar(), &typed, Editor::Customer).expect("checked");
        let told: Vec<_> = changed_profile_fields(&sinar(), &after)
            .into_iter()
            .map(|change| format!("{}: {} > {}", change.field, change.before, change.after))
            .collect();
        assert_eq!(told, ["mailingAddress.city: Shah Alam > Klang", "secondaryContact.name: Badrul > Chong"]);
        assert!(changed_profile_fields(&after, &after).is_empty());
    }

    #[test]
    fn the_number_is_fixed_and_only_the_utility_changes_the_name() {
        let fields = |typed: &CompanyDetails, editor| match check_profile(&sinar(), typed, editor) {
            Ok(_) => Vec::new(),
            Err(problem) => problem.fields.into_iter().map(|(field, problem)| (field, problem.code)).collect(),
        };
        let mut typed = sinar();
        typed.registration_no = "201001234568".to_owned();
        typed.company_name = "Sinar Baru Sdn. Bhd.".to_owned();
        let number = ("registrationNo".to_owned(), Code::RegistrationNoFixed);
        let name = ("companyName".to_owned(), Code::CompanyNameFixed);
        assert_eq!(fields(&typed, Editor::Customer), [name.clone(), number.clone()]);
        assert_eq!(fields(&typed, Editor::Utility), [number]);
        typed.company_name = " ".to_owned();
        typed.registration_no = " 201001234567 ".to_owned();
        assert_eq!(fields(&typed, Editor::Customer), [name]);
        assert_eq!(fields(&typed, Editor::Utility), [("companyName".to_owned(), Code::CompanyNameRequired)]);
    }

    #[test]
    fn unchanged_values_of_the_records_are_accepted() {
        let mut before = sinar();
        before.registration_no = "KP/2010/77".to_owned();
        before.company_name = "Pejabat ".repeat(20).trim().to_owned();
        for editor in [Editor::Customer, Editor::Utility] {
            assert_eq!(check_profile(&before, &before, editor), Ok(before.clone()));
        }
        let mut typed = before.clone();
        typed.primary_contact.email = "nobody".to_owned();
        let refused = check_profile(&before, &typed, Editor::Customer).expect_err("refused");
        assert_eq!(refused.fields.len(), 1);
    }
}
