import type { LineOutcome } from '~/core/core'

/** Whether an outcome must be shown even if the review is left early: a refusal, or a decision that awaits a second officer. */
export const mustShowOutcome = ({ refusal, awaitsSecondOfficer }: LineOutcome): boolean => Boolean(refusal) || awaitsSecondOfficer
