/** Signing in with a passkey, without an e-mail address and without a password. */
import type { Side, Tokens } from '~/core/generatedData'
import { call } from '~/kit/call/api'
import { askForPasskey } from './passkey'

/** Milliseconds after which the request for a passkey is renewed. The server accepts an answer for five minutes. */
const RENEW_AFTER = 4 * 60_000

/** Asks for a passkey immediately. Throws the refusal to show if there is none, the user cancels, or the server refuses it. */
export async function signInWithPasskey(side: Side): Promise<Tokens> {
  const { handle, options } = await call('BeginPasskeySignIn', {})
  return call('FinishPasskeySignIn', { handle, passkey: await askForPasskey(options), side })
}

/** Resolves when the page is visible, so that a tab in the background does not renew its request for ever. */
function whenVisible(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((resolve) => document.addEventListener('visibilitychange', () => resolve(), { once: true, signal }))
}

/**
 * Offers the user's passkeys in the address field until the signal ends it. Returns the tokens once the user has chosen one;
 * undefined if passkeys cannot be offered. Throws if the server refuses the passkey.
 */
export async function offerInField(side: Side, signal: AbortSignal): Promise<Tokens | undefined> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return undefined
  while (!signal.aborted) {
    await whenVisible(signal)
    // The user did not start this, so a failure is not shown: the password still signs in.
    const request = await call('BeginPasskeySignIn', {}).catch(() => undefined)
    if (!request) return undefined
    const expiry = AbortSignal.timeout(RENEW_AFTER)
    const ends = AbortSignal.any([signal, expiry])
    const passkey = await askForPasskey(request.options, { mediation: 'conditional', signal: ends }).catch(() => undefined)
    if (passkey !== undefined) return call('FinishPasskeySignIn', { handle: request.handle, passkey, side })
    if (!expiry.aborted) return undefined
  }
  return undefined
}
