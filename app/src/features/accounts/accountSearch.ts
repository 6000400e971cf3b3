/** What a list of accounts shows and what stands over it, as its address says it: back closes, and a copied link opens the same. */
import { type AccountFilter, type AccountSort, type AccountSortBy, check, states } from '../../core'
import { textOf } from './textOf'

const dialogs = ['edit', 'assign', 'remove', 'takeOut'] as const

export interface AccountSearch {
  search?: string | undefined
  /** Groups, parted by commas. */
  group?: string | undefined
  /** Those in no group. */
  ungrouped?: true | undefined
  active?: boolean | undefined
  /** States, parted by commas. */
  state?: string | undefined
  sort?: AccountSortBy | undefined
  descending?: true | undefined
  /** The dialogue, about the account named beside it, or else about those that are ticked. */
  open?: (typeof dialogs)[number] | undefined
  account?: string | undefined
  /** The group that accounts are to be put into. */
  to?: string | undefined
}

/** Over the list of one group's accounts, dialogues about the group itself. */
export interface GroupAccountSearch extends AccountSearch {
  dialog?: 'rename' | 'delete' | undefined
}

const sortable = ['accountNo', 'referenceId', 'groupName'] as const satisfies AccountSortBy[]

/** The address holds texts; the app's own links hold what is meant. */
const yes = (value: unknown) => (value === true || value === 'true' ? true : undefined)
const yesOrNo = (value: unknown) => (value === false || value === 'false' ? false : yes(value))

export const listed = (value: string | undefined): string[] => (value ?? '').split(',').filter(Boolean)

/** Reads an address; what it says and nobody understands is left out. */
export function readAccountSearch(raw: Record<string, unknown>): AccountSearch {
  const account = textOf(raw.account)
  return {
    search: textOf(raw.search),
    group: textOf(raw.group),
    ungrouped: yes(raw.ungrouped),
    active: yesOrNo(raw.active),
    state:
      listed(textOf(raw.state))
        .filter((state) => states.includes(state))
        .join(',') || undefined,
    sort: sortable.find((one) => one === raw.sort),
    descending: yes(raw.descending),
    open: dialogs.find((one) => one === raw.open),
    account: account && check('accountNo', account, 'en').value,
    to: textOf(raw.to),
  }
}

export const readGroupAccountSearch = (raw: Record<string, unknown>): GroupAccountSearch => ({
  ...readAccountSearch(raw),
  dialog: raw.dialog === 'rename' || raw.dialog === 'delete' ? raw.dialog : undefined,
})

/** The same as the server is asked for it. */
export function filterOf({ search, group, ungrouped, active, state }: AccountSearch): AccountFilter {
  const [groupIds, inStates] = [listed(group), listed(state)]
  return {
    ...(search && { search }),
    ...(groupIds.length > 0 && { groupIds }),
    ...(ungrouped && { withoutGroup: true }),
    ...(active !== undefined && { active }),
    ...(inStates.length > 0 && { states: inStates }),
  }
}

export const sortOf = ({ sort = 'accountNo', descending }: AccountSearch): Required<AccountSort> => ({
  by: sort,
  descending: descending ?? false,
})

export const isNarrowed = (search: AccountSearch): boolean => Object.keys(filterOf(search)).length > 0

export const noFilters: Partial<AccountSearch> = {
  search: undefined,
  group: undefined,
  ungrouped: undefined,
  active: undefined,
  state: undefined,
}

/** The account's own screen. */
export const accountHref = (accountNo: string) => `/manageAccount/accounts/${accountNo}`
