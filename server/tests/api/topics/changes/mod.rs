//! Calls every writing endpoint once, and compares the rows that it wrote with the topics of its line.

mod companies;
mod payments;
mod people;

use std::collections::BTreeSet;

use gridbill_core::endpoint::{Caller, Endpoint, EndpointSpec};
use gridbill_core::registry::endpoints;
use serde_json::Value;

use super::{tables, topics_of};
use crate::support::{Actor, Portal, sql};
use crate::team::id_of;

/// Triggers that record each written row and each changed column.
const NOTES: &str = "
    create unlogged table written (what text not null);
    create function note_written() returns trigger language plpgsql as $$
    declare
        row_now jsonb := to_jsonb(coalesce(new, old));
        what text := tg_table_name || case tg_table_name
            when 'person' then case when (row_now->>'is_staff')::boolean then ':staff' else ':customer' end
            when 'link' then ':' || (row_now->>'kind')
            else '' end;
    begin
        if tg_op = 'UPDATE' then
            insert into written select what || '.' || key from jsonb_each(row_now)
            where value is distinct from to_jsonb(old)->key;
        else
            insert into written values (what);
        end if;
        return null;
    end
    $$;";

/// Calls that this test does not make, with the reason.
const NOT_MADE: &[(&str, &str)] = &[
    ("AddQueryFile", "it takes a file; tested in `queries`"),
    ("UploadDeclaration", "it writes only the rows of a file and a draft; tested in `declarations`"),
    ("SendEmailAgain", "it needs a mail server, and writes only an e-mail and a fact; tested in `operations`"),
    ("FinishSsoProof", PROVIDER),
    ("SetSso", PROVIDER),
    ("SetSsoMode", PROVIDER),
    ("BeginSsoTrial", PROVIDER),
    ("FinishSsoTrial", PROVIDER),
    ("ProveSsoDomain", PROVIDER),
    ("DownloadAuditPacks", "it needs a paid payment, and writes the table of DownloadBills; tested in `downloads`"),
    (
        "DownloadOwnData",
        "a job makes the file, and the call writes the table of DownloadBills; tested in `personal_data`",
    ),
    ("UploadBankStatement", "it takes a file, and writes only tables of its single topic"),
];

/// Written columns that need no topic, with the reason.
const NOT_TOLD: &[(&str, &str, &str)] = &[
    ("DeleteBulkUser", "session.ended_at", GONE),
    ("TransferMasterBulkUser", "session.ended_at", GONE),
    ("RemoveFromPending", "registration.status", APPROVED),
];
const PROVIDER: &str = "it needs a provider or a DNS server, and writes only tables of its topics; tested in `sso`";
const APPROVED: &str = "the application was approved before, so the list of pending applications does not change";
const GONE: &str = "all sessions of that person end, so no page is left that lists them";

struct Walk {
    portal: Portal,
    called: BTreeSet<&'static str>,
    missing: Vec<String>,
}

impl Walk {
    async fn begin() -> (Self, crate::support::sandbox::Sandbox) {
        let (portal, sandbox) = Portal::with_sandbox().await;
        sql::run_script(portal.pool(), NOTES).await;
        for table in tables(portal.pool()).await {
            let trigger = format!(
                "create trigger note_written after insert or update or delete on {table}
                 for each row execute function note_written()"
            );
            sql::run_script(portal.pool(), &trigger).await;
        }
        (Self { portal, called: BTreeSet::new(), missing: Vec::new() }, sandbox)
    }

    async fn call<E: Endpoint>(&mut self, actor: &Actor, request: Value) -> Value {
        sql::run_script(self.portal.pool(), "truncate written").await;
        let answer = actor.call_raw::<E>(request).await;
        let answer = answer.unwrap_or_else(|refused| panic!("{}: {:?}", E::ENTRY.name, refused.body));
        let written = self.written().await;
        assert!(!written.is_empty(), "{} wrote nothing", E::ENTRY.name);
        for what in written.into_iter().filter(|what| !is_not_told(E::ENTRY.name, what)) {
            for topic in topics_of(&what).iter().filter(|topic| !E::ENTRY.changes.contains(topic)) {
                self.missing.push(format!("{} writes {what} and does not change {topic:?}", E::ENTRY.name));
            }
        }
        self.called.insert(E::ENTRY.name);
        answer
    }

    async fn written(&self) -> Vec<String> {
        sql::values(self.portal.pool(), "select distinct what from written order by what", &[]).await
    }

    async fn person(&self, email: &str) -> (Actor, String) {
        let id = id_of(self.portal.pool(), email).await;
        let actor = if email.ends_with("@utility.example") {
            self.portal.sign_in_staff(email).await
        } else {
            self.portal.sign_in(email).await
        };
        (actor, id)
    }
}

fn is_not_told(call: &str, what: &str) -> bool {
    NOT_TOLD.iter().any(|(name, written, _)| *name == call && *written == what)
}

fn has_to_be_called(entry: &EndpointSpec) -> bool {
    // Other tests cover calls without a session and those of the bank gateway.
    let is_known = !matches!(entry.caller, Caller::Public | Caller::Gateway);
    is_known && !entry.changes.is_empty() && !NOT_MADE.iter().any(|(name, _)| *name == entry.name)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_call_changes_the_topics_of_what_it_writes() {
    let (mut walk, _sandbox) = Walk::begin().await;
    people::oneself(&mut walk).await;
    people::registrations(&mut walk).await;
    payments::payments(&mut walk).await;
    payments::officers(&mut walk).await;
    payments::statements(&mut walk).await;
    payments::bank_statements(&mut walk).await;
    companies::downloads(&mut walk).await;
    companies::notifications(&mut walk).await;
    companies::companies(&mut walk).await;
    companies::groups(&mut walk).await;
    companies::accounting(&mut walk).await;
    companies::queries(&mut walk).await;
    companies::approvals(&mut walk).await;
    companies::findings(&mut walk).await;
    people::users(&mut walk).await;
    people::people(&mut walk).await;
    companies::operators(&mut walk).await;
    let left: Vec<_> = endpoints().filter(|entry| has_to_be_called(entry)).map(|entry| entry.name).collect();
    let left: Vec<_> = left.into_iter().filter(|name| !walk.called.contains(name)).collect();
    assert_eq!(left, [""; 0], "calls that are new: what do they write?");
    assert_eq!(walk.missing, [""; 0]);
}
