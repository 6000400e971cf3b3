/**
 * The way to the company's provider and back (docs/domain/people.md#single-sign-on). The handle of a sign-in stays in the tab; the
 * provider returns the state. An answer counts only with both, so a link with a foreign answer signs no user in.
 */
import type { FinishSsoRequest, SsoStart } from '../../core/generatedData'

const storageKey = 'gridbill.companySignIn'

/** What the tab does with the provider's answer. */
export interface PendingSignIn {
  purpose: 'signIn' | 'link'
  handle: string
  state: string
  /** The query of the sign-in page, which names the page to open afterwards. */
  search: string
  /** The token of the invitation that the user came with. */
  invitationToken?: string | undefined
}

/** The provider's answer, as it is in the address that the provider redirects to. */
export type ProviderAnswer = Pick<FinishSsoRequest, 'state' | 'code' | 'error' | 'iss'>

export const stateOf = ({ address }: SsoStart): string => new URL(address).searchParams.get('state') ?? ''

/** Leaves for the provider in this tab. The promise never resolves. */
export function goToProvider(start: SsoStart, pending: Omit<PendingSignIn, 'handle' | 'state'>): Promise<never> {
  sessionStorage.setItem(storageKey, JSON.stringify({ ...pending, handle: start.handle, state: stateOf(start) }))
  // The sign-in page stays in the history, so that the user can go back to it.
  location.assign(start.address)
  return new Promise(() => undefined)
}

/** Reads the answer from the query of an address. Undefined if the address has none. */
export function answerIn(search: string): ProviderAnswer | undefined {
  const query = new URLSearchParams(search)
  const state = query.get('state')
  if (state === null) return undefined
  return { state, code: query.get('code'), error: query.get('error'), iss: query.get('iss') }
}

/** Returns what this tab does with an answer of that state, once. Undefined if the tab did not ask for it. */
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
