import { expect, it } from 'vitest'
import type { LineOutcome } from '~/core/core'
import { mustShowOutcome } from './mustShowOutcome'

it('reports a refusal and a pending second officer, although not all lines were sent', () => {
  const outcome: LineOutcome = { line: 1, transactionNo: 'P2611200000001', refusal: null, awaitsSecondOfficer: false }
  expect([outcome].some(mustShowOutcome)).toBe(false)
  expect([outcome, { ...outcome, refusal: 'This payment has changed.' }].some(mustShowOutcome)).toBe(true)
  expect([outcome, { ...outcome, awaitsSecondOfficer: true }].some(mustShowOutcome)).toBe(true)
})
