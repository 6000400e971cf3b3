//! Descriptions of roles for users. They are made from the role's permissions, so they always agree with the guard.

use super::{Action, Area, Permissions, Role, Scope};
use crate::{Language, Words};

/// A sentence about permissions. It is part of a role's description if the role holds all of them.
struct Duty {
    scopes: &'static [(Area, &'static [Action])],
    sentence: Words,
}

/// Declares duties, each with its permissions and its sentence in both languages.
macro_rules! duties {
    ($($($area:ident: $($action:ident)+),+ => $en:literal / $ms:literal;)*) => {
        const DUTIES: &[Duty] = &[$(Duty {
            scopes: &[$((Area::$area, &[$(Action::$action),+])),+],
            sentence: [$en, $ms],
        }),*];
    };
}

duties! {
    Bill: View, Payment: View, Account: View =>
        "View bills, payments, electricity accounts and groups."
        / "Lihat bil, pembayaran, akaun elektrik dan kumpulan.";
    Payment: Add Update =>
        "Make payments, and respond to under- and overpayments."
            / "Buat pembayaran, dan beri maklum balas tentang kurangan dan lebihan bayaran.";
    Bill: Update =>
        "Ask the utility about bills, and decide about findings of the bill audit."
            / "Tanya utiliti tentang bil, dan buat keputusan tentang penemuan audit bil.";
    Account: Add Update Delete =>
        "Manage electricity accounts and groups." / "Urus akaun elektrik dan kumpulan.";
    ManageUser: View Add Update Delete =>
        "Manage users and transfer the master role." / "Urus pengguna dan pindahkan peranan master.";
    ManageBulkAccounts: View, CustomerViewMode: View, SearchElectricityAccounts: View =>
        "View all customers with their registrations, accounts, bills and users."
        / "Lihat semua pelanggan dengan pendaftaran, akaun, bil dan penggunanya.";
    ManageBulkAccounts: View Add Update Delete, CustomerViewMode: View, SearchElectricityAccounts: View =>
        "Decide on registrations; view and manage all customers with their accounts and users."
        / "Putuskan pendaftaran; lihat dan urus semua pelanggan dengan akaun dan penggunanya.";
    AllPayments: View, PendingApproval: View => "View all payments." / "Lihat semua pembayaran.";
    AllPayments: View, PendingApproval: View Update =>
        "View, accept, decline and reconcile all payments." / "Lihat, terima, tolak dan selaraskan semua pembayaran.";
    ManageTnbAdmins: View, ManageTnbUsers: View =>
        "View staff users and business users." / "Lihat pengguna kakitangan dan pengguna perniagaan.";
    ManageTnbAdmins: View Add Update Delete, ManageTnbUsers: View Update Delete =>
        "Manage staff users and business users." / "Urus pengguna kakitangan dan pengguna perniagaan.";
    FpxManualRequery: View => "View FPX payments at the gateway." / "Lihat pembayaran FPX di gerbang.";
    FpxManualRequery: View Update => "Query FPX payments at the gateway." / "Semak pembayaran FPX di gerbang.";
    BulkChildAccountError: View =>
        "View accounts that could not be added." / "Lihat akaun yang tidak dapat ditambah.";
    Operations: View =>
        "View jobs, unsent e-mails, the feed, announcements and settings."
        / "Lihat kerja, e-mel belum dihantar, suapan, pengumuman dan tetapan.";
    Operations: View Update =>
        "Run the portal: jobs, unsent e-mails, the feed, announcements and payment methods."
        / "Kendalikan portal: kerja, e-mel belum dihantar, suapan, pengumuman dan kaedah pembayaran.";
}

impl Duty {
    fn scopes(&self) -> impl Iterator<Item = Scope> {
        self.scopes.iter().flat_map(|&(area, actions)| actions.iter().map(move |&action| Scope { area, action }))
    }

    fn is_held(&self, role: Role, permissions: Permissions) -> bool {
        self.scopes().all(|scope| role.allows(permissions, scope))
    }

    /// Whether the other sentence covers all of these permissions, and more.
    fn is_within(&self, other: &Self) -> bool {
        self.scopes().count() < other.scopes().count()
            && self.scopes().all(|scope| other.scopes().any(|one| one == scope))
    }
}

impl Role {
    /// Describes what a user of the role may do. `permissions` counts only for a Member.
    #[must_use]
    pub fn description(self, permissions: Permissions, language: Language) -> String {
        let held: Vec<_> = DUTIES.iter().filter(|duty| duty.is_held(self, permissions)).collect();
        let shown = held.iter().filter(|duty| !held.iter().any(|other| duty.is_within(other)));
        shown.map(|duty| language.pick(duty.sentence)).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::registry::endpoints;

    /// Returns every permission that a call needs.
    fn asked() -> BTreeSet<Scope> {
        endpoints().flat_map(|entry| entry.scope.into_iter().chain(entry.staff_scope)).collect()
    }

    #[test]
    fn a_description_is_about_all_that_a_role_may_call_and_about_nothing_else() {
        let asked = asked();
        assert!(asked.len() > 25, "{asked:?}");
        for &role in Role::ALL {
            for (make_payments, manage_accounts) in [(false, false), (true, false), (false, true), (true, true)] {
                let permissions = Permissions { make_payments, manage_accounts };
                let held: BTreeSet<_> = role.scopes(permissions).into_iter().collect();
                let told: BTreeSet<_> =
                    DUTIES.iter().filter(|duty| duty.is_held(role, permissions)).flat_map(Duty::scopes).collect();
                assert_eq!(told, &held & &asked, "{role:?} {permissions:?}");
            }
        }
    }

    #[test]
    fn a_wider_sentence_replaces_a_narrower_one() {
        let none = Permissions::default();
        let officer = Role::PccrAdmin.description(none, Language::En);
        assert!(officer.contains("View, accept, decline and reconcile all payments."), "{officer}");
        assert!(!officer.contains("View all payments."), "{officer}");
    }
}
