/** Customer view mode in this tab: the server is told when it begins and ends, and the way back leads to where one was. */
import type { Profile } from '../../core/core'
import { isStaffPath, link } from '../../core/links'
import { viewedId } from '../../core/viewed'
import { call } from '../call/api'
import { isStaffRole } from './useProfile'

const viewedKey = 'gridbill.viewed'
const fromKey = 'gridbill.viewedFrom'

/** Before a page of staff is left for what customers see. */
export function keepWayBack() {
  if (isStaffPath(location.pathname)) sessionStorage.setItem(fromKey, location.pathname + location.search)
}

/** Where one was, with its filters; in a tab that was opened on the view, the bulk account. */
export function wayBack(bulkId: string): string {
  const from = sessionStorage.getItem(fromKey)
  return from && isStaffPath(from.replace(/\?.*$/, '')) ? from : link('bulkAccount', { bulkId })
}

let isNoted = false

/**
 * Once for each page. However somebody goes back, by the bar, the browser's button or a typed address, the next page of this
 * tab tells that the view was left; what could not be told is told by the page after it.
 */
export function noteView({ viewedBy, role }: Profile) {
  if (isNoted || (viewedBy === null && !isStaffRole(role))) return
  isNoted = true
  tell()
  // The browser may show a page again that it has put aside.
  window.addEventListener('pageshow', ({ persisted }) => persisted && tell())
}

function tell() {
  const before = sessionStorage.getItem(viewedKey)
  if (before !== null && before !== viewedId) {
    sessionStorage.removeItem(viewedKey)
    call('LeaveCustomerView', { id: before }).catch(() => {
      if (viewedId === undefined) sessionStorage.setItem(viewedKey, before)
    })
  }
  if (viewedId === undefined) return
  sessionStorage.setItem(viewedKey, viewedId)
  // Whatever is read as a customer says so to the server, too.
  call('EnterCustomerView', { id: viewedId }).catch(() => undefined)
}
