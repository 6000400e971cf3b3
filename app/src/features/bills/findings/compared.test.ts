import { expect, test } from 'vitest'
import type { DailyBill } from '~/core/core'
import { comparedBills } from './compared'

const bill = (invoiceNo: string) => ({ invoiceNo }) as DailyBill
const bills = ['1', '2', '3'].map(bill)
const numbers = (proof: string | null, of = '3', all = bills) => comparedBills(all, of, proof)?.map(({ invoiceNo }) => invoiceNo)

test('a bill is compared with its proof, or else with the previous bill', () => {
  expect(numbers('1')).toEqual(['3', '1'])
  expect(numbers(null)).toEqual(['3', '2'])
  // The proof is too old to be listed, or the bill itself.
  expect(numbers('9')).toEqual(['3', '2'])
  expect(numbers('3')).toEqual(['3', '2'])
})

test('a first bill, and a bill without a period, are compared with no other', () => {
  expect(numbers(null, '1')).toBeUndefined()
  expect(numbers('1', '7')).toBeUndefined()
})
