/** The electricity accounts of an application: found, typed or from a workbook, without duplicates. */
import type { AccountSource, ApplicationAccount, NewAccount, SuggestedAccount } from '~/core/core'
import { accountNumber } from '~/kit/accounts/accountNumber'

export type Accounts = readonly ApplicationAccount[]

/** Accounts found under a company number that is no longer on the form. */
export interface SetAsideAccounts {
  number: string
  accounts: ApplicationAccount[]
}

export const isFromSource = (source: ApplicationAccount['source']) => (account: ApplicationAccount) => account.source === source
export const isSelected = ({ isSelect = true }: ApplicationAccount) => isSelect

/** Returns the typed and uploaded numbers. Found accounts with the same numbers are not selected. */
export const ownNumbers = (accounts: Accounts): ReadonlySet<string> =>
  new Set(accounts.filter(({ source }) => source !== 'auto').map(({ accountNo }) => accountNumber(accountNo)))

/**
 * Combines typed and uploaded accounts with found accounts, and unselects found accounts that occur among the others. Selected accounts
 * come first, because the server numbers the accounts in the order of this list.
 */
function compose(own: ApplicationAccount[], found: ApplicationAccount[]): ApplicationAccount[] {
  const numbers = ownNumbers(own)
  const unique = found.map((account) => (numbers.has(account.accountNo) && isSelected(account) ? { ...account, isSelect: false } : account))
  return [...own, ...unique.filter(isSelected), ...unique.filter((account) => !isSelected(account))]
}

const ownOf = (accounts: Accounts) => accounts.filter(({ source }) => source !== 'auto')
const foundOf = (accounts: Accounts) => accounts.filter(isFromSource('auto'))

/** Merges the addable accounts from the account master. The first result is selected; later results keep the user's ticks. */
export function withFound(accounts: Accounts, found: readonly SuggestedAccount[]): ApplicationAccount[] {
  const ticks = new Map(foundOf(accounts).map((account) => [account.accountNo, isSelected(account)]))
  const addable = found.filter(({ errorType }) => errorType === null)
  // If none of them is known, this is the first result for this company number.
  const isFirst = !addable.some(({ accountNo }) => ticks.has(accountNo))
  return compose(
    ownOf(accounts),
    addable.map(({ accountNo }) => ({ accountNo, isSelect: ticks.get(accountNo) ?? isFirst, source: 'auto' })),
  )
}

interface FoundAccountsState {
  accounts: Accounts
  foundUnder?: string | undefined
  aside?: SetAsideAccounts | undefined
}

/**
 * Returns the company number under which a loaded draft's accounts were found. It is empty if that number is invalid, so that every
 * valid number counts as different. Undefined if no accounts were found.
 */
export const foundUnderIn = (accounts: Accounts, number: string | undefined): string | undefined =>
  accounts.some(isFromSource('auto')) ? (number ?? '') : undefined

/** Whether the accounts were found under another company number, so that this number must be looked up. */
export const isFoundUnderAnother = ({ foundUnder }: FoundAccountsState, number: string | undefined) =>
  foundUnder !== undefined && number !== undefined && foundUnder !== number

/**
 * Returns the changes for a new company number. Accounts of the previous number are set aside, and restored when that number returns.
 * An incomplete number changes nothing, because the server does not store accounts that are set aside.
 */
export function withNumber(
  { accounts, foundUnder, aside }: FoundAccountsState,
  number: string | undefined,
): { accounts?: ApplicationAccount[]; foundUnder?: string | undefined; aside?: SetAsideAccounts | undefined } {
  if (number === undefined) return {}
  const removed = foundUnder !== undefined && foundUnder !== number ? foundOf(accounts) : []
  const restored = aside?.number === number ? aside : undefined
  if (removed.length === 0 && restored === undefined) return {}
  return {
    accounts: compose(ownOf(accounts), restored?.accounts ?? []),
    foundUnder: restored?.number ?? foundUnder,
    aside: foundUnder !== undefined && removed.length > 0 ? { number: foundUnder, accounts: removed } : undefined,
  }
}

export function withTicked(accounts: Accounts, ticked: ReadonlySet<string>): ApplicationAccount[] {
  return compose(
    ownOf(accounts),
    foundOf(accounts).map((account) => ({ ...account, isSelect: ticked.has(account.accountNo) })),
  )
}

export function withTyped(accounts: Accounts, { accountNo, referenceId }: NewAccount): ApplicationAccount[] {
  const typed: ApplicationAccount = { accountNo, ...(referenceId && { referenceId }), isSelect: true, source: 'manual' }
  return compose([typed, ...ownOf(accounts)], foundOf(accounts))
}

/** Restores a removed account, unless it was typed or uploaded again since. */
export const withTypedAgain = (accounts: Accounts, removed: ApplicationAccount): ApplicationAccount[] =>
  compose(ownNumbers(accounts).has(removed.accountNo) ? ownOf(accounts) : [removed, ...ownOf(accounts)], foundOf(accounts))

/** Removes typed and uploaded accounts that match, and unselects found accounts that match. */
export const without = (accounts: Accounts, isRemoved: (account: ApplicationAccount) => boolean): ApplicationAccount[] =>
  compose(
    ownOf(accounts).filter((account) => !isRemoved(account)),
    foundOf(accounts).map((account) => (isRemoved(account) ? { ...account, isSelect: false } : account)),
  )

/** Replaces the accounts of the previous workbook, and typed accounts that occur in the new workbook. */
export function withUploaded(accounts: Accounts, uploaded: readonly NewAccount[]): ApplicationAccount[] {
  const rows = uploaded.map(
    ({ accountNo, referenceId }): ApplicationAccount => ({
      accountNo,
      ...(referenceId && { referenceId }),
      isSelect: true,
      source: 'upload',
    }),
  )
  const numbers = ownNumbers(rows)
  const typed = accounts.filter((account) => account.source === 'manual' && !numbers.has(account.accountNo))
  return compose([...typed, ...rows], foundOf(accounts))
}

/** Returns the rows of the workbook, as core checks them. */
export const uploadedRows = (accounts: Accounts): NewAccount[] =>
  accounts.filter(isFromSource('upload')).map(({ accountNo, referenceId }) => ({ accountNo, ...(referenceId && { referenceId }) }))

/** Counts the selected accounts by source. */
export function countBySource(accounts: Accounts): Record<AccountSource | 'all', number> {
  const counts = { all: 0, auto: 0, manual: 0, upload: 0 }
  for (const account of accounts) {
    if (!isSelected(account)) continue
    counts.all += 1
    counts[account.source ?? 'manual'] += 1
  }
  return counts
}
