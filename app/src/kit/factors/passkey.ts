/** The browser's passkeys. The server makes the options, and checks the answers. */
import { CallError } from '../call/api'

/** Passkeys belong to a name, so a portal that is opened by its number cannot use them. */
const isNamed = (hostname: string) => !/^[\d.]+$|:/.test(hostname)

/** Whether the browser can use passkeys at this address. */
export const canUsePasskeys = (): boolean =>
  isNamed(location.hostname) && 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** The options as the server sends them. */
interface Sent<Options> {
  publicKey: Options
}

type Request = Pick<CredentialRequestOptions, 'mediation' | 'signal'>

/** Asks for one of the user's passkeys, and returns the answer for the server. */
export async function askForPasskey(options: unknown, request: Request = {}): Promise<unknown> {
  const { publicKey } = options as Sent<PublicKeyCredentialRequestOptionsJSON>
  return answered(await navigator.credentials.get({ ...request, publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) }))
}

/** Makes a new passkey, and returns the answer for the server. */
export async function makePasskey(options: unknown): Promise<unknown> {
  const { publicKey } = options as Sent<PublicKeyCredentialCreationOptionsJSON>
  return answered(await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey) }))
}

const answered = (credential: Credential | null): unknown => (credential as PublicKeyCredential).toJSON()

/**
 * Returns the refusal to show if the browser ended a request, which it does when the user cancels it or takes too long. Other
 * errors are returned as they are.
 */
export function refusalOfPasskey(error: unknown, sentences: { refused: string; known: string }): unknown {
  if (!(error instanceof DOMException)) return error
  // The browser says this of a device that already holds one of the user's passkeys.
  const errorMessage = error.name === 'InvalidStateError' ? sentences.known : sentences.refused
  return new CallError({ code: 'passkeyRefused', errorTopic: 'factors', errorMessage, fields: [], params: {} }, 422)
}
