import { expect, it } from 'vitest'
import type { BankLine, LineOutcome } from '../../../../core/core'
import { decidable, mustShowOutcome, remainingDecidable } from './decidable'

it('leaves out a ticked line that a colleague has decided, so that all that are sent have an outcome', () => {
  const open = { line: 1, payment: { transactionNo: 'P1' }, proposal: { decision: 'accept' } }
  const decided = { line: 2, payment: { transactionNo: 'P2' }, proposal: null }
  const unmatched = { line: 3, payment: null, proposal: null }
  const lines = [open, decided, unmatched] as unknown as BankLine[]
  expect(decidable(lines, []).map(({ line }) => line)).toEqual([1])
})

it('takes a ticked line as the list shows it now', () => {
  const before = { line: 1, amount: '10.00', payment: { transactionNo: 'P1' }, proposal: { decision: 'accept' } } as unknown as BankLine
  const other = { ...before, line: 2 }
  const now = { ...before, payment: null, proposal: null }
  const corrected = { ...other, amount: '20.00' }
  expect(decidable([before, other], [now, corrected])).toEqual([corrected])
  expect(decidable([before, other], [])).toEqual([before, other])
})

it('keeps those ticked that were not sent when the review was left', () => {
  const lines = [1, 2, 3].map((line) => ({ line, payment: {}, proposal: {} })) as unknown as BankLine[]
  expect(remainingDecidable(lines, [1]).map(({ line }) => line)).toEqual([2, 3])
  expect(remainingDecidable(lines, [])).toEqual(lines)
})

it('has a refusal and what a second officer confirms told, although not all were sent', () => {
  const outcome: LineOutcome = { line: 1, transactionNo: 'P2611200000001', refusal: null, awaitsSecondOfficer: false }
  expect([outcome].some(mustShowOutcome)).toBe(false)
  expect([outcome, { ...outcome, refusal: 'This payment has changed.' }].some(mustShowOutcome)).toBe(true)
  expect([outcome, { ...outcome, awaitsSecondOfficer: true }].some(mustShowOutcome)).toBe(true)
})
