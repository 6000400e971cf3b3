/**
 * Going from one public page to another without loading anew, so that what was typed is kept. An e-mailed link carries its
 * token in the fragment: it is read once, kept in memory, and taken out of the address, where others could read it.
 */
import { paths } from '../../core/links'

const { activate, register, resetPassword, staffResetPassword, verifyActivation } = paths
const linkPages: readonly string[] = [activate, register, resetPassword, staffResetPassword, verifyActivation]

/** What one page tells the next, and a reload of it; never anything secret. */
interface Told {
  email?: string
}
interface Going {
  told?: Told
  /** A link's token, which goes on to the next page; a page that is gone to without one begins anew. */
  token?: string | undefined
  /** The page that is left cannot be gone back to. */
  replaces?: boolean
}

const tokens = new Map<string, string>()

export interface Address {
  path: string
  /** Of the link by which the page was opened. */
  token: string | undefined
}

function arrive(): Address {
  const path = location.pathname.replace(/(.)\/+$/, '$1')
  const token = location.hash.slice(1)
  if (token && linkPages.includes(path)) {
    tokens.set(path, token)
    history.replaceState(history.state, '', `${location.pathname}${location.search}`)
  }
  return { path, token: tokens.get(path) }
}

let address = arrive()
let listener: ((address: Address) => void) | undefined

export const currentAddress = () => address

/** What the page before told. */
export const told = (): Told => (history.state as Told | null) ?? {}

/** Whether the page on the screen was gone to from another one, which did not load it anew. */
let isWalked = false
export const wasWalkedTo = () => isWalked

function moved() {
  address = arrive()
  isWalked = true
  listener?.(address)
}

export function go(to: string, { told = {}, token, replaces = false }: Going = {}) {
  if (token === undefined) tokens.delete(to)
  else tokens.set(to, token)
  history[replaces ? 'replaceState' : 'pushState'](told, '', to)
  moved()
  window.scrollTo(0, 0)
}

/** Tells of every move. */
export function watchPublicPages(tell: (address: Address) => void) {
  listener = tell
  window.addEventListener('popstate', moved)
  return () => window.removeEventListener('popstate', moved)
}
