import { expect, test } from 'vitest'
import type { Profile } from '~/core/core'
import { formsFor, mayPayBills, otherThemes, queuesFor } from './actions'

const customer = {
  role: 'member',
  viewedBy: null,
  permissions: { makePayments: true, manageAccounts: false },
  bulkId: '3010000017',
  hasValidContractAccount: true,
  scopes: ['User.Bill.View', 'User.Payment.Add'],
} as unknown as Profile

test('paying is offered only to a user who may pay, in a company with an account', () => {
  expect(mayPayBills(customer)).toBe(true)
  expect(mayPayBills({ ...customer, scopes: ['User.Bill.View'] } as Profile)).toBe(false)
  expect(mayPayBills({ ...customer, bulkId: null } as Profile)).toBe(false)
  expect(mayPayBills({ ...customer, hasValidContractAccount: false } as Profile)).toBe(false)
  expect(mayPayBills({ ...customer, role: 'viewer', viewedBy: 'pccrAdmin' } as Profile)).toBe(false)
})

const master = {
  ...customer,
  role: 'master',
  scopes: ['User.Payment.Update', 'User.ManageUser.View', 'User.ManageUser.Add'],
} as unknown as Profile
const formsOf = (profile: Profile) => formsFor(profile).map(({ id }) => id)

test('inviting is offered only to a user who may add users, and nothing is opened for a customer who is viewed', () => {
  expect(formsOf(customer)).toEqual(['addFactor', 'password'])
  expect(formsOf(master)).toContain('users')
  expect(formsOf({ ...master, scopes: ['User.ManageUser.View'] } as unknown as Profile)).not.toContain('users')
  expect(formsOf({ ...master, role: 'viewer', viewedBy: 'pccrAdmin' } as Profile)).toEqual([])
})

test('deciding is offered only where the user may decide', () => {
  expect(queuesFor(customer)).toEqual([])
  expect(queuesFor(master)).toEqual(['proposals'])
  expect(queuesFor({ ...master, viewedBy: 'pccrAdmin' } as Profile)).toEqual([])
})

test('the current theme is not offered', () => {
  expect(otherThemes('dark')).toEqual(['light', 'system'])
})
