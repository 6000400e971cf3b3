import { expect, test } from 'vitest'
import type { Profile } from '~/core/core'
import { inviteScreen, mayPayBills, otherThemes } from './actions'

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

test('inviting is offered only to a user who may add users', () => {
  expect(inviteScreen(customer)).toBeUndefined()
  const master = { ...customer, role: 'master', scopes: ['User.ManageUser.View', 'User.ManageUser.Add'] } as unknown as Profile
  expect(inviteScreen(master)).toBe('users')
  expect(inviteScreen({ ...master, scopes: ['User.ManageUser.View'] } as unknown as Profile)).toBeUndefined()
  expect(inviteScreen({ ...master, role: 'viewer', viewedBy: 'pccrAdmin' } as Profile)).toBeUndefined()
})

test('the current theme is not offered', () => {
  expect(otherThemes('dark')).toEqual(['light', 'system'])
})
