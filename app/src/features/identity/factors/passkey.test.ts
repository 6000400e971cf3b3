import { afterEach, expect, test, vi } from 'vitest'

vi.mock('~/words/language', () => ({ currentLanguage: () => 'en' }))
vi.mock('~/words/sentences', () => ({ plainSentence: (code: string) => code }))
const loadSentence = vi.hoisted(() => vi.fn(async (code: string) => `sentence of ${code}`))
vi.mock('~/core/lazyRules', () => ({ loadSentence }))

import { askForPasskey, makePasskey, whyNoPasskeys } from './passkey'

const parse = {
  parseRequestOptionsFromJSON: (options: object) => ({ ...options, isParsed: true }),
  parseCreationOptionsFromJSON: (options: object) => ({ ...options, isParsed: true }),
}
const open = (hostname: string, passkeys: object | undefined = parse, isSecure = true) => {
  vi.stubGlobal('isSecureContext', isSecure)
  vi.stubGlobal('location', { hostname })
  vi.stubGlobal('window', passkeys ? { PublicKeyCredential: passkeys } : {})
  vi.stubGlobal('PublicKeyCredential', passkeys)
}
const withDevice = (device: object) => vi.stubGlobal('navigator', { credentials: device })
const failsWith = (name: string) => async () => {
  throw new DOMException('', name)
}
afterEach(() => vi.unstubAllGlobals())

test("passkeys need a domain name, and a browser that can parse the server's options", () => {
  for (const hostname of ['portal.utility.example', 'localhost']) {
    open(hostname)
    expect(whyNoPasskeys()).toBeUndefined()
  }
  for (const hostname of ['127.0.0.1', '[::1]']) {
    open(hostname)
    expect(whyNoPasskeys()).toBe('passkeysUnavailable')
  }
  open('portal.utility.example', parse, false)
  expect(whyNoPasskeys()).toBe('passkeysUnavailable')
  open('localhost', {})
  expect(whyNoPasskeys()).toBe('passkeysUnsupported')
})

test('the options are parsed, and the answer is returned as JSON', async () => {
  open('localhost')
  const get = vi.fn(async (_: unknown) => ({ toJSON: () => ({ id: 'abc' }) }))
  withDevice({ get, create: get })
  expect(await askForPasskey({ publicKey: { challenge: 'x' } }, { mediation: 'conditional' })).toEqual({ id: 'abc' })
  expect(get).toHaveBeenCalledWith({ mediation: 'conditional', publicKey: { challenge: 'x', isParsed: true } })
  expect(await makePasskey({ publicKey: { challenge: 'y' } })).toEqual({ id: 'abc' })
  expect(get).toHaveBeenLastCalledWith({ publicKey: { challenge: 'y', isParsed: true } })
})

test('each error of the browser has its own refusal', async () => {
  open('localhost')
  const options = { publicKey: {} }
  const refused = (code: string) => ({ message: `sentence of ${code}`, status: 422, body: { code } })
  withDevice({ get: failsWith('NotAllowedError'), create: failsWith('NotAllowedError') })
  await expect(askForPasskey(options)).rejects.toMatchObject(refused('passkeyNotUsed'))
  await expect(makePasskey(options)).rejects.toMatchObject(refused('passkeyNotCreated'))
  withDevice({ create: failsWith('InvalidStateError') })
  await expect(makePasskey(options)).rejects.toMatchObject(refused('passkeyKnown'))
  await expect(askForPasskey(null)).rejects.toMatchObject(refused('passkeysUnavailable'))
  open('localhost', {})
  await expect(askForPasskey(options)).rejects.toMatchObject(refused('passkeysUnsupported'))
})

test('a refusal has a general sentence if the rules cannot be loaded, and a programming error is rethrown', async () => {
  open('localhost')
  withDevice({ get: failsWith('NotAllowedError') })
  loadSentence.mockRejectedValueOnce(new Error('no connection'))
  await expect(askForPasskey({ publicKey: {} })).rejects.toMatchObject({ message: 'unexpected', body: { code: 'passkeyNotUsed' } })
  const mistake = new TypeError()
  withDevice({ get: () => Promise.reject(mistake) })
  await expect(askForPasskey({ publicKey: {} })).rejects.toBe(mistake)
})
