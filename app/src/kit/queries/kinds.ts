/** The kinds of queries. */
import type { ListedFinding, QueryKind, RuleGroup } from '~/core/core'

/** Every kind, in the order of the form. A missing kind does not compile. */
const every: Record<QueryKind, true> = {
  amount: true,
  reading: true,
  tariff: true,
  period: true,
  duplicate: true,
  payment: true,
  eInvoice: true,
  other: true,
}
export const queryKinds = Object.keys(every) as QueryKind[]

const kindOfGroup: Record<RuleGroup, QueryKind> = {
  dates: 'period',
  duplicates: 'duplicate',
  readings: 'reading',
  usage: 'reading',
  cost: 'amount',
  tariff: 'tariff',
}

/** Returns the kind of query that a finding suggests. */
export const kindOfFinding = ({ rule, ruleGroup }: Pick<ListedFinding, 'rule' | 'ruleGroup'>): QueryKind =>
  rule === 'carriedButPaid' || rule === 'carriedStillOpen' ? 'payment' : kindOfGroup[ruleGroup]
