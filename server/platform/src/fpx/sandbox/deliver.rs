//! Posts confirmations to the merchant, server to server, until it answers `OK`. Also ends sessions when their time is
//! over.

use std::time::Duration;

use gridbill_core::Money;
use gridbill_core::payments::fpx::read_amount;
use tokio::time::sleep;

use super::fault::Fault;
use super::payment::{Act, Payment, Stage};
use super::state::Delivery;
use super::{Sandbox, Shared};
use crate::fpx::message::{Message, Signed};

/// Why an action on a payment failed.
pub enum NotDone {
    /// There is no such payment.
    Unknown,
    /// The payment is at another stage.
    Stage(Stage),
    /// The sandbox itself failed.
    Internal(anyhow::Error),
}

/// Applies an action to the payment with this exchange order number, and sends the confirmation.
pub fn act(sandbox: &Shared, order_no: &str, act: Act) -> Result<(), NotDone> {
    let (message, faults) = {
        let mut state = sandbox.state();
        let mut payment = state.find(order_no).ok_or(NotDone::Unknown)?.clone();
        let code = payment.act(act).map_err(NotDone::Stage)?;
        let message = payment.confirmation();
        let is_lost = code.is_some() && state.faults.get(order_no).is_some_and(|faults| faults.contains(&Fault::Lose));
        payment.acknowledged |= is_lost;
        if payment.stage == Stage::Authorizer {
            watch(sandbox, &payment);
        }
        state.store(payment).map_err(NotDone::Internal)?;
        if code.is_none() {
            return Ok(());
        }
        (message, state.faults.remove(order_no).unwrap_or_default())
    };
    send(sandbox, message, &faults).map_err(NotDone::Internal)
}

/// Tells the merchant that FPX refused a request.
pub fn refuse(sandbox: &Shared, answer: Message) {
    let faults = sandbox.state().faults.remove(answer.get("sellerExOrderNo")).unwrap_or_default();
    if let Err(error) = send(sandbox, answer, &faults) {
        tracing::error!(%error, "the sandbox cannot sign");
    }
}

/// After a restart: resends confirmations that were not acknowledged, and restarts the timers of open payments.
pub fn resume(sandbox: &Shared) {
    let payments = sandbox.state().payments().to_vec();
    for payment in payments {
        if payment.stage != Stage::Done {
            watch(sandbox, &payment);
        }
        if payment.code.is_some() && !payment.acknowledged {
            refuse(sandbox, payment.confirmation());
        }
    }
}

/// Starts the timer that ends the maker's session or the authoriser's time. Both count from the request.
pub fn watch(sandbox: &Shared, payment: &Payment) {
    let (patience, end) = match payment.stage {
        Stage::Login | Stage::Confirm => (sandbox.config.session_timeout, Act::TimeOut),
        Stage::Authorizer => (sandbox.config.authorizer_timeout, Act::Expire),
        Stage::Done => return,
    };
    // Subtract the elapsed time, so that a restart does not extend the deadline.
    let elapsed = u64::try_from(sandbox.now().seconds_since(payment.at)).unwrap_or_default();
    let left = patience.saturating_sub(Duration::from_secs(elapsed));
    let (sandbox, order_no) = (sandbox.clone(), payment.order_no().to_owned());
    tokio::spawn(async move {
        sleep(left).await;
        // It is no error if the payment was decided meanwhile.
        if let Err(NotDone::Internal(error)) = act(&sandbox, &order_no, end) {
            tracing::error!(%error, "a payment in the sandbox could not time out");
        }
    });
}

fn send(sandbox: &Shared, message: Message, faults: &[Fault]) -> anyhow::Result<()> {
    let order_no = message.get("sellerExOrderNo").to_owned();
    let before = preludes(sandbox, &message, faults)?;
    let genuine = sandbox.fpx_key.sign(message)?;
    let overtaken = sandbox.state().held.remove(&order_no);
    let has = |fault| faults.contains(&fault);
    let held = has(Fault::Reorder);
    if held {
        sandbox.state().held.insert(order_no.clone(), genuine.clone());
    }
    let pause = if has(Fault::Delay) || held { sandbox.config.delay } else { Duration::ZERO };
    let (lost, twice) = (has(Fault::Lose), has(Fault::Duplicate));
    let sandbox = sandbox.clone();
    tokio::spawn(async move {
        for (note, confirmation) in before {
            sandbox.post(&confirmation, note).await;
        }
        if lost {
            return;
        }
        sleep(pause).await;
        // Unless the next confirmation has overtaken this one and sends it afterwards.
        if !held || sandbox.state().held.remove(&order_no).is_some() {
            if twice {
                let copy = (sandbox.clone(), genuine.clone());
                tokio::spawn(async move { copy.0.repeat(&copy.1, "duplicate").await });
            }
            sandbox.repeat(&genuine, if pause.is_zero() { "" } else { "late" }).await;
        }
        if let Some(overtaken) = overtaken {
            sandbox.repeat(&overtaken, "overtaken").await;
        }
    });
    Ok(())
}

/// Builds the false messages that are sent before the true one.
fn preludes(sandbox: &Sandbox, message: &Message, faults: &[Fault]) -> anyhow::Result<Vec<(&'static str, Signed)>> {
    let altered = || {
        let amount =
            read_amount(message.get("txnAmount")).unwrap_or_default().plus(Money::from_sen(100)).unwrap_or_default();
        message.clone().with("txnAmount", &amount.to_string()).with("debitAuthCode", "00")
    };
    let mut confirmations = vec![];
    for fault in faults {
        confirmations.push(match fault {
            Fault::Forge => ("forged", sandbox.forger.sign(message.clone().with("debitAuthCode", "00"))?),
            Fault::Amount => ("amount altered", sandbox.fpx_key.sign(altered())?),
            Fault::AmountUnsigned => {
                let checksum = sandbox.fpx_key.sign(message.clone())?.checksum;
                ("amount altered, unsigned", Signed { message: altered(), checksum })
            }
            Fault::Duplicate | Fault::Reorder | Fault::Lose | Fault::Delay => continue,
        });
    }
    Ok(confirmations)
}

impl Sandbox {
    /// Sends a confirmation until the merchant answers `OK` or the repeats are exhausted.
    async fn repeat(&self, confirmation: &Signed, note: &'static str) {
        for pause in std::iter::once(&Duration::ZERO).chain(&self.config.repeats) {
            sleep(*pause).await;
            if self.post(confirmation, note).await {
                self.acknowledge(&confirmation.message);
                return;
            }
        }
        tracing::warn!(order = confirmation.message.get("sellerExOrderNo"), "the merchant never answered OK");
    }

    /// Sends a message once. Returns whether the merchant answered `OK`.
    async fn post(&self, confirmation: &Signed, note: &'static str) -> bool {
        let request = self
            .client
            .post(self.config.direct_url.clone())
            .header("content-type", "application/x-www-form-urlencoded");
        let (status, answer) = match request.body(confirmation.body()).send().await {
            Ok(response) => {
                (Some(response.status().as_u16()), response.text().await.unwrap_or_else(|error| error.to_string()))
            }
            Err(error) => (None, error.to_string()),
        };
        let accepted = status == Some(200) && answer.trim() == "OK";
        let code = confirmation.message.get("debitAuthCode").to_owned();
        let delivery = Delivery { at: self.now(), code, note, status, answer: answer.chars().take(80).collect() };
        self.state()
            .deliveries
            .entry(confirmation.message.get("sellerExOrderNo").to_owned())
            .or_default()
            .push(delivery);
        accepted
    }

    fn acknowledge(&self, message: &Message) {
        let mut state = self.state();
        let payment = state.find(message.get("sellerExOrderNo")).filter(|payment| {
            // Ignore an acknowledgement of an older answer, or of a refused duplicate.
            payment.fpx_txn_id == message.get("fpxTxnId")
                && payment.code.as_deref() == Some(message.get("debitAuthCode"))
        });
        if let Some(payment) = payment.cloned()
            && let Err(error) = state.store(Payment { acknowledged: true, ..payment })
        {
            tracing::error!(%error, "the sandbox cannot store an acknowledgement");
        }
    }
}
