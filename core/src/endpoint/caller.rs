//! Kinds of callers, and what a call is about, as types. The server maps each caller type to the value that its
//! handlers receive.

use crate::number::{BulkId, MemberId, RegistrationId};

/// Any caller, without a session.
pub struct Public;
/// A signed-in customer of the bulk account that the call is about, or of their own if it names none. Also staff in
/// customer view mode, for calls that only read, and staff who act for the bulk account where the line allows it.
pub struct Customer;
/// A signed-in customer, with or without a bulk account. Staff too, where the line says so.
pub struct AnyCustomer;
/// The user who made the application that the call is about. Staff too, where the line says so, once it was submitted.
/// All others get a 404.
pub struct Applicant;
/// A signed-in member of the utility's staff.
pub struct Staff;
/// Any signed-in user. If the call is about a bulk account, it must be a customer's own; for staff it can be any.
pub struct SignedIn;
/// The bank gateway, authenticated by its signature.
pub struct Gateway;

/// What a call is about. The guard decides by it whether the caller may make the call.
#[derive(Debug, Clone, Copy)]
pub enum CallSubject<'a> {
    /// A bulk account.
    BulkAccount(&'a BulkId),
    /// The bulk account of a user or of an invitation.
    Member(&'a MemberId),
    /// A company's application.
    Application(&'a RegistrationId),
}

/// A type of request field that identifies the subject of a call by this kind of caller. `of` in an endpoint's line
/// accepts no other type.
#[diagnostic::on_unimplemented(message = "a field of the type `{Self}` does not say what a `{Caller}` call is about")]
pub trait NamesSubject<Caller> {
    /// Returns the subject that the field identifies; none for the caller's own bulk account.
    fn about(&self) -> Option<CallSubject<'_>>;
}

impl NamesSubject<Customer> for BulkId {
    fn about(&self) -> Option<CallSubject<'_>> {
        Some(CallSubject::BulkAccount(self))
    }
}

impl NamesSubject<Customer> for Option<BulkId> {
    fn about(&self) -> Option<CallSubject<'_>> {
        self.as_ref().map(CallSubject::BulkAccount)
    }
}

impl NamesSubject<AnyCustomer> for Option<BulkId> {
    fn about(&self) -> Option<CallSubject<'_>> {
        self.as_ref().map(CallSubject::BulkAccount)
    }
}

impl NamesSubject<SignedIn> for Option<BulkId> {
    fn about(&self) -> Option<CallSubject<'_>> {
        self.as_ref().map(CallSubject::BulkAccount)
    }
}

impl NamesSubject<Customer> for MemberId {
    fn about(&self) -> Option<CallSubject<'_>> {
        Some(CallSubject::Member(self))
    }
}

impl NamesSubject<Applicant> for RegistrationId {
    fn about(&self) -> Option<CallSubject<'_>> {
        Some(CallSubject::Application(self))
    }
}
