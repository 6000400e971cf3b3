//! Query plans as the database reports them.

use std::sync::{Arc, LazyLock, Mutex};

use serde_json::Value;
use tokio::sync::MutexGuard;
use tracing::field::{Field, Visit};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};

use super::Portal;
use super::sql;

/// Only one test collects plans at a time, because a reported plan does not say which test caused it.
static TURN: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
static PLANS: LazyLock<Plans> = LazyLock::new(|| {
    let plans = Plans::default();
    tracing::subscriber::set_global_default(tracing_subscriber::registry().with(plans.clone())).expect("the only one");
    plans
});

/// Proof that no other test collects plans until this is dropped.
pub type PlansGuard = MutexGuard<'static, ()>;

/// The plans reported so far.
#[derive(Clone, Default)]
pub struct Plans(Arc<Mutex<Vec<Value>>>);

impl<S: tracing::Subscriber> Layer<S> for Plans {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        if event.metadata().target() == "sqlx::postgres::notice" {
            event.record(&mut self.clone());
        }
    }
}

impl Visit for Plans {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.record_str(field, &format!("{value:?}"));
    }

    fn record_str(&mut self, _: &Field, message: &str) {
        if let Some((_, plan)) = message.split_once("plan:") {
            self.0.lock().expect("the plans").push(serde_json::from_str(plan).expect("a plan"));
        }
    }
}

impl Plans {
    /// Returns and clears the plans reported since the last call.
    pub fn taken(&self) -> Vec<Value> {
        std::mem::take(&mut self.0.lock().expect("the plans"))
    }
}

/// Collects every node of a plan.
pub fn nodes<'a>(plan: &'a Value, all: &mut Vec<&'a Value>) {
    all.push(plan);
    for part in plan["Plans"].as_array().into_iter().flatten() {
        nodes(part, all);
    }
}

/// Makes the database report the plans of connections opened from now on, for example those of `Portal::second`.
pub async fn of(portal: &Portal) -> (Plans, PlansGuard) {
    let turn = TURN.lock().await;
    let mut database = portal.superuser().await;
    let name = sql::value::<String>(&mut database, "select current_database()::text", &[]).await;
    for (setting, value) in [
        ("session_preload_libraries", "auto_explain"),
        ("auto_explain.log_min_duration", "0"),
        ("auto_explain.log_analyze", "on"),
        ("auto_explain.log_timing", "off"),
        ("auto_explain.log_format", "json"),
        ("auto_explain.log_level", "notice"),
    ] {
        let set = format!("alter database {name} set {setting} = '{value}'");
        sql::run(&mut database, &set, &[]).await;
    }
    (PLANS.clone(), turn)
}
