/** Number of items that need action behind each entry of the staff's menu, updated live. Undefined until loaded. */
import type { menu } from '../core/core'
import { useOptionalRead } from '../kit/call/read'
import { statuses } from '../kit/company/registrationNames'
import { useMay } from '../kit/session/useProfile'

type Counts = Partial<Record<(typeof menu)[number]['screen'], number | undefined>>

export function useMenuCounts(): Counts {
  const mayApprove = useMay('pendingApproval', 'view')
  const mayReview = useMay('manageBulkAccounts', 'view')
  const mayCorrect = useMay('bulkChildAccountError', 'view')
  // The total covers all matches, regardless of `recordCount`.
  const registrations = { recordCount: 1, filter: { statuses: [statuses.pending] } }
  return {
    pendingPayments: useOptionalRead('GetAdminPendingPaymentsCards', {}, mayApprove)?.pendingApproval,
    registrations: useOptionalRead('BulkUserRegistrationTable', registrations, mayReview)?.total,
    allPendingAccounts: useOptionalRead('GetBulkChildAccountErrorForAdmin', { recordCount: 1 }, mayCorrect)?.total,
  }
}
