import { beforeAll, expect, test, vi } from 'vitest'
import { afterSignIn, signInAddress } from './redirect'

beforeAll(() => vi.stubGlobal('location', { origin: 'https://portal.example' }))

const asking = (redirect: string) => `?${new URLSearchParams({ redirect })}`

test.each([
  '/home',
  '/billPayment?status=paid&page=2',
  '/billPayment/transactions/P1000000000001?tab=activity#top',
  '/account/changePassword',
])('a customer continues to %s', (address) => {
  expect(afterSignIn('customer', asking(address))).toBe(address)
})

test('staff continue to a staff page', () => {
  expect(afterSignIn('staff', asking('/admin/payments/all?search=P1'))).toBe('/admin/payments/all?search=P1')
})

test.each([
  ['no address', ''],
  ['another host', '//evil.example'],
  ['another host, as browsers read a backslash', '/\\evil.example'],
  ['another host, two backslashes', '\\\\evil.example'],
  ['another host behind a tab', '/\t/evil.example'],
  ['another host behind a line break', '/\n/evil.example'],
  ['another host behind a path', '/home/..//evil.example'],
  ['another host behind an encoded path', '/home/%2e%2e//evil.example'],
  ['another host, whole', 'https://evil.example/home'],
  ['our name as the user of another host', 'https://portal.example@evil.example/home'],
  ['no host at all', '//['],
  ['no host behind a tab', '/\t/['],
  ['a script', 'javascript:alert(1)'],
  ['a script behind a space', ' javascript:alert(1)'],
  ['a document of its own', 'data:text/html,hello'],
  ['an encoded slash', '/%2Fevil.example'],
  ['a path without its slash', 'home'],
  ['a page of the other audience', '/admin/payments/all'],
  ['a page of the other audience, on the way through ours', '/home/../admin'],
  ['a public page', '/account/register'],
  ['the sign-in page itself', '/'],
  ['a fragment', '#/home'],
  ['an unknown page', '/elsewhere'],
])('a customer does not continue to %s', (_, address) => {
  expect(afterSignIn('customer', asking(address))).toBe('/home')
})

test('a doubly encoded address stays text', () => {
  expect(afterSignIn('customer', asking(encodeURIComponent('//evil.example')))).toBe('/home')
})

test('staff do not continue to a customer page', () => {
  expect(afterSignIn('staff', asking('/home'))).toBe('/admin')
})

test('a user who must set a new password does so first', () => {
  expect(afterSignIn('customer', asking('/billPayment'), true)).toBe('/account/changePassword')
  expect(afterSignIn('staff', asking('/admin/payments/all'), true)).toBe('/admin/firstTimeLogin')
})

test('signing in returns to exactly the page that was left', () => {
  const address = signInAddress('/billPayment/transactions', '?status=paid&search=a%26b', true)
  expect(address.startsWith('/?')).toBe(true)
  expect(afterSignIn('customer', address.slice(1))).toBe('/billPayment/transactions?status=paid&search=a%26b')
  expect(new URLSearchParams(address.slice(1)).has('idle')).toBe(true)
  expect(signInAddress('/admin/payments/all')).toBe('/admin/login?redirect=%2Fadmin%2Fpayments%2Fall')
})
