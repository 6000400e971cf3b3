import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { goToProvider, parseAnswer, takePending } from './provider'

vi.mock('~/kit/call/refusal', () => ({}))

const start = { address: 'https://login.sinar.example/authorize?tenant=a&state=s1&nonce=n', handle: 'h1' }

const assign = vi.fn()
let page: EventTarget

beforeEach(() => {
  vi.stubGlobal('location', { assign })
  page = new EventTarget()
  vi.stubGlobal('window', page)
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the handle stays in the tab, and is returned once, for an answer with the same state', () => {
  void goToProvider(start, { purpose: 'signIn', search: '?redirect=%2Fhome' })
  expect(assign).toHaveBeenCalledWith(start.address)
  expect(start.address).not.toContain(start.handle)
  expect(takePending('another')).toBeUndefined()
  expect(takePending('s1')).toEqual({ purpose: 'signIn', search: '?redirect=%2Fhome', handle: 'h1', state: 's1' })
  expect(takePending('s1')).toBeUndefined()
})

test('the redirect is over once the browser restores the page after Back', async () => {
  const done = vi.fn()
  void goToProvider(start, { purpose: 'signIn', search: '' }).then(done)
  const showPage = async (persisted: boolean) => {
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
    await Promise.resolve()
  }
  // Loading the page ends with the same event, perhaps only after the user pressed the button.
  await showPage(false)
  expect(done).not.toHaveBeenCalled()
  await showPage(true)
  expect(done).toHaveBeenCalledTimes(1)
})

test('an invalid stored value is ignored', () => {
  sessionStorage.setItem('gridbill.companySignIn', '{')
  expect(takePending('s1')).toBeUndefined()
})

test('an answer has a state, and a code or an error', () => {
  const none = { code: null, error: null, iss: null }
  expect(parseAnswer('?redirect=%2Fhome')).toBeUndefined()
  expect(parseAnswer('?code=c')).toBeUndefined()
  expect(parseAnswer('?code=c&state=s1&iss=https%3A%2F%2Fa.example')).toEqual({ ...none, state: 's1', code: 'c', iss: 'https://a.example' })
  expect(parseAnswer('?error=access_denied&state=s1')).toEqual({ ...none, state: 's1', error: 'access_denied' })
})
