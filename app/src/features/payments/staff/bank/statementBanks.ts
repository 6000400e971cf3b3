/** The bank of a new statement. */
import type { StatementBank } from '~/core/core'

/**
 * Returns the bank to preselect, and whether the utility has named no bank account. A bank is preselected only if there is exactly one:
 * of the utility's accounts, or of earlier statements. Under a wrong bank, the same lines could be used once more.
 */
export function preselected(banks: readonly StatementBank[]) {
  const own = banks.filter(({ accounts }) => accounts.length > 0)
  const [only, ...more] = own.length > 0 ? own : banks.filter(({ isKnown }) => isKnown)
  return { bankId: only && more.length === 0 ? only.bankId : '', lacksAccounts: own.length === 0 }
}
