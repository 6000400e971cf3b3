/** The electricity accounts of an application: found, typed, and from a workbook, each of them once. */
import type { AccountSource, ApplicationAccount, NewAccount, SuggestedAccount } from '../../../../core/core'

export type Accounts = readonly ApplicationAccount[]

export const isOf = (source: ApplicationAccount['source']) => (account: ApplicationAccount) => account.source === source
export const isTaken = ({ isSelect = true }: ApplicationAccount) => isSelect

/** The numbers that were typed or uploaded: one that was found too is not taken twice. */
export const ownNumbers = (accounts: Accounts): ReadonlySet<string> =>
  new Set(accounts.filter(({ source }) => source !== 'auto').map(({ accountNo }) => accountNo.trim()))

/** Those that are to be taken come first, so that the server counts them as the screen does. */
function compose(own: ApplicationAccount[], found: ApplicationAccount[]): ApplicationAccount[] {
  const numbers = ownNumbers(own)
  const marked = found.map((account) => (numbers.has(account.accountNo) && isTaken(account) ? { ...account, isSelect: false } : account))
  return [...own, ...marked.filter(isTaken), ...marked.filter((account) => !isTaken(account))]
}

const ownOf = (accounts: Accounts) => accounts.filter(({ source }) => source !== 'auto')
const foundOf = (accounts: Accounts) => accounts.filter(isOf('auto'))

/** What the account master has, as far as it can be taken: all of it at first, then what the person ticked. */
export function withFound(accounts: Accounts, found: readonly SuggestedAccount[]): ApplicationAccount[] {
  const ticks = new Map(foundOf(accounts).map((account) => [account.accountNo, isTaken(account)]))
  const takeable = found.filter(({ errorType }) => errorType === null)
  // None of them was seen before: it is the first time, or another company's number was typed.
  const isFirst = !takeable.some(({ accountNo }) => ticks.has(accountNo))
  return compose(
    ownOf(accounts),
    takeable.map(({ accountNo }) => ({ accountNo, isSelect: ticks.get(accountNo) ?? isFirst, source: 'auto' })),
  )
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

export const without = (accounts: Accounts, goes: (account: ApplicationAccount) => boolean): ApplicationAccount[] =>
  compose(
    ownOf(accounts).filter((account) => !goes(account)),
    foundOf(accounts).map((account) => (goes(account) ? { ...account, isSelect: false } : account)),
  )

/** A workbook's table takes the place of the one before; what was typed of it goes into it. */
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
      isTaken(account) === isTaken(beside) &&
      account.source === beside.source
    )
  })

/** How many of each kind are to be taken. */
export function counted(accounts: Accounts): Record<AccountSource | 'all', number> {
  const counts = { all: 0, auto: 0, manual: 0, upload: 0 }
  for (const account of accounts) {
    if (!isTaken(account)) continue
    counts.all += 1
    counts[account.source ?? 'manual'] += 1
  }
  return counts
}
