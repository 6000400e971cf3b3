/** The electricity accounts of an application: found, typed or from a workbook, without duplicates. */
import type { AccountSource, ApplicationAccount, NewAccount, SuggestedAccount } from '../../../../core/core'

export type Accounts = readonly ApplicationAccount[]

/** Accounts found under a company number that is no longer on the form. */
export interface SetAsideAccounts {
  number: string
  accounts: ApplicationAccount[]
}

export const isFromSource = (source: ApplicationAccount['source']) => (account: ApplicationAccount) => account.source === source
export const isSelected = ({ isSelect = true }: ApplicationAccount) => isSelect

/** The typed and uploaded numbers. A found account with the same number is not selected again. */
export const ownNumbers = (accounts: Accounts): ReadonlySet<string> =>
  new Set(accounts.filter(({ source }) => source !== 'auto').map(({ accountNo }) => accountNo.trim()))

/** Combines the accounts with selected accounts first, so that the server numbers them as the screen does. */
function compose(own: ApplicationAccount[], found: ApplicationAccount[]): ApplicationAccount[] {
  const numbers = ownNumbers(own)
  const marked = found.map((account) => (numbers.has(account.accountNo) && isSelected(account) ? { ...account, isSelect: false } : account))
  return [...own, ...marked.filter(isSelected), ...marked.filter((account) => !isSelected(account))]
}

const ownOf = (accounts: Accounts) => accounts.filter(({ source }) => source !== 'auto')
const foundOf = (accounts: Accounts) => accounts.filter(isFromSource('auto'))

/** Merges the addable accounts from the account master. On the first time all are selected; later the user's ticks are kept. */
export function withFound(accounts: Accounts, found: readonly SuggestedAccount[]): ApplicationAccount[] {
  const ticks = new Map(foundOf(accounts).map((account) => [account.accountNo, isSelected(account)]))
  const addable = found.filter(({ errorType }) => errorType === null)
  // If none of them is known, this is the first result, or another company's number was typed.
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
 * The company number under which a loaded draft's accounts were found. It is empty if that number is invalid, so that every valid
 * number counts as different. Undefined if no accounts were found.
 */
export const foundUnderIn = (accounts: Accounts, number: string | undefined): string | undefined =>
  accounts.some(isFromSource('auto')) ? (number ?? '') : undefined

/** Whether the accounts were found under another company number, and must be looked up again under this number. */
export const isFoundUnderAnother = ({ foundUnder }: FoundAccountsState, number: string | undefined) =>
  foundUnder !== undefined && number !== undefined && foundUnder !== number

/**
 * Computes the change for a new company number: the previous number's accounts are put aside, and return with it. An incomplete
 * number changes nothing, because accounts put aside are not saved.
 */
export function withNumber(
  { accounts, foundUnder, aside }: FoundAccountsState,
  number: string | undefined,
): { accounts?: ApplicationAccount[]; foundUnder?: string | undefined; aside?: SetAsideAccounts | undefined } {
  if (number === undefined) return {}
  const goes = foundUnder !== undefined && foundUnder !== number ? foundOf(accounts) : []
  const back = aside?.number === number ? aside : undefined
  if (goes.length === 0 && back === undefined) return {}
  return {
    accounts: compose(ownOf(accounts), back?.accounts ?? []),
    foundUnder: back?.number ?? foundUnder,
    aside: foundUnder !== undefined && goes.length > 0 ? { number: foundUnder, accounts: goes } : undefined,
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

export const without = (accounts: Accounts, goes: (account: ApplicationAccount) => boolean): ApplicationAccount[] =>
  compose(
    ownOf(accounts).filter((account) => !goes(account)),
    foundOf(accounts).map((account) => (goes(account) ? { ...account, isSelect: false } : account)),
  )

/** A workbook replaces the previous workbook, and the typed accounts that it contains. */
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

export const isSameList = (one: Accounts, other: Accounts): boolean =>
  one.length === other.length &&
  one.every((account, place) => {
    const beside = other[place]
    return (
      beside !== undefined &&
      account.accountNo === beside.accountNo &&
      (account.referenceId ?? '') === (beside.referenceId ?? '') &&
      isSelected(account) === isSelected(beside) &&
      account.source === beside.source
    )
  })

/** Number of selected accounts by source. */
export function counted(accounts: Accounts): Record<AccountSource | 'all', number> {
  const counts = { all: 0, auto: 0, manual: 0, upload: 0 }
  for (const account of accounts) {
    if (!isSelected(account)) continue
    counts.all += 1
    counts[account.source ?? 'manual'] += 1
  }
  return counts
}
