/** The counts in the main menu and on its tabs, updated live. null while a count is loading, which reserves its space on a tab. */
import { useOptionalRead } from '~/kit/call/read'
import { statuses } from '~/kit/company/registrationNames'
import { queriesToAnswer } from '~/kit/queue/queriesToAnswer'
import { useMay, useProfile } from '~/kit/session/useProfile'
import type { PageName, Place } from './sections'

export type Counts = Partial<Record<PageName, number | null | undefined>>

const counted = (count: number | undefined, isWanted: boolean) => (isWanted ? (count ?? null) : undefined)

/** Returns the number of records that wait for the user, by page. The total of a list covers all matches, regardless of `recordCount`. */
export function useWaiting(): Counts {
  const mayApprove = useMay('pendingApproval', 'view')
  const mayReview = useMay('manageBulkAccounts', 'view')
  const mayCorrect = useMay('bulkChildAccountError', 'view')
  const { bulkId, hasValidContractAccount, viewedBy } = useProfile()
  // In customer view mode, nothing of the customer waits for the officer.
  const isCustomer = bulkId !== null && hasValidContractAccount && viewedBy === null
  const mayDecide = useMay('payment', 'update') && isCustomer
  const mayCheck = useMay('bill', 'view') && isCustomer
  const id = bulkId ?? ''
  const proposals = { id, recordCount: 1, filter: { awaitsMe: true } }
  const registrations = { recordCount: 1, filter: { statuses: [statuses.pending] } }
  return {
    findings: counted(useOptionalRead('GetFindingsSummary', { id }, mayCheck)?.openFindings, mayCheck),
    proposals: counted(useOptionalRead('GetProposals', proposals, mayDecide)?.total, mayDecide),
    pendingPayments: counted(useOptionalRead('GetAdminPendingPaymentsCards', {}, mayApprove)?.pendingApproval, mayApprove),
    queryQueue: counted(useOptionalRead('GetQueryQueue', queriesToAnswer, mayReview)?.total, mayReview),
    registrations: counted(useOptionalRead('BulkUserRegistrationTable', registrations, mayReview)?.total, mayReview),
    allPendingAccounts: counted(useOptionalRead('GetBulkChildAccountErrorForAdmin', { recordCount: 1 }, mayCorrect)?.total, mayCorrect),
  }
}

/** Returns the counts of the tabs and pages at a place: what waits for the user, and the sizes of some lists. */
export function useTabCounts(place: Place | undefined): Counts {
  const { bulkId } = useProfile()
  const id = bulkId ?? ''
  const isIn = (section: string) => bulkId !== null && place?.section.id === section
  const [inBills, inChecks, inAccounts] = [isIn('bills'), isIn('checks'), isIn('accounts')]
  const inCentres = inAccounts && place?.tab.pages.includes('uncodedAccounts') === true
  const bills = useOptionalRead('GetOutstandingBillsCard', { id }, inBills)
  const openQueries = { id, recordCount: 1, filter: { isOpen: true } }
  const accounts = useOptionalRead('GetAccountCards', { id }, inAccounts)
  return {
    ...useWaiting(),
    outstandingBills: counted(bills?.totalBills, inBills),
    batches: counted(bills?.totalBatches, inBills),
    findings: counted(useOptionalRead('GetFindingsSummary', { id }, inChecks)?.openFindings, inChecks),
    queries: counted(useOptionalRead('GetQueries', openQueries, inChecks)?.total, inChecks),
    accounts: counted(accounts?.total, inAccounts),
    groups: counted(accounts?.groups, inAccounts),
    pendingAccounts: counted(accounts && accounts.pending + accounts.errors, inAccounts),
    uncodedAccounts: counted(useOptionalRead('GetUncodedAccounts', { id, recordCount: 1 }, inCentres)?.total, inCentres),
  }
}
