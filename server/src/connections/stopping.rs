//! The end of a process, told to whatever has to end in order.

use std::time::Duration;

use tokio::sync::watch;

/// How far the end is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    Serving,
    /// Not ready any more, so that the proxy in front chooses other processes; whoever comes all the same is served.
    Leaving,
    /// Nobody is let in. Calls under way end, streams are told to connect elsewhere.
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

    /// Leaves, and closes after that long.
    pub async fn begin(&self, delay: Duration) {
        self.0.send_replace(Stage::Leaving);
        tokio::time::sleep(delay).await;
        self.0.send_replace(Stage::Closing);
    }

    /// Until nobody is let in any more.
    pub fn closing(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut stage = self.0.subscribe();
        async move {
            if stage.wait_for(|stage| *stage == Stage::Closing).await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }
}
