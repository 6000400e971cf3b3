//! What the mount must know of whoever calls.

use gridbill_core::number::BulkId;
use uuid::Uuid;

use crate::who::{Caller, Customer, Person, Staff, Visitor};

/// From where and by what a call comes, and whose it is.
pub trait HasCaller {
    fn caller(&self) -> &Caller;

    /// None for a visitor.
    fn person_id(&self) -> Option<Uuid>;

    /// None for a visitor.
    fn session_id(&self) -> Option<Uuid>;

    /// The bulk accounts that a call is about which names these.
    fn bulk_ids(&self, named: &[String]) -> Vec<BulkId>;
}

impl HasCaller for Person {
    fn caller(&self) -> &Caller {
        &self.caller
    }

    fn person_id(&self) -> Option<Uuid> {
        Some(self.person_id)
    }

    fn session_id(&self) -> Option<Uuid> {
        Some(self.session_id)
    }

    fn bulk_ids(&self, _: &[String]) -> Vec<BulkId> {
        self.bulk_id.iter().cloned().collect()
    }
}

impl HasCaller for Customer {
    fn caller(&self) -> &Caller {
        self.person.caller()
    }

    fn person_id(&self) -> Option<Uuid> {
        self.person.person_id()
    }

    fn session_id(&self) -> Option<Uuid> {
        self.person.session_id()
    }

    fn bulk_ids(&self, _: &[String]) -> Vec<BulkId> {
        vec![self.bulk_id.clone()]
    }
}

impl HasCaller for Staff {
    fn caller(&self) -> &Caller {
        self.person.caller()
    }

    fn person_id(&self) -> Option<Uuid> {
        self.person.person_id()
    }

    fn session_id(&self) -> Option<Uuid> {
        self.person.session_id()
    }

    fn bulk_ids(&self, named: &[String]) -> Vec<BulkId> {
        named.iter().filter_map(|named| BulkId::parse(named).ok()).collect()
    }
}

impl HasCaller for Visitor {
    fn caller(&self) -> &Caller {
        &self.caller
    }

    fn person_id(&self) -> Option<Uuid> {
        None
    }

    fn session_id(&self) -> Option<Uuid> {
        None
    }

    fn bulk_ids(&self, _: &[String]) -> Vec<BulkId> {
        Vec::new()
    }
}
