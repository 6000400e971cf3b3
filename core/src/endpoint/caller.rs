//! Who calls, and what a call is about, as types: the server gives each caller the value that its handlers receive.

use crate::number::{BulkId, MemberId, RegistrationId};

/// Anybody.
pub struct Public;
/// A signed-in customer of the bulk account that the call is about, or of their own when it names none; staff in customer
/// view mode when it only reads; where the line says so, staff who act for the bulk account.
pub struct Customer;
/// A signed-in customer, with or without a bulk account; where the line says so, staff too.
pub struct AnyCustomer;
/// Whoever made the application that the call is about; where the line says so, staff once it was submitted. For everybody
/// else it is not there.
pub struct Applicant;
/// A signed-in member of the utility's staff.
pub struct Staff;
/// Anybody signed in. A bulk account that the call is about is the own one for a customer, and any for staff.
pub struct SignedIn;
/// The bank gateway, known by its signature.
pub struct Gateway;

/// What a call is about, by which somebody may make it.
#[derive(Debug, Clone, Copy)]
pub enum About<'a> {
    /// A bulk account.
    BulkAccount(&'a BulkId),
    /// The bulk account of a person or an invitation.
    Member(&'a MemberId),
    /// A company's application.
    Application(&'a RegistrationId),
}

/// A field by which such a caller says what a call is about: `of` in an endpoint's line takes no other.
#[diagnostic::on_unimplemented(message = "by a field of the type `{Self}` nobody can be let in as `{Caller}`")]
pub trait Names<Caller> {
    /// What it names; nothing for the caller's own.
    fn about(&self) -> Option<About<'_>>;
}

impl Names<Customer> for BulkId {
    fn about(&self) -> Option<About<'_>> {
        Some(About::BulkAccount(self))
    }
}

impl Names<Customer> for Option<BulkId> {
    fn about(&self) -> Option<About<'_>> {
        self.as_ref().map(About::BulkAccount)
    }
}

impl Names<AnyCustomer> for Option<BulkId> {
    fn about(&self) -> Option<About<'_>> {
        self.as_ref().map(About::BulkAccount)
    }
}

impl Names<SignedIn> for Option<BulkId> {
    fn about(&self) -> Option<About<'_>> {
        self.as_ref().map(About::BulkAccount)
    }
}

impl Names<Customer> for MemberId {
    fn about(&self) -> Option<About<'_>> {
        Some(About::Member(self))
    }
}

impl Names<Applicant> for RegistrationId {
    fn about(&self) -> Option<About<'_>> {
        Some(About::Application(self))
    }
}
