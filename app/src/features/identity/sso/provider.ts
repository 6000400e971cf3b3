/**
 * Redirects to the company's provider and reads its answer (docs/domain/people.md#single-sign-on). The tab keeps the handle of a
 * sign-in, and the provider returns the state. The server requires both, so that a link with another user's answer cannot sign
 * anyone in.
 */
import type { SsoStart } from '~/core/generatedData'
import { type ProviderAnswer, stateOf } from '~/kit/session/providerWindow'

const storageKey = 'gridbill.companySignIn'

/** A sign-in that this tab started, and how it continues after the provider's answer. */
export interface PendingSignIn {
  purpose: 'signIn' | 'link'
  handle: string
  state: string
  /** The query of the sign-in page, which names the page to open afterwards. */
  search: string
  /** The token of the invitation that the user opened. */
  invitationToken?: string | undefined
}

/** Redirects this tab to the provider. Resolves if the user goes back, and the browser restores this page without loading it. */
export function goToProvider(start: SsoStart, pending: Omit<PendingSignIn, 'handle' | 'state'>): Promise<void> {
  sessionStorage.setItem(storageKey, JSON.stringify({ ...pending, handle: start.handle, state: stateOf(start) }))
  // The sign-in page stays in the history, so that the user can go back to it.
  location.assign(start.address)
  return new Promise((resolve) => window.addEventListener('pageshow', ({ persisted }) => persisted && resolve()))
}

/** Parses the answer in the query of an address. Undefined if there is none. */
export function parseAnswer(search: string): ProviderAnswer | undefined {
  const query = new URLSearchParams(search)
  const state = query.get('state')
  if (state === null) return undefined
  return { state, code: query.get('code'), error: query.get('error'), iss: query.get('iss') }
}

/** Returns and deletes the pending sign-in with this state. Undefined if this tab did not start it. */
export function takePending(state: string): PendingSignIn | undefined {
  const pending = readPending()
  if (!pending || pending.state !== state) return undefined
  sessionStorage.removeItem(storageKey)
  return pending
}

function readPending(): PendingSignIn | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as PendingSignIn | undefined
  } catch {
    return undefined
  }
}
