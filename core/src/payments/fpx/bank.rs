//! The banks that companies can use through FPX (message token 02, B2B1).

use crate::number::BankId;
use crate::payments::Bank;

/// A bank list that FPX sent, after parsing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BankList {
    /// All banks by name, online or offline. A bank that is missing in our directory has its id as its name.
    pub banks: Vec<Bank>,
    /// Entries that could not be read, for the operator's log. They are skipped, so that a bad entry does not make all
    /// banks unavailable.
    pub unreadable: Vec<String>,
}

/// Ids and names of the banks for companies, and of the test banks in FPX's trial environment.
pub const DIRECTORY: [(&str, &str); 27] = [
    ("ABB0232", "Affin Bank"),
    ("ABB0235", "AFFINMAX"),
    ("ABMB0213", "Alliance Bank"),
    ("AGRO02", "AGRONetBIZ"),
    ("AMBB0208", "AmBank"),
    ("BIMB0340", "Bank Islam"),
    ("BMMB0342", "Bank Muamalat"),
    ("BNP003", "BNP Paribas"),
    ("BCBB0235", "CIMB Bank"),
    ("CIT0218", "Citibank"),
    ("DBB0199", "Deutsche Bank"),
    ("HLB0224", "Hong Leong Bank"),
    ("HSBC0223", "HSBC Bank"),
    ("BKRM0602", "i-bizRAKYAT"),
    ("KFH0346", "KFH"),
    ("MBB0228", "Maybank2E"),
    ("OCBC0229", "OCBC Bank"),
    ("PBB0233", "Public Bank PBe"),
    ("PBB0234", "Public Bank PB enterprise"),
    ("RHB0218", "RHB Bank"),
    ("SCB0215", "Standard Chartered"),
    ("UOB0227", "UOB Bank"),
    ("UOB0228", "UOB Regional"),
    ("MBSB001", "MBSB Bank"),
    ("TEST0021", "SBI Bank A"),
    ("TEST0022", "SBI Bank B"),
    ("TEST0023", "SBI Bank C"),
];

/// Returns the name of the bank with this id, if it is in the directory.
#[must_use]
pub fn bank_name(id: &str) -> Option<&'static str> {
    DIRECTORY.iter().find(|(known, _)| *known == id).map(|(_, name)| *name)
}

/// Reads `fpx_bankList`: `MBB0228~A,CIT0219~B`, possibly on several lines. `A` is online, `B` is offline.
#[must_use]
pub fn read_bank_list(text: &str) -> BankList {
    let mut list = BankList::default();
    // A line break may occur anywhere, even inside an entry.
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    for entry in text.split(',').filter(|entry| !entry.is_empty()) {
        match read_entry(entry) {
            Some(bank) if list.banks.iter().all(|known| known.bank_id != bank.bank_id) => list.banks.push(bank),
            _ => list.unreadable.push(entry.to_owned()),
        }
    }
    list.banks.sort_by_cached_key(|bank| (bank.bank_name.to_lowercase(), bank.bank_id.clone()));
    list
}

fn read_entry(entry: &str) -> Option<Bank> {
    let (id, state) = entry.split_once('~')?;
    let online = match state {
        "A" => true,
        "B" => false,
        _ => return None,
    };
    let bank_id = BankId::parse(id).ok()?;
    Some(Bank { bank_id, bank_name: bank_name(id).unwrap_or(id).to_owned(), online })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> BankId {
        BankId::parse(text).expect("an id")
    }

    #[test]
    fn the_list_of_the_documentation() {
        let list = read_bank_list("MBB0228~A,CIT0219~B");
        // CIT0219 is Citibank's id for consumers, so the directory of banks for companies does not contain it.
        assert_eq!(
            list.banks,
            [
                Bank { bank_id: id("CIT0219"), bank_name: "CIT0219".into(), online: false },
                Bank { bank_id: id("MBB0228"), bank_name: "Maybank2E".into(), online: true },
            ]
        );
        assert!(list.unreadable.is_empty());
    }

    #[test]
    fn newlines_and_a_last_comma() {
        let list = read_bank_list("\nRHB0218~A,\r\nKFH\n0346~B,\n");
        assert_eq!(
            list.banks.iter().map(|bank| (bank.bank_name.as_str(), bank.online)).collect::<Vec<_>>(),
            [("KFH", false), ("RHB Bank", true)]
        );
    }

    #[test]
    fn a_bad_entry_does_not_close_the_other_banks() {
        let list = read_bank_list("RHB0218~A,HLB0224~C,nonsense,~A,RHB0218~B,TOOLONG00001~A");
        assert_eq!(list.banks.len(), 1);
        assert!(list.banks[0].online);
        assert_eq!(list.unreadable, ["HLB0224~C", "nonsense", "~A", "RHB0218~B", "TOOLONG00001~A"]);
        assert_eq!(read_bank_list(""), BankList::default());
    }

    #[test]
    fn ids_are_unique_and_fit() {
        for (at, (id, name)) in DIRECTORY.iter().enumerate() {
            assert!(BankId::parse(id).is_ok() && !name.is_empty());
            assert!(DIRECTORY[..at].iter().all(|(other, _)| other != id), "{id}");
        }
        assert_eq!(bank_name("MBSB001"), Some("MBSB Bank"));
        assert_eq!(bank_name("nobody"), None);
    }
}
