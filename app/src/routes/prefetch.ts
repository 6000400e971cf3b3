/** What screens ask for while they are fetched, where several read the same or one reads much. */
import { allows, type Profile } from '../core/core'
import { prefetch } from '../kit/call/read'
import { payableOverdue } from '../kit/paying/overdue'
import { fetchTours } from '../shell/tours/part'

/** How far the jobs on a bulk account's accounts have come; an applicant has no bulk account yet. */
export function prefetchProgress(bulkId: string | null) {
  if (bulkId) prefetch('GetTaggingProgress', { id: bulkId })
}

/** What the tabs of a bulk account's accounts share. */
export function prefetchAccounts(bulkId: string | null) {
  if (bulkId) prefetch('GetAccountCards', { id: bulkId })
  prefetchProgress(bulkId)
}

export function prefetchCompany(bulkId: string | null) {
  if (!bulkId) return
  prefetch('GetProfile', { id: bulkId })
  prefetch('GetProfileHistory', { id: bulkId })
}

/** What the parts of a bulk account share for staff. */
export function prefetchBulkAccount(bulkId: string) {
  prefetch('GetProfile', { id: bulkId })
  prefetchAccounts(bulkId)
}

export function prefetchBillFigures(_: object, { bulkId, scopes }: Profile) {
  if (!bulkId) return
  prefetch('GetOutstandingBillsCard', { id: bulkId })
  if (allows(scopes, 'payment', 'add')) prefetch('CountBills', { id: bulkId, filter: payableOverdue })
}
/** The tariffs are there before the filters are opened: what can be picked is not put in while somebody picks. */
export function prefetchHistory(_: object, profile: Profile) {
  prefetchBillFigures(_, profile)
  if (profile.bulkId) prefetch('GetBillTariffs', { id: profile.bulkId })
}
export const prefetchCalendar = (_: object, { bulkId }: Profile) => {
  if (bulkId) prefetch('GetDueCalendar', { id: bulkId })
}
export const prefetchPaymentFigures = (_: object, { bulkId }: Profile) => {
  if (bulkId) prefetch('GetTransactionsCards', { bulkId })
}
export const prefetchPayment = ({ transactionNo }: { transactionNo: string }) =>
  prefetch('GetPaymentDetails', { transactionNo, recordCount: 1 })
export function prefetchWaysToPay() {
  prefetch('GetPaymentMethods', {})
  prefetch('GetBankList', {})
}

/** Home shows other figures to whoever has no bulk account, or no usable electricity account; the welcome to whoever has not seen it. */
export function prefetchHome(_: object, { bulkId, hasValidContractAccount, tutorials, viewedBy }: Profile) {
  if (viewedBy === null && !tutorials.some(({ userTutorialId }) => userTutorialId === 'home')) fetchTours()
  if (!bulkId) return prefetch('GetRegistrationStatus', {})
  if (!hasValidContractAccount) return
  prefetch('GetHome', { id: bulkId })
}

export function prefetchStaffHome() {
  prefetch('GetStaffHome', {})
}

export function prefetchProfile() {
  prefetch('GetUserPreferences', {})
  prefetch('GetSessions', {})
}
