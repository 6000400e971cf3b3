/**
 * The screens that people come to from outside: after signing in, by a bookmark, or by a link in an e-mail. Each is fetched beside
 * the frame; the others once the frame knows its routes.
 */
import { paths } from '../core/links'
import { withWords } from '../words/store'
import { wordsAt } from './screenWords'

const fetches: Record<string, () => Promise<unknown>> = {
  [paths.home]: () => import('../features/home/Home'),
  [paths.batches]: () => import('../features/bills/Batches'),
  [paths.outstandingBills]: () => import('../features/bills/OutstandingBills'),
  [paths.payments]: () => import('../features/payments/customer/Transactions'),
  [paths.accounts]: () => import('../features/accounts/customer/Accounts'),
  [paths.users]: () => import('../features/team/ManageUsers'),
  [paths.staffHome]: () => import('../features/home/StaffHome'),
  [paths.pendingPayments]: () => import('../features/payments/staff/PendingPayments'),
  [paths.allPayments]: () => import('../features/payments/staff/AllPayments'),
  [paths.registrations]: () => import('../features/registration/staff/Registrations'),
  [paths.bulkAccounts]: () => import('../features/accounts/staff/BulkAccounts'),
}

/** What goes wrong is said by the route, which asks for the same files. */
export function fetchFirstScreen(path: string) {
  const fetchCode = fetches[path]
  if (fetchCode) withWords(wordsAt(path), fetchCode)().catch(() => undefined)
}
