//! The shutdown of a process, in stages.

use std::time::Duration;

use tokio::sync::watch;

/// The stage of a shutdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    Serving,
    /// Not ready, so that the proxy in front chooses other processes. New requests are still served.
    Leaving,
    /// No new connections. Calls in flight finish; event streams are told to reconnect elsewhere.
    Closing,
}

#[derive(Clone)]
pub struct Stopping(watch::Sender<Stage>);

impl Default for Stopping {
    fn default() -> Self {
        Self(watch::Sender::new(Stage::Serving))
    }
}

impl Stopping {
    #[must_use]
    pub fn stage(&self) -> Stage {
        *self.0.borrow()
    }

    /// Enters `Leaving`, and `Closing` after the delay.
    pub async fn begin(&self, delay: Duration) {
        self.0.send_replace(Stage::Leaving);
        tokio::time::sleep(delay).await;
        self.0.send_replace(Stage::Closing);
    }

    /// Waits until the stage is `Closing`.
    pub fn closing(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut stage = self.0.subscribe();
        async move {
            if stage.wait_for(|stage| *stage == Stage::Closing).await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }
}
