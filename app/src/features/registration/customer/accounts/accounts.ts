/** The electricity accounts of an application: found, typed, and from a workbook, each of them once. */
import type { AccountSource, ApplicationAccount, NewAccount, SuggestedAccount } from '../../../../core/core'

export type Accounts = readonly ApplicationAccount[]

/** What was found under a company number that is not on the form any more. */
export interface Aside {
  number: string
  accounts: ApplicationAccount[]
}

export const isOf = (source: ApplicationAccount['source']) => (account: ApplicationAccount) => account.source === source
export const isSelected = ({ isSelect = true }: ApplicationAccount) => isSelect

/** The numbers that were typed or uploaded. One of them that was found too is not selected twice. */
export const ownNumbers = (accounts: Accounts): ReadonlySet<string> =>
  new Set(accounts.filter(({ source }) => source !== 'auto').map(({ accountNo }) => accountNo.trim()))

/** Selected accounts come first, so that the server counts them as the screen does. */
function compose(own: ApplicationAccount[], found: ApplicationAccount[]): ApplicationAccount[] {
  const numbers = ownNumbers(own)
  const marked = found.map((account) => (numbers.has(account.accountNo) && isSelected(account) ? { ...account, isSelect: false } : account))
  return [...own, ...marked.filter(isSelected), ...marked.filter((account) => !isSelected(account))]
}

const ownOf = (accounts: Accounts) => accounts.filter(({ source }) => source !== 'auto')
const foundOf = (accounts: Accounts) => accounts.filter(isOf('auto'))

/** With what the account master has, as far as it can be added: all of it at first, then what the person ticked. */
export function withFound(accounts: Accounts, found: readonly SuggestedAccount[]): ApplicationAccount[] {
  const ticks = new Map(foundOf(accounts).map((account) => [account.accountNo, isSelected(account)]))
  const addable = found.filter(({ errorType }) => errorType === null)
  // None of them is known: it is the first time, or another company's number was typed.
  const isFirst = !addable.some(({ accountNo }) => ticks.has(accountNo))
  return compose(
    ownOf(accounts),
    addable.map(({ accountNo }) => ({ accountNo, isSelect: ticks.get(accountNo) ?? isFirst, source: 'auto' })),
  )
}

interface Found {
  accounts: Accounts
  foundUnder?: string | undefined
  aside?: Aside | undefined
}

/**
 * The company number of what was found, in a draft that was read: the one beside it. Empty where that is wrong, so that it counts as
 * another's; undefined where nothing was found.
 */
export const foundUnderIn = (accounts: Accounts, number: string | undefined): string | undefined =>
  accounts.some(isOf('auto')) ? (number ?? '') : undefined

/** Whether what was found is of another company number than this one, under which nobody has looked yet. */
export const isFoundUnderAnother = ({ foundUnder }: Found, number: string | undefined) =>
  foundUnder !== undefined && number !== undefined && foundUnder !== number

/**
 * What changes with the company number: what was found under the one before is put aside, and comes back with it. While a number is
 * typed there is none, and nothing changes: what is put aside is not saved.
 */
export function withNumber(
  { accounts, foundUnder, aside }: Found,
  number: string | undefined,
): { accounts?: ApplicationAccount[]; foundUnder?: string | undefined; aside?: Aside | undefined } {
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

/** A typed account that was removed, unless it was typed or uploaded once more since. */
export const withTypedAgain = (accounts: Accounts, removed: ApplicationAccount): ApplicationAccount[] =>
  compose(ownNumbers(accounts).has(removed.accountNo) ? ownOf(accounts) : [removed, ...ownOf(accounts)], foundOf(accounts))

export const without = (accounts: Accounts, goes: (account: ApplicationAccount) => boolean): ApplicationAccount[] =>
  compose(
    ownOf(accounts).filter((account) => !goes(account)),
    foundOf(accounts).map((account) => (goes(account) ? { ...account, isSelect: false } : account)),
  )

/** A workbook replaces the one before it, and the typed accounts that it has too. */
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

/** How many of each kind are selected. */
export function counted(accounts: Accounts): Record<AccountSource | 'all', number> {
  const counts = { all: 0, auto: 0, manual: 0, upload: 0 }
  for (const account of accounts) {
    if (!isSelected(account)) continue
    counts.all += 1
    counts[account.source ?? 'manual'] += 1
  }
  return counts
}
