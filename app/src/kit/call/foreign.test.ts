import { expect, test, vi } from 'vitest'
import { foreignAnswer } from './foreign'

vi.mock('~/core/lazyRules', () => ({}))
vi.mock('~/words/language', () => ({}))

const at = new Date('2026-11-30T06:03:21Z')
const answer = (status: number, page = '', headers: Record<string, string> = {}) =>
  foreignAnswer({ status, headers: new Headers(headers) }, page, at)

test('says which program answered', () => {
  for (const [status, code] of [
    [400, 'networkRefused'],
    [403, 'networkRefused'],
    [404, 'networkRefused'],
    [413, 'networkTooLarge'],
    [502, 'networkNoAnswer'],
    [504, 'networkNoAnswer'],
    [522, 'networkNoAnswer'],
    [503, undefined],
    [429, 'networkBusy'],
    [500, 'networkFailed'],
    [501, 'networkFailed'],
    [200, 'networkForeign'],
    [302, 'networkForeign'],
  ] as const)
    expect(answer(status)?.code, String(status)).toBe(code)
  expect(answer(500, '', { 'X-Request-Id': '01930d3c-52f1-7c43-9d2e-0f5a6b7c8d9e' })).toBeUndefined()
})

test('gives the local time with its offset', () => {
  expect(answer(403)?.params.time).toMatch(/^2026-1[12]-\d\d \d\d:03:21 [+-]\d\d:\d\d$/)
  expect(new Date((answer(403)?.params.time ?? '').replace(' ', 'T').replace(' ', '')).getTime()).toBe(at.getTime())
})

test('finds the reference in a header, or in the page', () => {
  for (const [page, reference] of [
    ['<p>The requested URL was rejected. Your support ID is: 7346532095219870931</p>', '7346532095219870931'],
    ['<p>Access Denied</p> Reference&#32;&#35;18&#46;2d351ab8&#46;1557333295&#46;a4e16ab', '18.2d351ab8.1557333295.a4e16ab'],
    ['<span>Cloudflare Ray ID: <strong>7d9a1b2c3d4e5f60</strong></span>', '7d9a1b2c3d4e5f60'],
    ['Incident ID: 1043000290012345678-98765432101', '1043000290012345678-98765432101'],
    ['<h1>403 Forbidden</h1><p>Request forbidden by administrative rules.</p>', '–'],
    ['<p>Error code: forbidden</p>', '–'],
    ['', '–'],
  ] as const)
    expect(answer(403, page)?.params.reference, page).toBe(reference)
  expect(answer(403, 'Support ID: 123456789', { 'CF-Ray': '7d9a1b2c3d4e5f60-KUL', 'X-Request-Id': 'other' })?.params.reference).toBe(
    '7d9a1b2c3d4e5f60-KUL',
  )
  expect(answer(403, '', { 'X-Request-Id': '<b>not an id</b>' })?.params.reference).toBe('–')
})

test('is quick with a page that almost has a reference', () => {
  const began = performance.now()
  answer(403, `support id${' :#='.repeat(20_000)}`)
  answer(403, '<'.repeat(60_000))
  answer(403, `reference: ${'a'.repeat(60_000)}`)
  expect(performance.now() - began).toBeLessThan(500)
})
