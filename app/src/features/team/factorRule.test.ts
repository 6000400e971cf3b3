import { expect, test } from 'vitest'
import { ruleOf } from './factorRule'

test('a new rule proposes a day after the grace period', () => {
  expect(ruleOf({ roles: [], requiredFrom: null }, '2026-11-25')).toEqual({ roles: [], requiredFrom: '2026-12-09' })
})

test('a rule that applies later keeps its day, and a rule in force has today', () => {
  expect(ruleOf({ roles: ['viewer', 'master'], requiredFrom: '2026-12-31' }, '2026-11-25')).toEqual({
    roles: ['master', 'viewer'],
    requiredFrom: '2026-12-31',
  })
  expect(ruleOf({ roles: ['member'], requiredFrom: '2026-10-01' }, '2026-11-25').requiredFrom).toBe('2026-11-25')
})
