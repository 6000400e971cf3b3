/** The form of the rule about second factors. */
import type { Day, FactorPolicyState, Role } from '../../core/core'

/** The roles of a bulk account. */
export const roles = ['master', 'member', 'viewer'] as const satisfies Role[]
type CustomerRole = (typeof roles)[number]

/** Days that the form proposes between a new rule and the day from which it applies. */
const GRACE_DAYS = 14

const plusDays = (day: Day, days: number): Day => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

export interface FactorRule {
  roles: CustomerRole[]
  requiredFrom: Day
}

/** Returns the values of the form. The day of a rule that is in force is today, because a day in the past cannot be set. */
export function ruleOf({ roles: chosen, requiredFrom }: Pick<FactorPolicyState, 'roles' | 'requiredFrom'>, today: Day): FactorRule {
  const from = requiredFrom ?? plusDays(today, GRACE_DAYS)
  return { roles: roles.filter((role) => chosen.includes(role)), requiredFrom: from < today ? today : from }
}
