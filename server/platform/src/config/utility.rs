//! Settings of the utility that runs the portal.

use gridbill_core::bills::{Merchant, Registrations};
use gridbill_core::number::BankId;
use gridbill_core::payments::BankAccount;
use gridbill_core::payments::fpx::bank_name;
use gridbill_core::{payments, registration, team};

/// The demo's values in e-mails, bills and bank transfers. A real utility's customers must never see these.
const DEMO_NAME: &str = "Sinaran Utility Berhad";
const DEMO_CARE_LINE: &str = "1-300-88-0000";
const DEMO_VIRTUAL_ACCOUNT: &str = "9888{bulkId}";
const DEMO_VIRTUAL_ACCOUNT_BANK: &str = "Bank Contoh Berhad";
const DEMO_ADDRESS: &str = "Menara Sinaran, 12 Jalan Contoh, 50450 Kuala Lumpur";
const DEMO_REGISTRATION_NO: &str = "199001000001 (200001-K)";
const DEMO_TAX_NO: &str = "W10-0000-00000001";
/// The demo's bank accounts, by FPX's id of the bank. No bank has them.
const DEMO_BANK_ACCOUNTS: [(&str, &str); 3] =
    [("MBB0228", "000000000017"), ("HLB0224", "00000000024"), ("ABB0232", "000000000031")];
/// The demo's registrations. No bank has them, so a QR code of the demo pays no account.
const DEMO_BILLER_CODE: &str = "0000";
const DEMO_ACQUIRER_ID: &str = "000000";
const DEMO_MERCHANT_ID: &str = "DEMO000000000001";
/// The category of merchants that supply electricity, gas or water (ISO 18245).
const UTILITIES: &str = "4900";
/// The portal of MyInvois for real e-invoices.
const MY_INVOIS: &str = "https://myinvois.hasil.gov.my";
/// Maximum characters of a mark, which is drawn in a small square.
const MAX_MARK: usize = 3;

/// The utility that runs the portal. Outside the demo, name, care line, virtual account and bank must be set.
#[derive(Debug, Clone, clap::Args)]
pub struct Utility {
    /// The utility's name, which is also the holder of the virtual bank account.
    #[arg(long, env = "GRIDBILL_UTILITY_NAME", default_value = DEMO_NAME, global = true)]
    pub utility_name: String,
    /// The utility's care line.
    #[arg(long, env = "GRIDBILL_CARE_LINE", default_value = DEMO_CARE_LINE, global = true)]
    pub care_line: String,
    /// The accent colour of the app, as a CSS colour.
    #[arg(long, env = "GRIDBILL_ACCENT", global = true)]
    pub accent: Option<String>,
    /// The utility's address, on one line, for the letterhead of documents and e-mails.
    #[arg(long, env = "GRIDBILL_UTILITY_ADDRESS", global = true)]
    pub utility_address: Option<String>,
    /// The utility's company registration number, for the letterhead.
    #[arg(long, env = "GRIDBILL_UTILITY_REGISTRATION_NO", global = true)]
    pub utility_registration_no: Option<String>,
    /// The utility's sales and service tax (SST) number, for the letterhead.
    #[arg(long, env = "GRIDBILL_UTILITY_TAX_NO", global = true)]
    pub utility_tax_no: Option<String>,
    /// One to three letters, drawn on the accent colour next to the utility's name; the first letter of its name if
    /// not set.
    #[arg(long, env = "GRIDBILL_UTILITY_MARK", value_parser = parse_mark, global = true)]
    pub utility_mark: Option<String>,
    /// The address of MyInvois, where e-invoices can be looked up.
    #[arg(long, env = "GRIDBILL_MYINVOIS_PORTAL", default_value = MY_INVOIS, value_parser = parse_portal, global = true)]
    pub my_invois_portal: String,
    /// The utility's biller code at JomPAY, for bills.
    #[arg(long, env = "GRIDBILL_JOMPAY_BILLER_CODE", value_parser = parse_digits::<1, 10>, global = true)]
    pub jompay_biller_code: Option<String>,
    /// PayNet's number of the bank that registered the utility for DuitNow QR.
    #[arg(long, env = "GRIDBILL_DUITNOW_ACQUIRER_ID", value_parser = parse_digits::<6, 6>, requires = "duitnow_merchant_id", global = true)]
    pub duitnow_acquirer_id: Option<String>,
    /// The utility's merchant number at that bank.
    #[arg(long, env = "GRIDBILL_DUITNOW_MERCHANT_ID", value_parser = parse_merchant_id, requires = "duitnow_acquirer_id", global = true)]
    pub duitnow_merchant_id: Option<String>,
    /// The merchant category code with which the utility is registered for DuitNow QR.
    #[arg(long, env = "GRIDBILL_DUITNOW_CATEGORY", default_value = UTILITIES, value_parser = parse_digits::<4, 4>, global = true)]
    pub duitnow_category: String,
    /// The city with which the utility is registered for DuitNow QR.
    #[arg(long, env = "GRIDBILL_DUITNOW_CITY", default_value = "MY", global = true)]
    pub duitnow_city: String,
    /// The virtual bank account for EFT; `{bulkId}` stands for the bulk account.
    #[arg(long, env = "GRIDBILL_VIRTUAL_ACCOUNT", default_value = DEMO_VIRTUAL_ACCOUNT, value_parser = parse_virtual_account, global = true)]
    pub virtual_account: String,
    /// The bank of the virtual account.
    #[arg(long, env = "GRIDBILL_VIRTUAL_ACCOUNT_BANK", default_value = DEMO_VIRTUAL_ACCOUNT_BANK, global = true)]
    pub virtual_account_bank: String,
    /// The BIC of that bank, for payment instructions.
    #[arg(long, env = "GRIDBILL_VIRTUAL_ACCOUNT_BIC", value_parser = parse_bic, global = true)]
    pub virtual_account_bic: Option<String>,
    /// A bank account of the utility, whose statements staff upload.
    #[arg(long = "bank-accounts", env = "GRIDBILL_BANK_ACCOUNTS", value_delimiter = ',', value_parser = parse_bank_account, global = true)]
    pub bank_accounts: Vec<OwnAccount>,
    /// Maximum reference numbers of a payment.
    #[arg(long, env = "GRIDBILL_MAX_REFERENCES", default_value_t = payments::MAX_REFERENCES, global = true)]
    pub max_references: usize,
    /// Days that a company has to answer a request about its application; then the application ends.
    #[arg(long, env = "GRIDBILL_REGISTRATION_ANSWER_DAYS", default_value_t = registration::ANSWER_DAYS, value_parser = clap::value_parser!(u16).range(i64::from(registration::MIN_ANSWER_DAYS)..=366), global = true)]
    pub registration_answer_days: u16,
    /// Maximum people of a bulk account, including open invitations.
    #[arg(long, env = "GRIDBILL_MAX_MEMBERS", default_value_t = team::MAX_MEMBERS, global = true)]
    pub max_members: i64,
}

/// A bank account of the utility.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnAccount {
    /// FPX's id of the bank.
    pub bank_id: BankId,
    /// The number of the account.
    pub number: String,
}

/// Parses a bank account of the utility: FPX's id of the bank, a colon, and the number of the account.
fn parse_bank_account(text: &str) -> Result<OwnAccount, String> {
    let (bank, number) = text.trim().split_once(':').unwrap_or_default();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    match BankId::parse(bank) {
        Ok(bank_id) if is_number && bank_name(bank).is_some() => Ok(OwnAccount { bank_id, number: number.to_owned() }),
        _ => Err("a bank account is FPX's id of a bank, a colon and digits, such as MBB0228:514012345678".to_owned()),
    }
}

/// Parses the virtual bank account with any bulk account in it. Payment instructions need an account number that banks read, and
/// would be refused otherwise when a customer asks for one. An empty setting is reported with those that are missing.
fn parse_virtual_account(text: &str) -> Result<String, String> {
    let number = text.replace("{bulkId}", "3000000001");
    if text.trim().is_empty() || BankAccount::parse(&number).is_ok() {
        Ok(text.to_owned())
    } else {
        Err("the virtual account has 5 to 34 letters and digits, with {bulkId} for the bulk account, such as 9888{bulkId}".to_owned())
    }
}

fn parse_mark(text: &str) -> Result<String, String> {
    let is_mark = (1..=MAX_MARK).contains(&text.chars().count()) && text.chars().all(char::is_alphanumeric);
    if is_mark { Ok(text.to_owned()) } else { Err(format!("a mark has 1 to {MAX_MARK} letters or digits")) }
}

/// Parses a number of a registration.
fn parse_digits<const LEAST: usize, const MOST: usize>(text: &str) -> Result<String, String> {
    let fits = (LEAST..=MOST).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if fits { Ok(text.to_owned()) } else { Err(format!("the number has {LEAST} to {MOST} digits")) }
}

/// Parses the number of a DuitNow merchant: at most 28 letters and digits (PayNet, QR ID).
fn parse_merchant_id(text: &str) -> Result<String, String> {
    let fits = (1..=28).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if fits { Ok(text.to_owned()) } else { Err("a merchant number has 1 to 28 letters and digits".to_owned()) }
}

/// Parses a BIC (ISO 9362): four letters or digits, two letters of the country, and two or five letters or digits.
fn parse_bic(text: &str) -> Result<String, String> {
    let is_upper = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    let has_country = text.bytes().skip(4).take(2).all(|byte| byte.is_ascii_uppercase());
    let fits = [8, 11].contains(&text.len()) && text.bytes().all(is_upper) && has_country;
    if fits { Ok(text.to_owned()) } else { Err("a BIC has 8 or 11 capital letters and digits".to_owned()) }
}

/// Parses the address of MyInvois. Removes slashes at the end, because links append a path.
fn parse_portal(text: &str) -> Result<String, String> {
    let fits = text.strip_prefix("https://").is_some_and(|rest| !rest.is_empty())
        && text.bytes().all(|byte| byte.is_ascii_graphic() && !b"?#\"<>".contains(&byte));
    if fits {
        Ok(text.trim_end_matches('/').to_owned())
    } else {
        Err("the address of MyInvois begins with https:// and has neither ? nor #".to_owned())
    }
}

impl Utility {
    /// The address on the letterhead. The demo's utility has a fictional address.
    #[must_use]
    pub fn address(&self) -> Option<&str> {
        self.own_or_demo(self.utility_address.as_deref(), DEMO_ADDRESS)
    }

    /// The company registration number on the letterhead.
    #[must_use]
    pub fn registration_no(&self) -> Option<&str> {
        self.own_or_demo(self.utility_registration_no.as_deref(), DEMO_REGISTRATION_NO)
    }

    /// The tax number on the letterhead.
    #[must_use]
    pub fn tax_no(&self) -> Option<&str> {
        self.own_or_demo(self.utility_tax_no.as_deref(), DEMO_TAX_NO)
    }

    /// Returns the utility's registrations with JomPAY and DuitNow. The demo's utility has fictional ones.
    #[must_use]
    pub fn registrations(&self) -> Registrations<'_> {
        let acquirer_id = self.own_or_demo(self.duitnow_acquirer_id.as_deref(), DEMO_ACQUIRER_ID);
        let merchant_id = self.own_or_demo(self.duitnow_merchant_id.as_deref(), DEMO_MERCHANT_ID);
        let merchant = acquirer_id.zip(merchant_id).map(|(acquirer_id, merchant_id)| Merchant {
            acquirer_id,
            merchant_id,
            category: &self.duitnow_category,
            name: &self.utility_name,
            city: &self.duitnow_city,
        });
        Registrations { biller_code: self.own_or_demo(self.jompay_biller_code.as_deref(), DEMO_BILLER_CODE), merchant }
    }

    /// Returns the utility's bank accounts. The demo's utility has fictional ones.
    #[must_use]
    pub fn own_accounts(&self) -> Vec<OwnAccount> {
        if !self.bank_accounts.is_empty() || self.utility_name != DEMO_NAME {
            return self.bank_accounts.clone();
        }
        let demo = DEMO_BANK_ACCOUNTS.iter();
        demo.filter_map(|(bank, number)| parse_bank_account(&format!("{bank}:{number}")).ok()).collect()
    }

    /// Returns the letters of the mark.
    #[must_use]
    pub fn mark(&self) -> String {
        let initial = || self.utility_name.chars().find(|one| one.is_alphanumeric()).map(String::from);
        self.utility_mark.clone().or_else(initial).unwrap_or_default().to_uppercase()
    }

    /// Returns the configured value, or the demo's value for the demo's utility. The letterhead omits values that
    /// are not set.
    fn own_or_demo<'a>(&'a self, own: Option<&'a str>, demo: &'a str) -> Option<&'a str> {
        own.map(str::trim).filter(|own| !own.is_empty()).or((self.utility_name == DEMO_NAME).then_some(demo))
    }

    /// Returns the settings that are empty or still have the demo's value.
    #[must_use]
    pub fn missing(&self) -> Vec<&'static str> {
        let settings = [
            ("GRIDBILL_UTILITY_NAME", &self.utility_name, DEMO_NAME),
            ("GRIDBILL_CARE_LINE", &self.care_line, DEMO_CARE_LINE),
            ("GRIDBILL_VIRTUAL_ACCOUNT", &self.virtual_account, DEMO_VIRTUAL_ACCOUNT),
            ("GRIDBILL_VIRTUAL_ACCOUNT_BANK", &self.virtual_account_bank, DEMO_VIRTUAL_ACCOUNT_BANK),
        ];
        let missing = settings.into_iter().filter(|(_, value, demos)| value.trim().is_empty() || value == demos);
        missing.map(|(name, ..)| name).collect()
    }

    /// Refuses settings of the demo by which a user could pay a real account for a fictional bill.
    /// Fails when a registration or the virtual account is set; the message names the settings.
    pub fn require_fictional(&self) -> anyhow::Result<()> {
        let settings = [
            ("GRIDBILL_JOMPAY_BILLER_CODE", self.jompay_biller_code.is_some()),
            ("GRIDBILL_DUITNOW_MERCHANT_ID", self.duitnow_merchant_id.is_some()),
            ("GRIDBILL_VIRTUAL_ACCOUNT", self.virtual_account != DEMO_VIRTUAL_ACCOUNT),
        ];
        let real: Vec<_> = settings.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name).collect();
        anyhow::ensure!(
            real.is_empty(),
            "the demo's bills are fictional, and must not be paid: remove {}",
            real.join(", ")
        );
        Ok(())
    }

    /// Refuses the demo's settings, because customers would transfer money to a bank account that is not the
    /// utility's. Fails when a setting is missing; the message names the settings.
    pub fn require_own(&self) -> anyhow::Result<()> {
        let missing = self.missing();
        anyhow::ensure!(
            missing.is_empty(),
            "only the demo has a made-up utility with a made-up bank account; set {}",
            missing.join(", ")
        );
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[derive(clap::Parser)]
    struct Only {
        #[command(flatten)]
        utility: Utility,
    }

    #[test]
    fn each_of_the_demos_settings_is_refused_by_its_name() {
        let own = [
            ("GRIDBILL_UTILITY_NAME", "--utility-name", "Tenaga & Sons", DEMO_NAME),
            ("GRIDBILL_CARE_LINE", "--care-line", "1-800-00-0001", DEMO_CARE_LINE),
            ("GRIDBILL_VIRTUAL_ACCOUNT", "--virtual-account", "7777{bulkId}", DEMO_VIRTUAL_ACCOUNT),
            ("GRIDBILL_VIRTUAL_ACCOUNT_BANK", "--virtual-account-bank", "A Bank", DEMO_VIRTUAL_ACCOUNT_BANK),
        ];
        let with = |left_out: Option<usize>, instead: Option<&'static str>| {
            let mut flags = vec!["gridbill"];
            for (at, (_, flag, value, _)) in own.iter().enumerate() {
                let value = if left_out == Some(at) { instead } else { Some(*value) };
                flags.extend(value.into_iter().flat_map(|value| [*flag, value]));
            }
            Only::parse_from(flags).utility.missing()
        };
        assert!(with(None, None).is_empty());
        for (at, (name, _, _, demos)) in own.iter().enumerate() {
            for instead in [None, Some(""), Some(*demos)] {
                assert_eq!(with(Some(at), instead), [*name], "{instead:?}");
            }
        }
        let said = Only::parse_from(["gridbill"]).utility.require_own().unwrap_err().to_string();
        assert!(own.iter().all(|(name, ..)| said.contains(name)), "{said}");
    }

    #[test]
    fn the_demos_letterhead_is_only_for_the_demos_utility() {
        let demo = Only::parse_from(["gridbill"]).utility;
        assert_eq!((demo.address(), demo.mark().as_str()), (Some(DEMO_ADDRESS), "S"));
        let bare = Only::parse_from(["gridbill", "--utility-name", "Tenaga & Sons"]).utility;
        assert_eq!((bare.address(), bare.registration_no(), bare.tax_no()), (None, None, None));
        let own = ["gridbill", "--utility-name", "Tenaga & Sons", "--utility-tax-no", "W1", "--utility-mark", "ts"];
        let own = Only::parse_from(own).utility;
        assert_eq!((own.tax_no(), own.mark().as_str()), (Some("W1"), "TS"));
        assert!(Only::try_parse_from(["gridbill", "--utility-mark", "<b>"]).is_err());
    }

    #[test]
    fn bank_accounts_are_of_known_banks() {
        let of = |flags: &[&'static str]| {
            let own = ["gridbill", "--utility-name", "Tenaga & Sons"];
            Only::try_parse_from(own.iter().chain(flags)).map(|only| only.utility.own_accounts())
        };
        assert_eq!(Only::parse_from(["gridbill"]).utility.own_accounts().len(), DEMO_BANK_ACCOUNTS.len());
        assert!(of(&[]).expect("settings").is_empty());
        let own = of(&["--bank-accounts", "MBB0228:5140-1234,HLB0224:17"]).expect("settings");
        let shown: Vec<_> = own.iter().map(|one| (one.bank_id.as_str(), one.number.as_str())).collect();
        assert_eq!(shown, [("MBB0228", "5140-1234"), ("HLB0224", "17")]);
        for wrong in ["MBB0228", "MBB0228:", "NOBODY:17", "MBB0228:1a", ":17"] {
            assert!(of(&["--bank-accounts", wrong]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_virtual_account_is_one_that_banks_read() {
        let parse = |account: &'static str| Only::try_parse_from(["gridbill", "--virtual-account", account]).map(drop);
        for account in ["7777{bulkId}", "5140 1234-{bulkId}", "514012345678", ""] {
            assert!(parse(account).is_ok(), "{account}");
        }
        for account in ["A/C {bulkId}", "1234", "{bulk}", "9999999999999999999999999{bulkId}"] {
            let refused = parse(account).expect_err("refused").to_string();
            assert!(refused.contains("9888{bulkId}"), "{refused}");
        }
    }

    #[test]
    fn a_demo_refuses_what_a_banking_app_could_pay() {
        let of =
            |flags: &[&'static str]| Only::parse_from(["gridbill"].iter().chain(flags)).utility.require_fictional();
        assert!(of(&["--utility-name", "Tenaga & Sons (sandbox)", "--care-line", "1"]).is_ok());
        for (flags, name) in [
            (&["--jompay-biller-code", "5454"][..], "GRIDBILL_JOMPAY_BILLER_CODE"),
            (&["--duitnow-acquirer-id", "501664", "--duitnow-merchant-id", "M1"], "GRIDBILL_DUITNOW_MERCHANT_ID"),
            (&["--virtual-account", "7777{bulkId}"], "GRIDBILL_VIRTUAL_ACCOUNT"),
        ] {
            let refused = of(flags).expect_err("refused").to_string();
            assert!(refused.contains(name), "{refused}");
        }
    }

    #[test]
    fn a_utility_without_registrations_is_paid_by_no_banking_app() {
        let of = |flags: &[&'static str]| {
            Only::try_parse_from(["gridbill", "--utility-name", "Tenaga & Sons"].iter().chain(flags))
                .map(|only| only.utility)
        };
        let bare = of(&[]).expect("settings");
        assert_eq!(bare.registrations(), Registrations { biller_code: None, merchant: None });
        let own = ["--jompay-biller-code", "5454", "--duitnow-acquirer-id", "501664", "--duitnow-merchant-id", "M1"];
        let own = of(&own).expect("settings");
        let Registrations { biller_code, merchant } = own.registrations();
        let merchant = merchant.expect("a merchant");
        assert_eq!((biller_code, merchant.acquirer_id, merchant.merchant_id), (Some("5454"), "501664", "M1"));
        assert_eq!((merchant.category, merchant.name, merchant.city), (UTILITIES, "Tenaga & Sons", "MY"));
        for wrong in [
            &["--jompay-biller-code", "54a"][..],
            &["--duitnow-acquirer-id", "501664"],
            &["--duitnow-merchant-id", "M1"],
            &["--duitnow-acquirer-id", "5016", "--duitnow-merchant-id", "M1"],
            &["--duitnow-acquirer-id", "501664", "--duitnow-merchant-id", "M 1"],
            &["--duitnow-category", "49"],
            &["--virtual-account-bic", "MBBEMYK"],
            &["--virtual-account-bic", "MBBE12KL"],
            &["--virtual-account-bic", "mbbemykl"],
        ] {
            assert!(of(wrong).is_err(), "{wrong:?}");
        }
    }
}
