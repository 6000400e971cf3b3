import { expect, test } from 'vitest'
import { kindOfFinding, queryKinds } from './kinds'

test('a finding suggests the kind of its rule', () => {
  expect(kindOfFinding({ rule: 'gap', ruleGroup: 'dates' })).toBe('period')
  expect(kindOfFinding({ rule: 'useHigh', ruleGroup: 'usage' })).toBe('reading')
  expect(kindOfFinding({ rule: 'lateCharge', ruleGroup: 'cost' })).toBe('amount')
  expect(kindOfFinding({ rule: 'carriedButPaid', ruleGroup: 'cost' })).toBe('payment')
  expect(queryKinds).toHaveLength(8)
})
