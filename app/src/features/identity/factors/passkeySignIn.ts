/** Signing in with a passkey, without an e-mail address and without a password. */
import type { Side, Tokens } from '../../../core/generatedData'
import { call } from '../../../kit/call/api'
import { askForPasskey, requirePasskeys, whyNoPasskeys } from '../../../kit/factors/passkey'

/** Milliseconds after which a new question is asked. The server accepts an answer for five minutes. */
const ASK_AGAIN_AFTER = 4 * 60_000

/** Asks for a passkey at once. Throws a refusal to show if there is none, the user cancels, or the server refuses it. */
export async function signInWithPasskey(side: Side): Promise<Tokens> {
  await requirePasskeys()
  const { handle, options } = await call('BeginPasskeySignIn', {})
  return call('FinishPasskeySignIn', { handle, passkey: await askForPasskey(options), side })
}

/** Resolves when the page is visible, so that a forgotten tab does not ask for ever. */
function whenVisible(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((resolve) => document.addEventListener('visibilitychange', () => resolve(), { once: true, signal }))
}

/**
 * Offers the user's passkeys in the address field until the signal ends it. Returns the tokens once the user has chosen one;
 * undefined if passkeys cannot be offered. Throws if the server refuses the passkey.
 */
export async function offerInField(side: Side, signal: AbortSignal): Promise<Tokens | undefined> {
  if (whyNoPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return undefined
  while (!signal.aborted) {
    await whenVisible(signal)
    // The user did not ask for this, so its failure is not shown: the password still signs in.
    const asked = await call('BeginPasskeySignIn', {}).catch(() => undefined)
    if (!asked) return undefined
    const expiry = AbortSignal.timeout(ASK_AGAIN_AFTER)
    const ends = AbortSignal.any([signal, expiry])
    const passkey = await askForPasskey(asked.options, { mediation: 'conditional', signal: ends }).catch(() => undefined)
    if (passkey !== undefined) return call('FinishPasskeySignIn', { handle: asked.handle, passkey, side })
    if (!expiry.aborted) return undefined
  }
  return undefined
}
