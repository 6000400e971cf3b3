/** Reads that several screens start while their code loads. */
import { allows, type Profile } from '../core/core'
import { payableOverdue } from '../kit/call/overdue'
import { prefetch } from '../kit/call/read'
import { lateQueries, queriesToAnswer } from '../kit/queue/queriesToAnswer'
import { fetchTours } from '../shell/tours/part'

/** Reads the progress of jobs on the accounts of a bulk account. An applicant has none yet. */
export function prefetchProgress(bulkId: string | null) {
  if (bulkId) prefetch('GetTaggingProgress', { id: bulkId })
}

/** Reads the data that the tabs of a customer's accounts share. */
export function prefetchAccounts(bulkId: string | null) {
  if (bulkId) prefetch('GetAccountCards', { id: bulkId })
  prefetchProgress(bulkId)
}

export function prefetchCompany(bulkId: string | null) {
  if (!bulkId) return
  prefetch('GetProfile', { id: bulkId })
  prefetch('GetProfileHistory', { id: bulkId })
}

/** Reads the data that the tabs of a bulk account share, for staff. */
export function prefetchBulkAccount(bulkId: string) {
  prefetch('GetProfile', { id: bulkId })
  prefetchAccounts(bulkId)
}

export function prefetchProfiles(_: object, { bulkId }: Profile) {
  if (bulkId) prefetch('GetAccountingProfiles', { id: bulkId })
}
/** The cost centres from which the form of an accounting profile offers one for its suspense account. */
export function prefetchProfileForm(_: object, { bulkId }: Profile) {
  if (bulkId) prefetch('GetGroupCodings', { id: bulkId })
}

export function prefetchBillFigures(_: object, { bulkId, scopes }: Profile) {
  if (!bulkId) return
  prefetch('GetOutstandingBillsCard', { id: bulkId })
  if (allows(scopes, 'payment', 'add')) prefetch('CountBills', { id: bulkId, filter: payableOverdue })
}
export function prefetchFindings(_: object, { bulkId }: Profile) {
  if (bulkId) prefetch('GetFindingsSummary', { id: bulkId })
}
/** Also reads the tariffs, so that they are options when the filters open. */
export function prefetchHistory(_: object, profile: Profile) {
  prefetchBillFigures(_, profile)
  if (profile.bulkId) prefetch('GetBillTariffs', { id: profile.bulkId })
}
export function prefetchCalendar(_: object, { bulkId }: Profile) {
  if (!bulkId) return
  prefetch('GetDueCalendar', { id: bulkId })
  prefetch('GetOutstandingBillsCard', { id: bulkId })
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

/**
 * Reads the data of Home, which is different without a bulk account or a usable electricity account. Loads the tours for
 * users who have not seen the welcome.
 */
export function prefetchHome(_: object, { bulkId, hasValidContractAccount, tutorials, viewedBy, scopes }: Profile) {
  if (viewedBy === null && !tutorials.some(({ userTutorialId }) => userTutorialId === 'home')) fetchTours()
  if (!bulkId) return prefetch('GetRegistrationStatus', {})
  if (!hasValidContractAccount) return
  prefetch('GetHome', { id: bulkId })
  if (allows(scopes, 'bill', 'view')) prefetch('GetFindingsSummary', { id: bulkId })
}

export function prefetchStaffHome(_: object, { scopes }: Profile) {
  prefetch('GetStaffHome', {})
  if (!allows(scopes, 'manageBulkAccounts', 'view')) return
  prefetch('GetQueryQueue', queriesToAnswer)
  prefetch('GetQueryQueue', lateQueries)
}

export function prefetchProfile(_: object, { viewedBy }: Profile) {
  prefetch('GetUserPreferences', {})
  prefetch('GetSessions', {})
  if (viewedBy === null) prefetch('GetFactors', {})
}
