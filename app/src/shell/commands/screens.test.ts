import { expect, test } from 'vitest'
import { audienceOf, type Profile } from '~/core/core'
import { paths } from '~/core/links'
import { customerScreens, screensFor, staffScreens } from './screens'

/** Screens that are reached only from another screen. */
const stepScreens = [
  'payMethod',
  'payReview',
  'registerCompany',
  'accountsNeeded',
  'editCompany',
  'editProfile',
  'editStaffProfile',
  'addFactor',
  'connectSso',
  'addStaffFactor',
  'firstTimeLogin',
  // An address shared by two lists that also have their own addresses.
  'staffPayments',
]

test('every standalone screen can be found', () => {
  for (const [side, listed] of [
    ['customer', customerScreens],
    ['staff', staffScreens],
  ] as const) {
    const standalone = Object.entries(paths).filter(
      ([name, path]) => audienceOf(path) === side && !path.includes('$') && !stepScreens.includes(name),
    )
    expect([...listed].sort()).toEqual(standalone.map(([name]) => name).sort())
  }
})

test("in customer view mode no screen with the officer's own data is found", () => {
  const permissions = { makePayments: false, manageAccounts: false }
  const customer: Partial<Profile> = { role: 'viewer', viewedBy: null, permissions, bulkId: '3000000001', hasValidContractAccount: true }
  expect(screensFor(customer as Profile)).toEqual(expect.arrayContaining(['billHistory', 'notifications', 'profile']))
  const viewed = screensFor({ ...customer, viewedBy: 'pccrAdmin' } as Profile)
  expect(viewed).toContain('billHistory')
  expect(viewed).not.toContain('notifications')
  expect(viewed).not.toContain('profile')
})
