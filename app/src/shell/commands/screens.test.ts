import { expect, test } from 'vitest'
import { audienceOf } from '../../core/core'
import { paths } from '../../core/links'
import { customerScreens, matches, staffScreens } from './screens'

/** What one comes to from another screen only. */
const onTheWay = [
  'payMethod',
  'payReview',
  'registerCompany',
  'accountsNeeded',
  'editCompany',
  'editProfile',
  'editStaffProfile',
  'firstTimeLogin',
  // The one address of two lists that have addresses of their own.
  'staffPayments',
]

test('every screen that stands alone can be found', () => {
  for (const [side, listed] of [
    ['customer', customerScreens],
    ['staff', staffScreens],
  ] as const) {
    const alone = Object.entries(paths).filter(
      ([name, path]) => audienceOf(path) === side && !path.includes('$') && !onTheWay.includes(name),
    )
    expect([...listed].sort()).toEqual(alone.map(([name]) => name).sort())
  }
})

test('each word stands somewhere in the name', () => {
  expect(matches('bil pukal', 'Akaun pukal dan bil')).toBe(true)
  expect(matches('', 'Bills')).toBe(true)
  expect(matches('bill x', 'Bills')).toBe(false)
})
