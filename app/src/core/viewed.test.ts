import { expect, it } from 'vitest'
import { addressWithoutView, viewedAt } from './viewed'

const at = (address: string) => viewedAt(new URL(address, 'https://portal.example'))

it("is the bulk account in a customer's address, and undefined for staff, public and unknown addresses", () => {
  expect(at('/home?bulkId=3000000001')).toBe('3000000001')
  expect(at('/billPayment/outstanding?overdue=true&bulkId=3000000001')).toBe('3000000001')
  for (const address of [
    '/home',
    '/admin?bulkId=3000000001',
    '/admin/bulkAccounts/3000000001?bulkId=3',
    '/404?bulkId=3',
    '/nowhere?bulkId=3',
  ])
    expect(at(address)).toBeUndefined()
})

it('removes only the bulk account from the address', () => {
  const href = 'https://portal.example/billPayment/outstanding?overdue=true&bulkId=3000000001'
  expect(addressWithoutView({ href })).toBe('/billPayment/outstanding?overdue=true')
})
