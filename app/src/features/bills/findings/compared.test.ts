import { expect, test } from 'vitest'
import type { DailyBill } from '~/core/core'
import { comparedBills } from './compared'

const bill = (invoiceNo: string) => ({ invoiceNo }) as DailyBill
const bills = ['1', '2', '3'].map(bill)
function compared(proof: string | null, of = '3') {
  const found = comparedBills(bills, of, proof)
  return found && [found.own.invoiceNo, found.other.invoiceNo, found.isProof]
}

test('a bill is compared with its proof, or else with the previous bill', () => {
  expect(compared('1')).toEqual(['3', '1', true])
  expect(compared(null)).toEqual(['3', '2', false])
  // The proof is too old to be listed, or the bill itself.
  expect(compared('9')).toEqual(['3', '2', false])
  expect(compared('3')).toEqual(['3', '2', false])
})

test('a first bill, and a bill without a period, are compared with no other', () => {
  expect(compared(null, '1')).toBeUndefined()
  expect(compared('1', '7')).toBeUndefined()
})
