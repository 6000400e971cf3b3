//! A user's own profile, password and preferences (docs/domain/people.md#profile-and-preferences).

use gridbill_core::Code;
use gridbill_core::endpoint::Endpoint;
use serde_json::Value;
use sqlx::PgPool;

use crate::support::{Actor, sql};

mod first_password;
mod own;
mod password;
mod preferences;
mod view_mode;
mod viewing;

/// A refusal in both languages.
struct BilingualRefusal {
    code: Code,
    fields: Vec<(String, Code)>,
    english: String,
    malay: String,
}

async fn refused<E: Endpoint>(actor: &Actor, request: Value) -> BilingualRefusal {
    let english = actor.call_raw::<E>(request.clone()).await.expect_err("a refusal");
    let malay = actor.in_malay().call_raw::<E>(request).await.expect_err("a refusal in Malay");
    assert_eq!((english.code(), english.fields()), (malay.code(), malay.fields()));
    assert_ne!(english.body.error_message, malay.body.error_message);
    for (field, wrong) in english.body.fields.iter().zip(&malay.body.fields) {
        assert_ne!(field.message, wrong.message, "{}", field.field);
    }
    let fields = english.fields().into_iter().map(|(field, code)| (field.to_owned(), code)).collect();
    BilingualRefusal {
        code: english.code(),
        fields,
        english: english.body.error_message,
        malay: malay.body.error_message,
    }
}

fn fields(of: &[(&str, Code)]) -> Vec<(String, Code)> {
    of.iter().map(|(field, code)| ((*field).to_owned(), *code)).collect()
}

/// Returns a fingerprint of all data that users may change of themselves.
async fn state(pool: &PgPool) -> String {
    let query = "select concat_ws(' ',
                 (select md5(string_agg(p::text, '|' order by person_id)) from person p),
                 (select count(*) from fact), (select count(*) from mail), (select count(*) from tutorial),
                 (select count(*) from session), (select count(*) from session where ended_at is not null))";
    sql::value(pool, query, &[]).await
}

/// Returns all facts, oldest first: kind, actor, subject, data.
async fn activity(pool: &PgPool) -> Vec<(String, String, String, Value)> {
    let query = "select kind, actor_name, about, data from fact order by fact_id";
    sql::rows(pool, query, &[]).await
}

/// Returns recipient and language of each e-mail.
async fn emails(pool: &PgPool) -> Vec<(String, String)> {
    sql::rows(pool, "select recipient, language from mail order by created_at, mail_id", &[]).await
}

async fn give_mobile_no(pool: &PgPool, email: &str, mobile_no: &str) {
    sql::run(pool, "update person set mobile_no = $2 where email = $1", &[&email, &mobile_no]).await;
}
