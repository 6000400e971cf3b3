import { afterEach, expect, test, vi } from 'vitest'

vi.mock('../../words/language', () => ({ currentLanguage: () => 'en' }))
vi.mock('../../words/sentences', () => ({ plainSentence: (code: string) => code }))

import { CallError } from '../call/api'
import { askForPasskey, canUsePasskeys, refusalOfPasskey } from './passkey'

const parse = { parseRequestOptionsFromJSON: (options: object) => ({ ...options, isParsed: true }) }
const open = (hostname: string, passkeys: object | undefined = parse) => {
  vi.stubGlobal('location', { hostname })
  vi.stubGlobal('window', passkeys ? { PublicKeyCredential: passkeys } : {})
  vi.stubGlobal('PublicKeyCredential', passkeys)
}
afterEach(() => vi.unstubAllGlobals())

test('passkeys need a name and a browser that reads the options of the server', () => {
  for (const hostname of ['portal.utility.example', 'localhost']) {
    open(hostname)
    expect(canUsePasskeys()).toBe(true)
  }
  for (const hostname of ['127.0.0.1', '[::1]']) {
    open(hostname)
    expect(canUsePasskeys()).toBe(false)
  }
  open('localhost', {})
  expect(canUsePasskeys()).toBe(false)
})

test('the options are parsed, and the answer is returned as JSON', async () => {
  open('localhost')
  const get = vi.fn(async (_: unknown) => ({ toJSON: () => ({ id: 'abc' }) }))
  vi.stubGlobal('navigator', { credentials: { get } })
  expect(await askForPasskey({ publicKey: { challenge: 'x' } }, { mediation: 'conditional' })).toEqual({ id: 'abc' })
  expect(get).toHaveBeenCalledWith({ mediation: 'conditional', publicKey: { challenge: 'x', isParsed: true } })
})

test('a cancelled request and a known device have sentences of their own', () => {
  const sentences = { refused: 'refused', known: 'known' }
  const said = (name: string) => refusalOfPasskey(new DOMException('', name), sentences)
  expect(said('NotAllowedError')).toMatchObject({ message: 'refused', status: 422 })
  expect(said('InvalidStateError')).toMatchObject({ message: 'known' })
  const other = new CallError({ code: 'challengeExpired', errorTopic: '', errorMessage: '', fields: [], params: {} }, 422)
  expect(refusalOfPasskey(other, sentences)).toBe(other)
})
