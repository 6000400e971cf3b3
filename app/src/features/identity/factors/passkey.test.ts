import { afterEach, expect, test, vi } from 'vitest'

vi.mock('~/words/language', () => ({ currentLanguage: () => 'en' }))
vi.mock('~/words/sentences', () => ({ plainSentence: (code: string) => code }))
const loadSentence = vi.hoisted(() => vi.fn(async (code: string) => `sentence of ${code}`))
vi.mock('~/core/lazyRules', () => ({ loadSentence }))

import { askForPasskey, makePasskey } from './passkey'
import { whyNoPasskeys } from './passkeySupport'

const open = (hostname: string, { hasPasskeys = true, isSecure = true } = {}) => {
  vi.stubGlobal('isSecureContext', isSecure)
  vi.stubGlobal('location', { hostname })
  vi.stubGlobal('window', hasPasskeys ? { PublicKeyCredential: {} } : {})
}
/** Bytes with those whose characters differ in base64 and base64url (62 and 63), and a length that needs padding. */
const bytes = Uint8Array.of(0, 251, 255, 190)
const text = 'APv_vg'
/** A browser's answer, without `toJSON`, which Safari has only from 18.4. */
const answer = (response: object) => ({
  id: text,
  rawId: bytes.buffer,
  type: 'public-key',
  response,
  getClientExtensionResults: () => ({}),
})
const withDevice = (device: object) => vi.stubGlobal('navigator', { credentials: device })
const failsWith = (name: string) => async () => {
  throw new DOMException('', name)
}
afterEach(() => vi.unstubAllGlobals())

test('passkeys need a domain name, and a browser that has them', () => {
  for (const hostname of ['portal.utility.example', 'localhost']) {
    open(hostname)
    expect(whyNoPasskeys()).toBeUndefined()
  }
  for (const hostname of ['127.0.0.1', '[::1]']) {
    open(hostname)
    expect(whyNoPasskeys()).toBe('passkeysUnavailable')
  }
  open('portal.utility.example', { isSecure: false })
  expect(whyNoPasskeys()).toBe('passkeysUnavailable')
  open('localhost', { hasPasskeys: false })
  expect(whyNoPasskeys()).toBe('passkeysUnsupported')
})

test('the options of a sign-in become bytes, and the answer becomes text', async () => {
  open('localhost')
  const get = vi.fn(async (_: unknown) =>
    answer({ clientDataJSON: bytes.buffer, authenticatorData: bytes.buffer, signature: bytes.buffer, userHandle: null }),
  )
  withDevice({ get })
  const options = { publicKey: { challenge: text, rpId: 'localhost', allowCredentials: [{ id: text, type: 'public-key' }] } }
  expect(await askForPasskey(options, { mediation: 'conditional' })).toEqual({
    id: text,
    rawId: text,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: text, authenticatorData: text, signature: text },
  })
  expect(get).toHaveBeenCalledWith({
    mediation: 'conditional',
    publicKey: { challenge: bytes, rpId: 'localhost', allowCredentials: [{ id: bytes, type: 'public-key' }] },
  })
  await askForPasskey({ publicKey: { challenge: text } })
  expect(get).toHaveBeenLastCalledWith({ publicKey: { challenge: bytes } })
})

test('the options of a new passkey become bytes, and the answer names how the device connects', async () => {
  open('localhost')
  const create = vi.fn(async (_: unknown) =>
    answer({ clientDataJSON: bytes.buffer, attestationObject: bytes.buffer, getTransports: () => ['internal'] }),
  )
  withDevice({ create })
  const options = {
    publicKey: { challenge: text, user: { id: text, name: 'aina' }, excludeCredentials: [{ id: text, type: 'public-key' }] },
  }
  expect(await makePasskey(options)).toMatchObject({
    response: { clientDataJSON: text, attestationObject: text, transports: ['internal'] },
  })
  expect(create).toHaveBeenCalledWith({
    publicKey: { challenge: bytes, user: { id: bytes, name: 'aina' }, excludeCredentials: [{ id: bytes, type: 'public-key' }] },
  })
})

test('each error of the browser has its own refusal', async () => {
  open('localhost')
  const options = { publicKey: { challenge: text } }
  const created = { publicKey: { challenge: text, user: { id: text } } }
  const refused = (code: string) => ({ message: `sentence of ${code}`, status: 422, body: { code } })
  withDevice({ get: failsWith('NotAllowedError'), create: failsWith('NotAllowedError') })
  await expect(askForPasskey(options)).rejects.toMatchObject(refused('passkeyNotUsed'))
  await expect(makePasskey(created)).rejects.toMatchObject(refused('passkeyNotCreated'))
  withDevice({ create: failsWith('InvalidStateError') })
  await expect(makePasskey(created)).rejects.toMatchObject(refused('passkeyKnown'))
  await expect(askForPasskey(null)).rejects.toMatchObject(refused('passkeysUnavailable'))
  open('localhost', { hasPasskeys: false })
  await expect(askForPasskey(options)).rejects.toMatchObject(refused('passkeysUnsupported'))
})

test('a refusal has a general sentence if the rules cannot be loaded, and a programming error is rethrown', async () => {
  open('localhost')
  withDevice({ get: failsWith('NotAllowedError') })
  loadSentence.mockRejectedValueOnce(new Error('no connection'))
  await expect(askForPasskey({ publicKey: { challenge: text } })).rejects.toMatchObject({
    message: 'unexpected',
    body: { code: 'passkeyNotUsed' },
  })
  const mistake = new TypeError()
  withDevice({ get: () => Promise.reject(mistake) })
  await expect(askForPasskey({ publicKey: { challenge: text } })).rejects.toBe(mistake)
})
