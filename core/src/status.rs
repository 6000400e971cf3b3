//! The public status of the portal (docs/domain/announcements.md#status-page): whether its services worked in the last hour, and the
//! announcements. It has no data of a company or user, and no counts.

use crate::announcements::Announcement;
use crate::endpoint::{EndpointSpec, Nothing};
use crate::{Instant, Topic};

endpoints! {
    /// Returns whether sign-in, payments and documents worked in the last hour, and the current announcements.
    GetStatus = Get "/portal/api/v1/Status"
        for Public
        refuses(TooManyAttempts)
        light reads(): Json (Nothing) -> PortalStatus;
}

wire! {
    /// A service of the status page.
    #[derive(Copy, Eq, Hash)]
    pub enum Service {
        SignIn,
        Payments,
        Documents,
    }

    /// How a service worked in the last hour.
    #[derive(Copy, Eq)]
    pub enum ServiceState {
        Working,
        /// No user called it in the last hour.
        Unused,
        /// Some calls failed, or work is late.
        Disturbed,
        Down,
    }

    /// A service and its state.
    #[derive(Copy, Eq)]
    pub struct ServiceStatus {
        pub service: Service,
        pub state: ServiceState,
    }

    /// The public status.
    pub struct PortalStatus {
        pub services: Vec<ServiceStatus>,
        pub announcements: Vec<Announcement>,
        /// The time of the figures.
        pub as_of: Instant,
    }

    /// What is known of a service.
    #[derive(Copy, Eq, Default)]
    pub struct ServiceFigures {
        /// The calls of the last hour.
        pub calls: u64,
        /// Those of them that the portal could not answer.
        pub failed: u64,
        /// Whether accepted work is later than the operators' alarms allow.
        pub is_late: bool,
        /// Whether the database does not answer.
        pub is_away: bool,
    }
}

/// Failed calls below this number say nothing about a service.
const FEWEST_FAILURES: u64 = 3;
/// A service is disturbed if more than one in this many calls failed.
const DISTURBED_ONE_IN: u64 = 50;
/// A service is down if more than one in this many calls failed.
const DOWN_ONE_IN: u64 = 2;

impl Service {
    /// The services, in the order of the page.
    pub const ALL: &[Self] = &[Self::SignIn, Self::Payments, Self::Documents];

    /// Returns the service that an endpoint belongs to, from what its declaration changes and the files that it gives.
    #[must_use]
    pub fn of(entry: &EndpointSpec) -> Option<Self> {
        let changes = |topic| entry.changes.contains(&topic);
        if changes(Topic::Sessions) {
            Some(Self::SignIn)
        } else if changes(Topic::Payments) {
            Some(Self::Payments)
        } else if changes(Topic::Downloads) || !entry.files.is_empty() {
            Some(Self::Documents)
        } else {
            None
        }
    }
}

impl ServiceFigures {
    /// Returns the state of the service.
    #[must_use]
    pub const fn state(self) -> ServiceState {
        let many = self.failed >= FEWEST_FAILURES;
        if self.is_away || many && self.failed.saturating_mul(DOWN_ONE_IN) > self.calls {
            ServiceState::Down
        } else if self.is_late || many && self.failed.saturating_mul(DISTURBED_ONE_IN) > self.calls {
            ServiceState::Disturbed
        } else if self.calls == 0 {
            ServiceState::Unused
        } else {
            ServiceState::Working
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::endpoints;

    #[test]
    fn a_call_belongs_to_the_service_that_it_is_part_of() {
        let of = |name| endpoints().find(|entry| entry.name == name).map(Service::of).expect("an endpoint");
        assert_eq!(of("AdminLogin"), Some(Service::SignIn));
        assert_eq!(of("FpxDirect"), Some(Service::Payments));
        assert_eq!(of("DownloadAddAccountTemplate"), Some(Service::Documents));
        assert_eq!(of("GetStatus"), None);
        for service in Service::ALL {
            assert!(endpoints().filter(|entry| Service::of(entry) == Some(*service)).count() > 4, "{service:?}");
        }
    }
}
