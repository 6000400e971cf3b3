/** The form of the audit's thresholds: the fields of each rule, and the values to send. */
import type { AuditRule, AuditSettings } from '~/core/core'

export type Unit = 'days' | 'months' | 'percent' | 'amount'

/** The unit of each threshold. A threshold without a unit does not compile. */
export const units: Record<Exclude<keyof AuditSettings, 'off'>, Unit> = {
  gapDays: 'days',
  overlapDays: 'days',
  shortestPeriod: 'days',
  longestPeriod: 'days',
  longestDue: 'days',
  oldestMonths: 'months',
  missingDays: 'days',
  useChange: 'percent',
  useChangeYear: 'percent',
  useRecord: 'percent',
  useFloor: 'percent',
  demandRecord: 'percent',
  unitCost: 'percent',
  costChange: 'percent',
  rounding: 'amount',
  saving: 'amount',
}
export type Threshold = keyof typeof units
export const thresholds = Object.keys(units) as Threshold[]

/** The thresholds of each rule that has any. If two rules share a threshold, it is shown with the first. */
const ofRules: Partial<Record<AuditRule, readonly Threshold[]>> = {
  gap: ['gapDays'],
  overlap: ['overlapDays'],
  periodLength: ['shortestPeriod', 'longestPeriod'],
  dueDate: ['longestDue'],
  periodOld: ['oldestMonths'],
  missingBill: ['missingDays'],
  useHigh: ['useChange'],
  useLow: ['useChange'],
  useHighYear: ['useChangeYear'],
  useLowYear: ['useChangeYear'],
  useRecord: ['useRecord'],
  useFloor: ['useFloor'],
  demandRecord: ['demandRecord'],
  unitCost: ['unitCost'],
  costHigh: ['costChange'],
  costLow: ['costChange'],
  rounding: ['rounding'],
  cheaperTariff: ['saving'],
}

/** A row of the form: the rules that share thresholds, or a single rule without any. */
export interface ThresholdRow<Rule> {
  rules: Rule[]
  fields: readonly Threshold[]
}

/** Groups rules into rows, in their order. */
export function rowsOf<Rule extends { rule: AuditRule }>(rules: readonly Rule[]): ThresholdRow<Rule>[] {
  const rows: ThresholdRow<Rule>[] = []
  for (const one of rules) {
    const fields = ofRules[one.rule] ?? []
    const shared = fields.length > 0 ? rows.find((row) => row.fields.join() === fields.join()) : undefined
    if (shared) shared.rules.push(one)
    else rows.push({ rules: [one], fields })
  }
  return rows
}

/** The form's values: thresholds as typed, and the rules that are switched off. */
export type ThresholdForm = Record<Threshold, string> & { off: readonly AuditRule[] }

export const formOf = (settings: AuditSettings): ThresholdForm => ({
  ...(Object.fromEntries(thresholds.map((name) => [name, String(settings[name] ?? '')])) as Record<Threshold, string>),
  off: settings.off ?? [],
})

const whole = /^\d{1,4}$/
const amount = /^\d{1,7}(\.\d{1,2})?$/

/** Text that is not a number becomes a number that core refuses at the field. */
const number = (text: string) => (whole.test(text.trim()) ? Number(text) : 0)
const money = (text: string) => (amount.test(text.trim()) ? Number(text).toFixed(2) : '-1.00')

export function settingsOf({ off, ...typed }: ThresholdForm): AuditSettings {
  const values = thresholds.map((name) => [name, units[name] === 'amount' ? money(typed[name]) : number(typed[name])])
  return { ...(Object.fromEntries(values) as Omit<AuditSettings, 'off'>), off: [...off] }
}
