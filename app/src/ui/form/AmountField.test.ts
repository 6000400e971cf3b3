import { expect, it } from 'vitest'
import { groupedAmount, plainAmount } from './AmountField'

it('accepts an amount pasted from a bank or a spreadsheet', () => {
  expect(plainAmount('RM 1,234,567.50', 'RM')).toBe('1234567.50')
  expect(plainAmount('rm\u00a012.00 ', 'RM')).toBe('12.00')
  expect(plainAmount('1 234.5')).toBe('1234.5')
})

it('accepts an amount with thousands separators, key by key', () => {
  expect([...'1,234,567.50'].reduce((typed, key) => plainAmount(typed + key, 'RM'), '')).toBe('1234567.50')
})

it('leaves invalid amounts to core', () => {
  expect(plainAmount('12a.5', 'RM')).toBe('12a.5')
  expect(groupedAmount('12a.5')).toBe('12a.5')
  expect(plainAmount('6250,10', 'RM')).toBe('6250,10')
  expect(plainAmount('1.234,50', 'RM')).toBe('1.234,50')
  expect(plainAmount('1234,5')).toBe('1234,5')
  expect(groupedAmount('')).toBe('')
})

it('groups thousands and keeps every digit, beyond the precision of a float', () => {
  expect(groupedAmount('999')).toBe('999')
  expect(groupedAmount('1000')).toBe('1,000')
  expect(groupedAmount('-1234.5')).toBe('-1,234.5')
  expect(groupedAmount('99999999999999.99')).toBe('99,999,999,999,999.99')
  expect(groupedAmount('1234.56789')).toBe('1,234.56789')
})
