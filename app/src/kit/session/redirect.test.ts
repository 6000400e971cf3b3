import { beforeAll, expect, test, vi } from 'vitest'
import { afterSignIn, signInAddress } from './redirect'

beforeAll(() => vi.stubGlobal('location', { origin: 'https://portal.example' }))

const searchWith = (redirect: string) => `?${new URLSearchParams({ redirect })}`

test.each([
  '/home',
  '/billPayment?status=paid&page=2',
  '/billPayment/transactions/P1000000000001?tab=activity#top',
  '/account/changePassword',
])('a customer continues to %s', (address) => {
  expect(afterSignIn('customer', searchWith(address))).toBe(address)
})

test('staff continue to a staff page', () => {
  expect(afterSignIn('staff', searchWith('/admin/payments/all?search=P1'))).toBe('/admin/payments/all?search=P1')
})

test.each([
  ['no address', ''],
  ['another host', '//evil.example'],
  ['a path of the portal at another host', '//evil.example/billPayment'],
  ['another host with a backslash', '/\\evil.example'],
  ['a path of the portal at another host with a backslash', '/\\evil.example/billPayment'],
  ['another host, two backslashes', '\\\\evil.example'],
  ['another host behind a tab', '/\t/evil.example'],
  ['another host behind a line break', '/\n/evil.example'],
  ['another host behind a path', '/home/..//evil.example'],
  ['another host behind an encoded path', '/home/%2e%2e//evil.example'],
  ['a complete address of another host', 'https://evil.example/home'],
  ["the portal's name as the user name of another host", 'https://portal.example@evil.example/home'],
  ['an invalid host', '//['],
  ['an invalid host behind a tab', '/\t/['],
  ['a script', 'javascript:alert(1)'],
  ['a script behind a space', ' javascript:alert(1)'],
  ['a data address', 'data:text/html,hello'],
  ['an encoded slash', '/%2Fevil.example'],
  ['a path without its slash', 'home'],
  ['a page of the other audience', '/admin/payments/all'],
  ['a page of the other audience through a path of this one', '/home/../admin'],
  ['a public page', '/account/register'],
  ['the sign-in page itself', '/'],
  ['a fragment', '#/home'],
  ['an unknown page', '/elsewhere'],
])('a customer does not continue to %s', (_, address) => {
  expect(afterSignIn('customer', searchWith(address))).toBe('/home')
})

test('a doubly encoded address is not decoded twice', () => {
  expect(afterSignIn('customer', searchWith(encodeURIComponent('//evil.example')))).toBe('/home')
})

test('staff do not continue to a customer page', () => {
  expect(afterSignIn('staff', searchWith('/home'))).toBe('/admin')
})

test('a user who must set a new password does so first', () => {
  expect(afterSignIn('customer', searchWith('/billPayment'), true)).toBe('/account/changePassword')
  expect(afterSignIn('staff', searchWith('/admin/payments/all'), true)).toBe('/admin/firstTimeLogin')
})

test('signing in returns to the same page with its query', () => {
  const address = signInAddress('/billPayment/transactions', '?status=paid&search=a%26b', true)
  expect(address.startsWith('/?')).toBe(true)
  expect(afterSignIn('customer', address.slice(1))).toBe('/billPayment/transactions?status=paid&search=a%26b')
  expect(new URLSearchParams(address.slice(1)).has('idle')).toBe(true)
  expect(signInAddress('/admin/payments/all')).toBe('/admin/login?redirect=%2Fadmin%2Fpayments%2Fall')
})
