import { auditRules, checkAuditSettings } from 'gridbill-core/finance'
import { expect, test } from 'vitest'
import type { AuditSettings } from '~/core/core'
import en from '~/words/en/findings.json'
import ms from '~/words/ms/findings.json'
import { formOf, rowsOf, settingsOf, thresholds } from './thresholds'

const settings: AuditSettings = {
  gapDays: 2,
  overlapDays: 1,
  shortestPeriod: 25,
  longestPeriod: 36,
  longestDue: 35,
  oldestMonths: 13,
  missingDays: 7,
  useChange: 50,
  useChangeYear: 50,
  useRecord: 20,
  useFloor: 50,
  demandRecord: 20,
  unitCost: 20,
  costChange: 50,
  rounding: '0.04',
  saving: '100.00',
  off: ['costHigh', 'costLow'],
}
const wrongIn = (typed: Partial<ReturnType<typeof formOf>>) =>
  checkAuditSettings(settingsOf({ ...formOf(settings), ...typed }), 'en')?.fields.map(({ field }) => field) ?? []

test('settings are the same after they went through the form', () => {
  expect(settingsOf(formOf(settings))).toEqual(settings)
  expect(settingsOf({ ...formOf(settings), saving: '250' })).toMatchObject({ saving: '250.00' })
})

test('every rule is in one row, and every threshold in one row', () => {
  const rules = auditRules('en')
  const rows = rowsOf(rules)
  expect(rows.flatMap(({ rules }) => rules.map(({ rule }) => rule)).sort()).toEqual(rules.map(({ rule }) => rule).sort())
  expect(rows.flatMap(({ fields }) => fields).sort()).toEqual([...thresholds].sort())
  expect(rows.find(({ fields }) => fields.includes('useChange'))?.rules.map(({ rule }) => rule)).toEqual(['useHigh', 'useLow'])
})

test('what is not a number is refused at its field', () => {
  expect(wrongIn({})).toEqual([])
  expect(wrongIn({ useChange: 'fifty', gapDays: '', rounding: '4 sen', saving: '1.234' })).toEqual([
    'gapDays',
    'useChange',
    'rounding',
    'saving',
  ])
  expect(wrongIn({ longestPeriod: '20' })).toEqual(['longestPeriod'])
})

test('the titles of rules and groups are those of core, in its order', () => {
  for (const [language, words] of [
    ['en', en],
    ['ms', ms],
  ] as const) {
    const rules = auditRules(language)
    expect(Object.entries(words.rules)).toEqual(rules.map(({ rule, title }) => [rule, title]))
    expect(words.groups).toEqual(Object.fromEntries(rules.map(({ ruleGroup, groupTitle }) => [ruleGroup, groupTitle])))
  }
})
