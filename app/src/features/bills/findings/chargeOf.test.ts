import { expect, test } from 'vitest'
import type { BillDetails } from '~/core/core'
import { chargeOf } from './chargeOf'

const charges = {
  groups: [{ lines: [{ number: 1, word: 'Energy, peak', amount: '100.00' }] }, { lines: [{ number: 3, word: 'Retail', amount: '20.00' }] }],
} as BillDetails['charges']

test('a line has the name of its charge in any group', () => {
  expect(chargeOf(charges, 1, '100.00')?.word).toBe('Energy, peak')
  expect(chargeOf(charges, 3, '20.00')?.word).toBe('Retail')
})

test('a line has no name if the bill now has other lines, or none', () => {
  expect(chargeOf(charges, 3, '21.00')).toBeUndefined()
  expect(chargeOf(charges, 2, '20.00')).toBeUndefined()
  expect(chargeOf(null, 1, '100.00')).toBeUndefined()
})
