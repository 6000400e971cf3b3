/** The entries of the form about required second factors. */
import type { Day, FactorPolicyState, Role } from '~/core/core'

/** The roles of a bulk account. */
export const roles = ['master', 'member', 'viewer'] as const satisfies Role[]
type CustomerRole = (typeof roles)[number]

/** Days between today and the day that the form proposes for a new rule, so that users can add a factor in time. */
const GRACE_DAYS = 14

const plusDays = (day: Day, days: number): Day => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

export interface FactorRule {
  roles: CustomerRole[]
  requiredFrom: Day
}

/** Returns the entries for a policy. For a rule in force the day is today, because the server accepts no day in the past. */
export function ruleOf({ roles: chosen, requiredFrom }: Pick<FactorPolicyState, 'roles' | 'requiredFrom'>, today: Day): FactorRule {
  const from = requiredFrom ?? plusDays(today, GRACE_DAYS)
  return { roles: roles.filter((role) => chosen.includes(role)), requiredFrom: from < today ? today : from }
}
