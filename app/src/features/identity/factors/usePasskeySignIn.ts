/** Passkeys on the sign-in page: in the address field and by a button. Their code loads after everything that the page needs. */
import { useEffect, useState } from 'react'
import type { Side, Tokens } from '~/core/generatedData'

/** Milliseconds between the page's load event and the loading of this code. The page and its fields come first. */
const LOAD_DELAY = 500

const load = () => import('./passkeySignIn')

/** Offers passkeys in the address field. Returns a function that ends the offer. */
function offerPasskeys(side: Side, onEntered: (tokens: Tokens) => void, onRefused: (error: unknown) => void): () => void {
  const stop = new AbortController()
  async function offer() {
    // Without this code the password still signs in.
    const loaded = await load().catch(() => undefined)
    const tokens = await loaded?.offerInField(side, stop.signal)
    if (tokens) onEntered(tokens)
  }
  const begin = () => setTimeout(() => stop.signal.aborted || void offer().catch(onRefused), LOAD_DELAY)
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin, { once: true, signal: stop.signal })
  return () => stop.abort()
}

/** `onRefused` gets the refusal to show. A failure of the offer in the address field is shown only if the user has chosen a passkey. */
export function usePasskeySignIn(side: Side, isOffered: boolean, onEntered: (tokens: Tokens) => void, onRefused: (error: unknown) => void) {
  const [isAsking, setAsking] = useState(false)
  // A browser has one open request for a passkey, so the button's request ends the offer in the field.
  const isOfferActive = isOffered && !isAsking
  // The callbacks are new on each render but do the same, so they are no dependencies.
  useEffect(() => {
    if (!isOfferActive) return
    return offerPasskeys(side, onEntered, onRefused)
  }, [isOfferActive, side])

  async function signIn() {
    setAsking(true)
    try {
      const { signInWithPasskey } = await load()
      onEntered(await signInWithPasskey(side))
    } catch (error) {
      onRefused(error)
      setAsking(false)
    }
  }
  return { isAsking, signIn }
}
