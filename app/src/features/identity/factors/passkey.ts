/** Passkeys in the browser. The server creates the options and checks the answers. */
import type { Code } from '~/core/generatedData'
import { loadSentence } from '~/core/lazyRules'
import { CallError } from '~/kit/call/api'
import { currentLanguage } from '~/words/language'
import { plainSentence } from '~/words/sentences'

/** Passkeys belong to a domain name, so a portal that was opened by its IP address cannot use them. */
const isDomainName = (hostname: string) => !/^[\d.]+$|:/.test(hostname)

/** Returns why the browser cannot use passkeys at this address; undefined if it can. */
export function whyNoPasskeys(): 'passkeysUnavailable' | 'passkeysUnsupported' | undefined {
  if (!isSecureContext || !isDomainName(location.hostname)) return 'passkeysUnavailable'
  return 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential ? undefined : 'passkeysUnsupported'
}

/** Throws a refusal to show if the browser cannot use passkeys at this address. */
export async function requirePasskeys(): Promise<void> {
  const why = whyNoPasskeys()
  if (why) throw await refusal(why)
}

/** The options in the server's JSON. */
interface ServerOptions<Options> {
  publicKey: Options
}

type PasskeyRequest = Pick<CredentialRequestOptions, 'mediation' | 'signal'>

/**
 * Asks for one of the user's passkeys, and returns the answer for the server. The options are null if
 * the portal's address cannot use passkeys. Throws a refusal to show if the browser cannot ask, and if the user cancels
 * or takes too long.
 */
export async function askForPasskey(options: unknown, request: PasskeyRequest = {}): Promise<unknown> {
  if (options === null) throw await refusal('passkeysUnavailable')
  await requirePasskeys()
  const { publicKey } = options as ServerOptions<PublicKeyCredentialRequestOptionsJSON>
  const asked = { ...request, publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) }
  return answerOf(await navigator.credentials.get(asked).catch(rejectWith(() => 'passkeyNotUsed')))
}

/** Creates a passkey, and returns the answer for the server. Throws a refusal to show if the browser creates none. */
export async function makePasskey(options: unknown): Promise<unknown> {
  const { publicKey } = options as ServerOptions<PublicKeyCredentialCreationOptionsJSON>
  const asked = { publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey) }
  // The browser reports an invalid state if the device already holds one of the user's passkeys.
  const code = ({ name }: DOMException) => (name === 'InvalidStateError' ? 'passkeyKnown' : 'passkeyNotCreated')
  return answerOf(await navigator.credentials.create(asked).catch(rejectWith(code)))
}

const answerOf = (credential: Credential | null): unknown => (credential as PublicKeyCredential).toJSON()

const rejectWith =
  (code: (error: DOMException) => Code) =>
  async (error: unknown): Promise<never> => {
    throw error instanceof DOMException ? await refusal(code(error)) : error
  }

/** Returns a refusal with core's sentence, as the server would send it. */
export async function refusal(code: Code): Promise<CallError> {
  const errorMessage = await loadSentence(code, currentLanguage()).catch(() => plainSentence('unexpected'))
  return new CallError({ code, errorTopic: 'factors', errorMessage, fields: [], params: {} }, 422)
}
