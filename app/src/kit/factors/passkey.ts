/** The browser's passkeys. The server makes the options, and checks the answers. */
import type { Code } from '../../core/generatedData'
import { loadSentence } from '../../core/lazyRules'
import { currentLanguage } from '../../words/language'
import { plainSentence } from '../../words/sentences'
import { CallError } from '../call/api'

/** Passkeys belong to a name, so a portal that is opened by its number cannot use them. */
const isNamed = (hostname: string) => !/^[\d.]+$|:/.test(hostname)

/** Returns why the browser cannot use passkeys at this address; undefined if it can. */
export function whyNoPasskeys(): 'passkeysUnavailable' | 'passkeysUnsupported' | undefined {
  if (!isSecureContext || !isNamed(location.hostname)) return 'passkeysUnavailable'
  return 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential ? undefined : 'passkeysUnsupported'
}

/** Throws a refusal to show if the browser cannot use passkeys at this address. */
export async function requirePasskeys(): Promise<void> {
  const why = whyNoPasskeys()
  if (why) throw await refusal(why)
}

/** The options as the server sends them. */
interface Sent<Options> {
  publicKey: Options
}

type Request = Pick<CredentialRequestOptions, 'mediation' | 'signal'>

/**
 * Asks for one of the user's passkeys, and returns the answer for the server. The options are null if the server has no question.
 * Throws a refusal to show if the browser cannot ask, and if the user cancels or takes too long.
 */
export async function askForPasskey(options: unknown, request: Request = {}): Promise<unknown> {
  if (options === null) throw await refusal('passkeysUnavailable')
  await requirePasskeys()
  const { publicKey } = options as Sent<PublicKeyCredentialRequestOptionsJSON>
  const asked = { ...request, publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) }
  return answered(await navigator.credentials.get(asked).catch(refused(() => 'passkeyNotUsed')))
}

/** Makes a new passkey, and returns the answer for the server. Throws a refusal to show if the browser makes none. */
export async function makePasskey(options: unknown): Promise<unknown> {
  const { publicKey } = options as Sent<PublicKeyCredentialCreationOptionsJSON>
  const asked = { publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey) }
  // The browser reports an invalid state if the device already holds one of the user's passkeys.
  const code = ({ name }: DOMException) => (name === 'InvalidStateError' ? 'passkeyKnown' : 'passkeyNotCreated')
  return answered(await navigator.credentials.create(asked).catch(refused(code)))
}

const answered = (credential: Credential | null): unknown => (credential as PublicKeyCredential).toJSON()

const refused =
  (code: (error: DOMException) => Code) =>
  async (error: unknown): Promise<never> => {
    throw error instanceof DOMException ? await refusal(code(error)) : error
  }

/** Makes a refusal in core's words, as the server would. */
export async function refusal(code: Code): Promise<CallError> {
  const errorMessage = await loadSentence(code, currentLanguage()).catch(() => plainSentence('unexpected'))
  return new CallError({ code, errorTopic: 'factors', errorMessage, fields: [], params: {} }, 422)
}
