//! Taking over another portal: its companies, users, groups, references and closed payments
//! (docs/operations.md#taking-over-an-existing-portal).

use std::path::PathBuf;

use chrono::TimeDelta;
use gridbill::feed::{
    self, Account, AccountReference, Bill, Company, FeedRecord, GroupedAccount, Outcome, PastPayment, User,
};
use gridbill::serve::jobs::send_activations;

use crate::feed::Folder;
use crate::support::{Portal, sql};

mod activation;
mod history;
mod refused;
mod resumed;
mod sheet;

/// The company of three accounts, and that of one.
const SINAR: &str = "3000000101";
const KEDAI: &str = "3000000102";
const COMPANIES: &str = "bulkId,registrationNo,companyName,businessType,tin,landline,unitFloor,building,street,city,\
                         postalCode,state,primaryName,primaryEmail,primaryMobile,primaryTitle,primaryDepartment,secondaryName,\
                         secondaryEmail,secondaryMobile,secondaryTitle,secondaryDepartment,cutOverDay\n";
const USERS: &str = "bulkId,email,name,role,makePayments,manageAccounts,mobileNo,language\n";
const HISTORY: &str =
    "transactionNo,bulkId,invoiceNo,accountNo,method,bankName,bankReference,paidBy,paidOn,amount,status\n";

/// A portal without companies, and the files of another portal.
pub struct World {
    pub portal: Portal,
    pub folder: Folder,
}

impl World {
    pub async fn start(test: &str) -> Self {
        Self::with(test, &[]).await
    }

    pub async fn with(test: &str, flags: &[&str]) -> Self {
        let world = Self { portal: Portal::with(flags).await, folder: Folder::new(test) };
        world.accounts().await;
        world
    }

    /// Imports the utility's accounts and bills.
    pub async fn accounts(&self) {
        self.import::<Account>("accounts.csv").await;
        self.import::<Bill>("bills.csv").await;
    }

    pub async fn import<D: FeedRecord>(&self, name: &str) -> Outcome {
        feed::import::<D>(&self.portal.app, &self.folder.file(name)).await.expect("imported")
    }

    /// Writes a file and imports it.
    pub async fn deliver<D: FeedRecord>(&self, name: &str, content: &str) -> Outcome {
        self.folder.write(name, content);
        self.import::<D>(name).await
    }

    pub fn write_all(&self, cut_over_day: &str) {
        let files = [
            ("companies.csv", companies(cut_over_day)),
            ("references.csv", references()),
            ("groups.csv", groups()),
            ("users.csv", users()),
            ("history.csv", history()),
        ];
        for (name, content) in files {
            self.folder.write(name, content);
        }
    }

    /// Imports all files, in the order of the plan.
    pub async fn import_all(&self) -> [Outcome; 5] {
        [
            self.import::<Company>("companies.csv").await,
            self.import::<AccountReference>("references.csv").await,
            self.import::<GroupedAccount>("groups.csv").await,
            self.import::<PastPayment>("history.csv").await,
            self.import::<User>("users.csv").await,
        ]
    }

    /// Takes everything over, on that day.
    pub async fn take_over(&self, cut_over_day: &str) {
        self.write_all(cut_over_day);
        for outcome in self.import_all().await {
            assert_eq!(outcome.rejected, 0, "{outcome:?}");
        }
    }

    pub async fn send(&self) {
        send_activations(&self.portal.app).await.expect("a run");
    }

    /// Returns the addresses with an e-mail, the oldest first.
    pub async fn mailed(&self) -> Vec<String> {
        sql::values(self.portal.pool(), "select recipient from mail order by created_at, recipient", &[]).await
    }

    /// Returns why each company is not ready.
    pub async fn obstacles(&self) -> Vec<Option<String>> {
        sql::values(self.portal.pool(), "select obstacle from takeover_state order by bulk_id", &[]).await
    }

    pub async fn count(&self, table: &str) -> i64 {
        sql::value(self.portal.pool(), &format!("select count(*) from {table}"), &[]).await
    }

    /// Returns the file of rejected rows.
    pub fn rejected(&self, name: &str) -> String {
        self.folder.read(&format!("{name}.rejected.csv"))
    }

    pub fn days(&self, days: i64) {
        self.portal.advance(TimeDelta::days(days));
    }

    pub fn sheet(&self) -> PathBuf {
        self.folder.file("sheet.xlsx")
    }
}

pub fn companies(cut_over_day: &str) -> String {
    let contact = "Aminah,aminah@sinar.example,0123456789,Manager,Finance";
    let address = "C20830570210,0312345678,,,12 Jalan Merdeka,Muar,84000,Johor";
    format!(
        "{COMPANIES}{SINAR},199801004512 (465312-X),Sinar Jaya Sdn Bhd,private,{address},{contact},{contact},\
         {cut_over_day}\n\
         {KEDAI},200101000123,Kedai Ria Sdn Bhd,private,{address},{contact},,,,,,{cut_over_day}\n"
    )
}

pub fn references() -> String {
    format!(
        "bulkId,accountNo,referenceId\n{SINAR},210000000001,HQ\n{SINAR},210000000002,\n{SINAR},210000000003,Kilang\n\
         {KEDAI},220000000004,Kedai\n"
    )
}

pub fn groups() -> String {
    format!(
        "bulkId,groupName,accountNo\n{SINAR},Muar,210000000001\n{SINAR},Muar,210000000003\n{KEDAI},Muar,220000000004\n"
    )
}

pub fn users() -> String {
    format!(
        "{USERS}{SINAR},Aminah@Sinar.example,Aminah binti Ali,master,yes,yes,0123456789,ms\n\
         {SINAR},badrul@sinar.example,Badrul,member,yes,no,,en\n{SINAR},devi@sinar.example,Devi,viewer,no,no,,en\n\
         {KEDAI},endon@kedai.example,Endon,master,no,no,,en\n"
    )
}

pub fn history() -> String {
    format!(
        "{HISTORY}P2611030000001,{SINAR},510000000001,210000000001,FPX,Maybank2E,FPX123,Aminah,2026-11-03,650.10,paid\n\
         P2611030000002,{SINAR},510000000001,210000000001,EFT_GIRO,,GIRO9,Badrul,2026-11-02,650.10,declined\n\
         P2611030000002,{SINAR},510000000002,210000000002,EFT_GIRO,,GIRO9,Badrul,2026-11-02,650.10,declined\n\
         P2611040000001,{KEDAI},510000000004,220000000004,CHEQUE,Bank Contoh,000123,,2026-11-04,650.10,paid\n"
    )
}
