import { getDefaultStore } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'

vi.mock('~/words/language', () => ({ currentLanguage: () => 'en' }))
vi.mock('~/words/sentences', () => ({ plainSentence: (code: string) => code }))

import { call, onConfirmIdentity } from '~/kit/call/api'
import { answerIdentityConfirmation, loadQuestion, openQuestionAtom, requestIdentityConfirmation } from './confirmIdentity'

const asked = { code: 'confirmIdentity', errorTopic: 'session', errorMessage: 'Please confirm.', fields: [], params: {} }
const answers = (...bodies: unknown[]) => {
  const sent: string[] = []
  const fetched = vi.fn(async (_: string, { body }: RequestInit) => {
    sent.push(String(body))
    const refusal = bodies.shift()
    return new Response(JSON.stringify({ Data: {}, Error: refusal ?? null }), { status: refusal ? 403 : 200 })
  })
  vi.stubGlobal('fetch', fetched)
  return sent
}
const request = { name: 'Aminah', mobileNo: '198765432' }

afterEach(() => {
  vi.unstubAllGlobals()
  onConfirmIdentity(async () => false)
})

test('the same call is sent again after the identity is confirmed', async () => {
  const sent = answers(asked)
  onConfirmIdentity(async () => true)
  await call('UpdateUserProfile', request)
  expect(sent).toEqual([JSON.stringify(request), JSON.stringify(request)])
})

test('if the user cancels, the reason is shown and nothing is sent again', async () => {
  const sent = answers(asked)
  await expect(call('UpdateUserProfile', request)).rejects.toMatchObject({ status: 403, body: { code: 'confirmIdentity' } })
  expect(sent).toHaveLength(1)
})

test('calls that wait at the same time share one question', async () => {
  const shown: unknown[] = []
  const readMethods = async () => ['totp', 'recoveryCode'] as const
  const store = getDefaultStore()
  const stop = store.sub(openQuestionAtom, () => shown.push(store.get(openQuestionAtom)))
  const waiting = [requestIdentityConfirmation(readMethods), requestIdentityConfirmation(readMethods)]
  await vi.waitFor(() => expect(shown).toHaveLength(1))
  answerIdentityConfirmation(true)
  expect(await Promise.all(waiting)).toEqual([true, true])
  expect(shown).toEqual([['totp', 'recoveryCode'], undefined])
  const next = requestIdentityConfirmation(readMethods)
  await vi.waitFor(() => expect(shown).toHaveLength(3))
  answerIdentityConfirmation(false)
  expect(await next).toBe(false)
  stop()
})

test('no question opens if the methods cannot be read', async () => {
  await expect(requestIdentityConfirmation(() => Promise.reject(new Error('unread')))).rejects.toThrow('unread')
  expect(getDefaultStore().get(openQuestionAtom)).toBeUndefined()
})

test('a question whose dialogue cannot be loaded counts as cancelled', async () => {
  const asked = requestIdentityConfirmation(async () => [])
  await vi.waitFor(() => expect(getDefaultStore().get(openQuestionAtom)).toEqual([]))
  await loadQuestion({ now: () => undefined, fetch: async () => false })
  expect(await asked).toBe(false)
  expect(getDefaultStore().get(openQuestionAtom)).toBeUndefined()
})
