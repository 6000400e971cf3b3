/** Customer view mode in this tab. Reports its start and end to the server, and stores the page to return to. */
import type { Profile } from '~/core/core'
import { isStaffPath, link } from '~/core/links'
import { viewedId } from '~/core/viewed'
import { call } from '../call/api'
import { isStaffRole } from './useProfile'

const viewedKey = 'gridbill.viewed'
const fromKey = 'gridbill.viewedFrom'

/** Stores the current staff page before customer view mode opens. */
export function storeReturnPage() {
  if (isStaffPath(location.pathname)) sessionStorage.setItem(fromKey, location.pathname + location.search)
}

/** Returns the stored page with its filters. In a tab that was opened in customer view mode, returns the bulk account's page. */
export function returnPageOf(bulkId: string): string {
  const from = sessionStorage.getItem(fromKey)
  return from && isStaffPath(from.replace(/\?.*$/, '')) ? from : link('bulkAccount', { bulkId })
}

let isReported = false

/**
 * Reports the mode to the server, once for each page load. The end of the mode is reported by the next page of this tab,
 * however the user left. If that report fails, the following page repeats it.
 */
export function reportCustomerView({ viewedBy, role }: Profile) {
  if (isReported || (viewedBy === null && !isStaffRole(role))) return
  isReported = true
  reportChange()
  // The browser may restore a page from its back/forward cache.
  window.addEventListener('pageshow', ({ persisted }) => persisted && reportChange())
}

function reportChange() {
  const before = sessionStorage.getItem(viewedKey)
  if (before !== null && before !== viewedId) {
    sessionStorage.removeItem(viewedKey)
    call('LeaveCustomerView', { id: before }).catch(() => {
      if (viewedId === undefined) sessionStorage.setItem(viewedKey, before)
    })
  }
  if (viewedId === undefined) return
  sessionStorage.setItem(viewedKey, viewedId)
  // A failure is ignored, because the server also records each read in this mode.
  call('EnterCustomerView', { id: viewedId }).catch(() => undefined)
}
