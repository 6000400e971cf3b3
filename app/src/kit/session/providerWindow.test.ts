import { afterEach, expect, test, vi } from 'vitest'

vi.mock('../call/refusal', () => ({ refusal: async (code: string) => new Error(code) }))

import { awaitAnswer, deliverAnswer, openProviderWindow } from './providerWindow'

const start = (state: string) => ({ address: `https://login.sinar.example/?state=${state}`, handle: 'h' })
const answer = (state: string) => ({ state, code: 'c', error: null, iss: null })

afterEach(() => vi.unstubAllGlobals())

test('only the tab that asked takes the answer', async () => {
  const [asked, other] = [vi.fn(), vi.fn()]
  const stop = awaitAnswer(start('s2'), other)
  awaitAnswer(start('s1'), asked)
  expect(await deliverAnswer(answer('s1'))).toBe(true)
  expect(asked).toHaveBeenCalledExactlyOnceWith(answer('s1'))
  expect(other).not.toHaveBeenCalled()
  stop()
})

test('no tab takes an answer after it stopped waiting', async () => {
  const asked = vi.fn()
  awaitAnswer(start('s3'), asked)()
  expect(await deliverAnswer(answer('s3'))).toBe(false)
  expect(asked).not.toHaveBeenCalled()
})

test('a window that the browser blocks is reported as a refusal', async () => {
  vi.stubGlobal('window', { open: () => null })
  await expect(openProviderWindow()).rejects.toThrow('ssoWindowBlocked')
})
