/**
 * Navigates between public pages without a page load, so that typed values are kept. A link in an e-mail has its token in
 * the fragment. The token is read once, kept in memory, and removed from the address, where others could see it.
 */
import { paths } from '~/core/links'

/** The pages that links in e-mails open, and those that receive the token from them. */
const tokenPages: readonly string[] = [
  paths.accountingFile,
  paths.activate,
  paths.confirmMailbox,
  paths.expiredLink,
  paths.register,
  paths.registerDetails,
  paths.resetPassword,
  paths.staffResetPassword,
  paths.stopMailbox,
  paths.verifyActivation,
]

/** Data for the next page. The history entry keeps it through a reload, so it must not contain a secret. */
interface PageData {
  email?: string
}
interface PageNavigation {
  data?: PageData
  /** The token of a link in an e-mail, for the next page. Without it the next page has no token. */
  token?: string | undefined
  /** Replaces the history entry, so that the user cannot go back to the current page. */
  replaces?: boolean
}

const tokens = new Map<string, string>()

export interface Address {
  path: string
  /** The token of the link that opened the page. */
  token: string | undefined
}

function readAddress(): Address {
  const path = location.pathname.replace(/(.)\/+$/, '$1')
  const token = location.hash.slice(1)
  if (token && tokenPages.includes(path)) {
    tokens.set(path, token)
    history.replaceState(history.state, '', `${location.pathname}${location.search}`)
  }
  return { path, token: tokens.get(path) }
}

let address = readAddress()
let listener: ((address: Address) => void) | undefined

export const currentAddress = () => address

/** Returns the data from the previous page. */
export const pageData = (): PageData => (history.state as PageData | null) ?? {}

/** Whether the current page was opened without a page load. */
let isReachedInApp = false
export const wasReachedInApp = () => isReachedInApp

function handleNavigation() {
  address = readAddress()
  isReachedInApp = true
  listener?.(address)
}

export function navigatePublic(to: string, { data = {}, token, replaces = false }: PageNavigation = {}) {
  if (token === undefined) tokens.delete(to)
  else tokens.set(to, token)
  // A reload that the user stopped has left the token in the address.
  if (address.token && location.hash) history.replaceState(history.state, '', `${location.pathname}${location.search}`)
  history[replaces ? 'replaceState' : 'pushState'](data, '', to)
  handleNavigation()
  window.scrollTo(0, 0)
}

/** Loads the page again. The token is put back into the address first, because memory does not survive the reload. */
export function reloadPublicPage() {
  const { path, token } = address
  if (token && tokenPages.includes(path)) history.replaceState(history.state, '', `${location.pathname}${location.search}#${token}`)
  location.reload()
}

/** Calls `notify` after each navigation. The returned function stops it. */
export function watchPublicPages(notify: (address: Address) => void) {
  listener = notify
  window.addEventListener('popstate', handleNavigation)
  return () => window.removeEventListener('popstate', handleNavigation)
}
