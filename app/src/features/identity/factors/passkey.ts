/** Passkeys in the browser. The server creates the options and checks the answers. */
import type { Code } from '~/core/generatedData'
import { refusal } from '~/kit/call/refusal'
import { whyNoPasskeys } from './passkeySupport'

/** The options in the server's JSON. Its extensions have no bytes, so they are passed on as they are. */
interface ServerOptions<Options> {
  publicKey: Omit<Options, 'extensions'>
}

type PasskeyRequest = Pick<CredentialRequestOptions, 'mediation' | 'signal'>

/**
 * Asks for one of the user's passkeys, and returns the answer for the server. The options are null if
 * the portal's address cannot use passkeys. Throws a refusal to show if the browser cannot ask, and if the user cancels
 * or takes too long.
 */
export async function askForPasskey(options: unknown, request: PasskeyRequest = {}): Promise<unknown> {
  const why = options === null ? 'passkeysUnavailable' : whyNoPasskeys()
  if (why) throw await refusal(why)
  const { challenge, allowCredentials, ...rest } = (options as ServerOptions<PublicKeyCredentialRequestOptionsJSON>).publicKey
  const publicKey = { ...rest, challenge: bytesOf(challenge), ...(allowCredentials && { allowCredentials: withBytes(allowCredentials) }) }
  const asked = { ...request, publicKey } as CredentialRequestOptions
  return answerOf(await navigator.credentials.get(asked).catch(rejectWith(() => 'passkeyNotUsed')))
}

/** Creates a passkey, and returns the answer for the server. Throws a refusal to show if the browser creates none. */
export async function makePasskey(options: unknown): Promise<unknown> {
  const { challenge, user, excludeCredentials = [], ...rest } = (options as ServerOptions<PublicKeyCredentialCreationOptionsJSON>).publicKey
  const [own] = withBytes([user])
  const publicKey = { ...rest, challenge: bytesOf(challenge), user: own, excludeCredentials: withBytes(excludeCredentials) }
  const asked = { publicKey } as CredentialCreationOptions
  // The browser reports an invalid state if the device already holds one of the user's passkeys.
  const code = ({ name }: DOMException) => (name === 'InvalidStateError' ? 'passkeyKnown' : 'passkeyNotCreated')
  return answerOf(await navigator.credentials.create(asked).catch(rejectWith(code)))
}

// The options and the answer are converted here, because Safari has `parseRequestOptionsFromJSON` and `toJSON` only from 18.4.

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
const base64urlOf = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const withBytes = <Item extends { id: string }>(items: readonly Item[]) => items.map((item) => ({ ...item, id: bytesOf(item.id) }))

/** The parts of an answer that are bytes. An answer has those of its kind. */
const byteParts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'] as const
type AnyResponse = Partial<Record<(typeof byteParts)[number], ArrayBuffer | null>> & { getTransports?: () => string[] }

function answerOf(credential: Credential | null): unknown {
  const passkey = credential as PublicKeyCredential
  const response = passkey.response as AnyResponse
  return {
    id: passkey.id,
    rawId: base64urlOf(passkey.rawId),
    type: passkey.type,
    clientExtensionResults: passkey.getClientExtensionResults(),
    response: {
      ...Object.fromEntries(
        byteParts.flatMap((part) => {
          const bytes = response[part]
          return bytes ? [[part, base64urlOf(bytes)]] : []
        }),
      ),
      ...(response.getTransports && { transports: response.getTransports() }),
    },
  }
}

const rejectWith =
  (code: (error: DOMException) => Code) =>
  async (error: unknown): Promise<never> => {
    throw error instanceof DOMException ? await refusal(code(error)) : error
  }
