import { expect, it } from 'vitest'
import type { BankLine } from '../../../../core/core'
import { decidable, undecided } from './decidable'

it('leaves out a ticked line that a colleague has decided, so that all that are sent have an outcome', () => {
  const open = { line: 1, payment: { transactionNo: 'P1' }, proposal: { decision: 'accept' } }
  const decided = { line: 2, payment: { transactionNo: 'P2' }, proposal: null }
  const unmatched = { line: 3, payment: null, proposal: null }
  const lines = [open, decided, unmatched] as unknown as BankLine[]
  expect(decidable(lines).map(({ line }) => line)).toEqual([1])
})

it('keeps those ticked that were not sent when the review was left', () => {
  const lines = [1, 2, 3].map((line) => ({ line, payment: {}, proposal: {} })) as unknown as BankLine[]
  expect(undecided(lines, [1]).map(({ line }) => line)).toEqual([2, 3])
  expect(undecided(lines, [])).toEqual(lines)
})
