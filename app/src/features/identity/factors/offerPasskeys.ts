/** Offers passkeys on the sign-in page. Their code loads after everything that the page needs. */
import type { Side, Tokens } from '../../../core/generatedData'
import { whenIdle } from '../../../ui/base/whenIdle'

/** Calls `onEntered` after a sign-in with a passkey, and `onRefused` if the server refused it. Returns a function that ends the offer. */
export function offerPasskeys(side: Side, onEntered: (tokens: Tokens) => void, onRefused: (error: unknown) => void): () => void {
  const stop = new AbortController()
  async function offer() {
    // Without this code the password still signs in.
    const loaded = await import('./passkeySignIn').catch(() => undefined)
    const tokens = await loaded?.signInWithPasskey(side, stop.signal)
    if (tokens) onEntered(tokens)
  }
  const begin = () => whenIdle(() => stop.signal.aborted || void offer().catch(onRefused))
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin, { once: true, signal: stop.signal })
  return () => stop.abort()
}
