//! Decisions of staff on a payment that awaits approval, shared by all screens.

use gridbill_core::bank_statements::LineDecision;
use gridbill_core::fact::PaymentEvent;
use gridbill_core::payments::officers::{DecisionEffect, Proposer, decision_effect};
use gridbill_core::payments::{Event, ReconcileKind, check_paid_amount};
use gridbill_core::{Money, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use super::lines::{self, Counted, Evidence};
use crate::app::Context;
use crate::auth::who::Staff;
use crate::error::Answer;
use crate::facts::{self, Actor};
use crate::payments::sql::transition as sql;
use crate::payments::transition::LockedPayment;

/// A decision of staff on a payment.
#[derive(Debug, Clone)]
pub enum Decision {
    Accept {
        /// Whether the officer was told that another officer must confirm, if the client sends it.
        awaits_second_officer: Option<bool>,
    },
    Reject {
        /// The reason that the customer reads.
        remark: Option<String>,
    },
    /// Asks the customer for a missing amount, or how to use an excess.
    Reconcile { kind: ReconcileKind, amount: Money },
}

impl Decision {
    /// The event of the state machine for this decision.
    #[must_use]
    pub const fn event(&self) -> Event {
        match self {
            Self::Accept { .. } => Event::Accepted,
            Self::Reject { .. } => Event::Rejected,
            Self::Reconcile { kind: ReconcileKind::Insufficient, .. } => Event::InsufficientRequested,
            Self::Reconcile { kind: ReconcileKind::Overpayment, .. } => Event::OverpaymentRequested,
        }
    }

    /// Whether the decision takes effect now, or a second officer must confirm it. Only an acceptance, which credits
    /// bills, can need two officers.
    /// Fails with [`gridbill_core::Code::PaymentMoved`] when the payment no longer awaits approval,
    /// [`gridbill_core::Code::SecondOfficerNeeded`] when this officer has already accepted it,
    /// [`gridbill_core::Code::OfficersNotIndependent`] when one of the two officers appointed the other,
    /// [`gridbill_core::Code::DecisionEffectChanged`] when the officer was told the other effect.
    pub async fn decision_effect(
        &self,
        context: &Context,
        db: &mut PgConnection,
        who: &Staff,
        locked: &LockedPayment,
    ) -> Answer<DecisionEffect> {
        locked.check_allows(self.event(), Actor::Person(&who.person))?;
        match self {
            Self::Accept { awaits_second_officer } => {
                let above = context.config().payments.second_officer_above;
                let proposed = match locked.proposed_by {
                    Some(by) => Some(proposer(db, by, who).await?),
                    None => None,
                };
                let effect = decision_effect(locked.state.credits()?, above, proposed)?;
                Ok(effect.check_told(*awaits_second_officer)?)
            }
            Self::Reject { .. } | Self::Reconcile { .. } => Ok(DecisionEffect::Decides),
        }
    }

    /// Applies the decision to a locked payment and takes its bank line as evidence, or stores it until a second
    /// officer confirms.
    /// Fails with the errors of [`Decision::decision_effect`] and [`lines::take`], and a wrong amount. Nothing is
    /// written then.
    pub async fn carry_out(
        self,
        context: &Context,
        db: &mut PgConnection,
        who: &Staff,
        locked: &mut LockedPayment,
        evidence: Evidence<'_>,
    ) -> Answer<DecisionEffect> {
        let weight = self.decision_effect(context, db, who, locked).await?;
        let (event, counted) = match self {
            Self::Accept { .. } if weight == DecisionEffect::Proposes => (PaymentEvent::AcceptanceProposed, None),
            Self::Accept { .. } => {
                let counted = Counted { decision: LineDecision::Accept, paid: locked.state.credits()? };
                (PaymentEvent::PaymentAccepted, Some(counted))
            }
            Self::Reject { remark } => {
                lines::release(db, locked).await?;
                (PaymentEvent::PaymentRejected { remark }, None)
            }
            Self::Reconcile { kind, amount } => {
                let earlier = sql::earlier_rounds(&mut *db, locked.payment_id).await?;
                let paid = check_paid_amount(locked.state.billed, kind, amount, &earlier)
                    .map_err(|code| Problem::at("reconcileAmount", code))?;
                match kind {
                    ReconcileKind::Insufficient => (
                        PaymentEvent::InsufficientRequested { missing: amount, paid },
                        Some(Counted { decision: LineDecision::Insufficient, paid }),
                    ),
                    ReconcileKind::Overpayment => (
                        PaymentEvent::OverpaymentRequested { excess: amount, paid },
                        Some(Counted { decision: LineDecision::Overpayment, paid }),
                    ),
                }
            }
        };
        if let Some(counted) = counted {
            lines::take(context, db, who, locked, counted, evidence).await?;
        }
        locked.change(context, db, Actor::Person(&who.person), event).await?;
        Ok(weight)
    }
}

/// Returns how the officer `by`, who proposed the decision, is related to the officer who decides now.
pub async fn proposer(db: &mut PgConnection, by: Uuid, who: &Staff) -> Answer<Proposer> {
    let decides = who.person.person_id;
    Ok(if by == decides {
        Proposer::Same
    } else if facts::are_related(db, by, decides).await? {
        Proposer::Related
    } else {
        Proposer::Other
    })
}
