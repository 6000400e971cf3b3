import { expect, it } from 'vitest'
import type { BankLine, LineOutcome } from '~/core/core'
import { decidable, mustShowOutcome, remainingDecidable } from './decidable'

it('leaves out a selected line that a colleague decided, so that every sent line has an outcome', () => {
  const open = { line: 1, payment: { transactionNo: 'P1' }, proposal: { decision: 'accept' } }
  const decided = { line: 2, payment: { transactionNo: 'P2' }, proposal: null }
  const unmatched = { line: 3, payment: null, proposal: null }
  const lines = [open, decided, unmatched] as unknown as BankLine[]
  expect(decidable(lines, []).map(({ line }) => line)).toEqual([1])
})

it('sends a selected line as the list shows it now', () => {
  const before = { line: 1, amount: '10.00', payment: { transactionNo: 'P1' }, proposal: { decision: 'accept' } } as unknown as BankLine
  const other = { ...before, line: 2 }
  const now = { ...before, payment: null, proposal: null }
  const corrected = { ...other, amount: '20.00' }
  expect(decidable([before, other], [now, corrected])).toEqual([corrected])
  expect(decidable([before, other], [])).toEqual([before, other])
})

it('keeps lines selected that were not sent when the review was closed', () => {
  const lines = [1, 2, 3].map((line) => ({ line, payment: {}, proposal: {} })) as unknown as BankLine[]
  expect(remainingDecidable(lines, [1]).map(({ line }) => line)).toEqual([2, 3])
  expect(remainingDecidable(lines, [])).toEqual(lines)
})

it('reports a refusal and a pending second officer, although not all lines were sent', () => {
  const outcome: LineOutcome = { line: 1, transactionNo: 'P2611200000001', refusal: null, awaitsSecondOfficer: false }
  expect([outcome].some(mustShowOutcome)).toBe(false)
  expect([outcome, { ...outcome, refusal: 'This payment has changed.' }].some(mustShowOutcome)).toBe(true)
  expect([outcome, { ...outcome, awaitsSecondOfficer: true }].some(mustShowOutcome)).toBe(true)
})
