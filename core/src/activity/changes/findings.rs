//! Changes of findings, muted rules and thresholds of the bill audit.

use super::{REMARK, Table, said};
use crate::Words;
use crate::audit::AuditSettings;
use crate::findings::FindingsFact;

impl Table {
    pub(super) fn findings(&mut self, fact: &FindingsFact) {
        match fact {
            FindingsFact::FindingsFound { .. } | FindingsFact::RuleUnmuted { .. } | FindingsFact::BatchWaits { .. } => {
            }
            FindingsFact::FindingsDismissed { reason, .. }
            | FindingsFact::RuleMuted { reason, .. }
            | FindingsFact::BatchReleaseProposed { reason, .. }
            | FindingsFact::BatchReleaseTurnedDown { reason, .. } => {
                self.came(REMARK, said(reason));
            }
            FindingsFact::FindingsReopened { reason, .. } | FindingsFact::BatchReleased { reason, .. } => {
                self.came(REMARK, reason.clone());
            }
            FindingsFact::AuditSettingsChanged { before, after } => self.audit_settings(before, after),
        }
    }

    fn audit_settings(&mut self, before: &AuditSettings, after: &AuditSettings) {
        let language = self.language;
        for (label, value) in SETTINGS {
            self.changed(*label, Some(value(before)), Some(value(after)));
        }
        let off = |settings: &AuditSettings| {
            let titles: Vec<_> = settings.off.iter().map(|rule| rule.title(language).to_owned()).collect();
            self.listed(&titles)
        };
        let (before, after) = (off(before), off(after));
        self.changed(["Rules that are off", "Peraturan yang dimatikan"], before, after);
    }
}

/// A threshold: its label and its value in words.
type Setting = (Words, fn(&AuditSettings) -> String);

const SETTINGS: &[Setting] = &[
    (["Days without a bill", "Hari tanpa bil"], |one| one.gap_days.to_string()),
    (["Days billed twice", "Hari dibilkan dua kali"], |one| one.overlap_days.to_string()),
    (["Shortest period", "Tempoh terpendek"], |one| one.shortest_period.to_string()),
    (["Longest period", "Tempoh terpanjang"], |one| one.longest_period.to_string()),
    (["Longest time to the due date", "Masa terpanjang hingga tarikh akhir"], |one| one.longest_due.to_string()),
    (["Oldest period, in months", "Tempoh terlama, dalam bulan"], |one| one.oldest_months.to_string()),
    (["Days until a bill is missing", "Hari sehingga bil dianggap tiada"], |one| one.missing_days.to_string()),
    (["Change in use", "Perubahan penggunaan"], |one| percent(one.use_change)),
    (["Change in use against last year", "Perubahan penggunaan berbanding tahun lalu"], |one| {
        percent(one.use_change_year)
    }),
    (["Highest use", "Penggunaan tertinggi"], |one| percent(one.use_record)),
    (["Lowest use", "Penggunaan terendah"], |one| percent(one.use_floor)),
    (["Highest demand", "Kehendak tertinggi"], |one| percent(one.demand_record)),
    (["Change in cost for each kWh", "Perubahan kos setiap kWh"], |one| percent(one.unit_cost)),
    (["Change in cost", "Perubahan kos"], |one| percent(one.cost_change)),
    (["Largest rounding", "Penggenapan terbesar"], |one| one.rounding.shown()),
    (["Smallest saving in a year", "Penjimatan terkecil setahun"], |one| one.saving.shown()),
];

fn percent(value: i64) -> String {
    format!("{value}%")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;
    use crate::activity::changes;
    use crate::audience::Audience;
    use crate::audit::AuditRule;
    use crate::fact::Fact;

    #[test]
    fn a_change_of_settings_names_only_changed_values() {
        let before = AuditSettings::default();
        let after = AuditSettings { use_change: 60, off: vec![AuditRule::Gap], ..AuditSettings::default() };
        let fact = FindingsFact::AuditSettingsChanged { before: Box::new(before), after: Box::new(after) };
        let rows = changes(&Fact::from(fact), Audience::Customers, Language::En);
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0].before.clone(), rows[0].after.clone()), (text("50%"), text("60%")));
        assert_eq!(
            (rows[1].before.clone(), rows[1].after.clone()),
            (text("Cost rose sharply, Cost fell sharply"), text("Days without a bill"))
        );
    }
}
