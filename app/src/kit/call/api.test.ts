import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call, callFile, checkFile, isRetryable, referenceOf } from './api'
import { isReconnectingAtom, retryLimit } from './retryCalls'

vi.mock('~/core/generatedData', () => ({
  publicEndpoints: [
    { name: 'GetUserProfile', method: 'GET', path: '/profile', caller: 'customer', queryNames: [], changes: [] },
    { name: 'GetOutstandingBills', method: 'POST', path: '/transactions', caller: 'customer', queryNames: [], changes: [] },
    { name: 'MakePayment', method: 'POST', path: '/pay', caller: 'customer', queryNames: [], changes: [] },
    { name: 'RefreshToken', method: 'POST', path: '/refresh', caller: 'public', queryNames: [], changes: [] },
    { name: 'AdminRefreshToken', method: 'POST', path: '/admin/refresh', caller: 'public', queryNames: [], changes: [] },
    { name: 'Activate', method: 'POST', path: '/activate', caller: 'public', queryNames: [], changes: [] },
    { name: 'VerifyActivation', method: 'POST', path: '/verify', caller: 'public', queryNames: [], changes: [] },
  ],
}))
vi.mock('~/words/sentences', () => ({ plainSentence: (code: string) => code }))
vi.mock('~/core/lazyRules', () => ({
  loadSentence: async (code: string, _: string, figures: { reference: string }) => `${code}: ${figures.reference}`,
}))
vi.mock('~/words/language', () => ({ currentLanguage: () => 'en' }))
const { beginActivity } = vi.hoisted(() => ({ beginActivity: vi.fn() }))
vi.mock('~/core/activity', () => ({ beginActivity }))

const isReconnecting = () => getDefaultStore().get(isReconnectingAtom)
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })
const done = () => json(200, { Data: 'done', Error: null })
const refusal = (code: string) => ({ Data: null, Error: { code, errorTopic: '', errorMessage: code, fields: [], params: {} } })
const unavailable = () => json(503, refusal('unavailable'), { 'Retry-After': '2' })
const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'))

let asked: { at: number; key: string | null }[] = []
/** Gives these answers in order, and repeats the last. */
function server(...answers: (() => Response | Promise<Response>)[]) {
  const began = Date.now()
  asked = []
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Headers }) => {
    asked.push({ at: Date.now() - began, key: headers.get('Idempotency-Key') })
    return (answers[asked.length - 1] ?? answers.at(-1))?.()
  })
}

/** Returns the result of a call, or its error code, after enough time for all retries. */
async function outcome(calling: Promise<unknown>) {
  const settled = calling.then(
    (value) => value,
    (error) => error.body?.code ?? error,
  )
  await vi.advanceTimersByTimeAsync(retryLimit + 10_000)
  return settled
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('retries a read after the time that the server names, and shows that it reconnects', async () => {
  server(unavailable, unavailable, done)
  const reading = call('GetUserProfile', {})
  await vi.advanceTimersByTimeAsync(0)
  expect(isReconnecting()).toBe(true)
  expect(await outcome(reading)).toBe('done')
  expect(asked).toHaveLength(3)
  expect(asked[1]?.at).toBeGreaterThanOrEqual(2_000)
  expect((asked[2]?.at ?? 0) - (asked[1]?.at ?? 0)).toBeGreaterThanOrEqual(2_000)
  expect(isReconnecting()).toBe(false)
})

it('retries a read that is a POST, and a read without an answer', async () => {
  server(noAnswer, () => new Response('<h1>Bad gateway</h1>', { status: 502 }), done)
  const { signal } = new AbortController()
  expect(await outcome(call('GetOutstandingBills', {} as never, { signal }))).toBe('done')
  expect(asked).toHaveLength(3)
})

it('retries a write with its key, and never without a key', async () => {
  server(noAnswer, unavailable, done)
  expect(await outcome(call('MakePayment', {} as never, { key: 'one' }))).toBe('done')
  expect(asked.map(({ key }) => key)).toEqual(['one', 'one', 'one'])
  for (const answer of [unavailable, noAnswer]) {
    server(answer, done)
    expect(await outcome(call('MakePayment', {} as never))).toBe('unavailable')
    expect(asked).toHaveLength(1)
    expect(isReconnecting()).toBe(false)
  }
})

it('gives up after half a minute', async () => {
  server(unavailable)
  expect(await outcome(call('GetUserProfile', {}))).toBe('unavailable')
  expect(asked.length).toBeGreaterThan(5)
  expect(asked.at(-1)?.at).toBeLessThanOrEqual(retryLimit)
  expect(isReconnecting()).toBe(false)
})

it('does not retry a refusal, including one of an unavailable bank gateway', async () => {
  for (const [status, code] of [
    [503, 'gatewayUnavailable'],
    [500, 'unexpected'],
    [409, 'keyInProgress'],
  ] as const) {
    server(() => json(status, refusal(code)), done)
    expect(await outcome(call('MakePayment', {} as never, { key: 'one' }))).toBe(code)
    expect(asked).toHaveLength(1)
  }
})

const page = (status: number, body = '<h1>Forbidden</h1><p>Support ID: 12345678</p>') =>
  new Response(body, { status, headers: { 'Content-Type': 'text/html' } })

it('says that another program answered, with its reference, and repeats nothing that it would refuse again', async () => {
  for (const [answer, code] of [
    [page(403), 'networkRefused'],
    [page(400), 'networkRefused'],
    [page(413), 'networkTooLarge'],
    [page(429), 'networkBusy'],
    [page(501), 'networkFailed'],
    [page(200), 'networkForeign'],
    [page(200, ''), 'networkForeign'],
    [page(200, '{"signedIn":false}'), 'networkForeign'],
  ] as const) {
    server(() => answer.clone(), done)
    const error = await call('MakePayment', {} as never, { key: 'one' }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ status: 0, body: { code, errorMessage: expect.stringMatching(/: (12345678|–)$/) } })
    expect(asked).toHaveLength(1)
    expect(isRetryable(error)).toBe(!['networkRefused', 'networkTooLarge'].includes(code))
    expect(referenceOf(error)).toBeUndefined()
  }
})

it('repeats a call after a gateway error only with its key', async () => {
  server(() => page(504), done)
  expect(await outcome(call('MakePayment', {} as never, { key: 'one' }))).toBe('done')
  expect(asked.map(({ key }) => key)).toEqual(['one', 'one'])
  server(() => page(504), done)
  expect(await outcome(call('MakePayment', {} as never))).toBe('networkNoAnswer')
  expect(asked).toHaveLength(1)
})

it('does not take a page of a network for a file or for the end of a session', async () => {
  for (const file of [callFile, checkFile]) {
    server(() => page(200))
    expect(await outcome(file('GetUserProfile', {}))).toBe('networkForeign')
  }
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('location', { pathname: '/' })
  server(() => page(401))
  const error = await call('GetUserProfile', {}).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ status: 0, body: { code: 'networkRefused' } })
})

it('keeps the request id of a broken answer for support, and none of a refusal or maintenance', async () => {
  const reference = async (status: number, code: string, headers: Record<string, string> = { 'X-Request-Id': '0190-one' }) => {
    server(() => json(status, refusal(code), headers))
    return referenceOf(await call('MakePayment', {} as never).catch((error: unknown) => error))
  }
  expect(await reference(500, 'unexpected')).toBe('0190-one')
  expect(await reference(500, 'unexpected', {})).toBeUndefined()
  expect(await reference(409, 'keyInProgress')).toBeUndefined()
  expect(await reference(503, 'maintenance')).toBeUndefined()
  expect(referenceOf(new TypeError('a programming error'))).toBeUndefined()
})

it('stops if the answer is no longer needed', async () => {
  server(unavailable)
  const leaving = new AbortController()
  const reading = call('GetOutstandingBills', {} as never, { signal: leaving.signal }).catch((error) => error)
  await vi.advanceTimersByTimeAsync(100)
  leaving.abort('left')
  expect(await reading).toBe('left')
  await vi.advanceTimersByTimeAsync(retryLimit)
  expect(asked).toHaveLength(1)
})

it('does not retry a write after the user left its screen', async () => {
  server(noAnswer, done)
  let isThere = true
  const writing = call('MakePayment', {} as never, { key: 'one', isAwaited: () => isThere })
  await vi.advanceTimersByTimeAsync(100)
  isThere = false
  expect(await outcome(writing)).toBe('unavailable')
  expect(asked).toHaveLength(1)
  expect(isReconnecting()).toBe(false)
})

it("starts this browser's session with a link that signs in, and not with a refused or another link", async () => {
  server(() => json(409, refusal('linkUsed')), done)
  await outcome(call('VerifyActivation', { token: 'used' }))
  await outcome(call('Activate', { token: 'good' }))
  expect(beginActivity).not.toHaveBeenCalled()
  await outcome(call('VerifyActivation', { token: 'good' }))
  expect(beginActivity).toHaveBeenCalledOnce()
})

it('reads the answer of an expired token before it repeats the call, because the request would stay open', async () => {
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('location', { pathname: '/' })
  const expired = json(401, refusal('accessTokenExpired'))
  server(() => expired, done, done)
  expect(await outcome(call('GetUserProfile', {}))).toBe('done')
  expect(expired.bodyUsed).toBe(true)
})
