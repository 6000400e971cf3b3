//! Access to the caller's data for all types of callers.

use gridbill_core::number::BulkId;
use uuid::Uuid;

use crate::auth::who::{Applicant, Caller, Customer, Person, Staff, Visitor};

/// A value that knows the caller, the person and the bulk account of a call.
pub trait HasCaller {
    fn caller(&self) -> &Caller;

    /// Returns the signed-in person; `None` for a visitor.
    fn person(&self) -> Option<&Person>;

    /// Returns the bulk account that the call is restricted to.
    fn bulk_id(&self) -> Option<&BulkId> {
        self.person()?.bulk_id.as_ref()
    }

    fn person_id(&self) -> Option<Uuid> {
        self.person().map(|person| person.person_id)
    }

    /// Returns the id under which the caller's calls are counted together; `None` for a visitor.
    fn caller_id(&self) -> Option<Uuid> {
        self.person().map(Person::caller_id)
    }
}

impl HasCaller for Visitor {
    fn caller(&self) -> &Caller {
        &self.caller
    }

    fn person(&self) -> Option<&Person> {
        None
    }
}

impl HasCaller for Person {
    fn caller(&self) -> &Caller {
        &self.caller
    }

    fn person(&self) -> Option<&Person> {
        Some(self)
    }
}

impl HasCaller for Staff {
    fn caller(&self) -> &Caller {
        &self.person.caller
    }

    fn person(&self) -> Option<&Person> {
        Some(&self.person)
    }
}

impl HasCaller for Applicant {
    fn caller(&self) -> &Caller {
        &self.person.caller
    }

    fn person(&self) -> Option<&Person> {
        Some(&self.person)
    }
}

impl HasCaller for Customer {
    fn caller(&self) -> &Caller {
        &self.person.caller
    }

    fn person(&self) -> Option<&Person> {
        Some(&self.person)
    }

    fn bulk_id(&self) -> Option<&BulkId> {
        Some(&self.bulk_id)
    }
}
