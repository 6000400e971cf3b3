/**
 * The lists of electricity accounts: for customers their own, for staff a bulk account's; a group's, and accounts without a group.
 */
import { type Account, amountShown, states } from '~/core/core'
import { useOwnGroupOptions } from '~/kit/accounts/useGroups'
import { checked, oneOf, parseText } from '~/kit/list/address'
import type { Context } from '~/kit/list/context'
import { type ListColumn, list } from '~/kit/list/declare'
import {
  type FlagFilter,
  flag,
  type PickedFilter,
  picked,
  type SeveralFilter,
  several,
  type TextFilter,
  text,
  type YesNoFilter,
  yesNo,
} from '~/kit/list/filters'
import { searched } from '~/kit/list/searched'
import { deferComponent } from '~/ui/base/deferred'
import { TwoLines } from '~/ui/text/TwoLines'
import { withWords } from '~/words/store'
import { AccountStatus } from './AccountStatus'
import { accountHref } from './accountLinks'

/** The address on one line, with the state appended unless it is included. Most addresses already end with the city. */
const premisesOf = ({ premisesAddress, state }: Account) =>
  premisesAddress.includes(state) ? premisesAddress : [premisesAddress, state].join(', ')

type AccountColumn = ListColumn<Account, 'accounts'>

const number: AccountColumn = {
  id: 'accountNo',
  header: 'columns.account',
  priority: 'title',
  isRowHeader: true,
  minWidth: 13,
  cell: (account) => <TwoLines first={account.accountNo} second={premisesOf(account)} />,
}
const reference: AccountColumn = {
  id: 'referenceId',
  header: 'columns.reference',
  width: 9.5,
  worth: 1,
  cell: ({ referenceId }) => referenceId,
}
const group: AccountColumn = { id: 'groupName', header: 'columns.group', width: 11, worth: 2, cell: ({ groupName }) => groupName }
const status: AccountColumn = {
  id: 'isActive',
  header: 'columns.status',
  width: 7.5,
  priority: 'status',
  cell: ({ isActive }, { t }) => <AccountStatus t={t} isActive={isActive} />,
}
const owed: AccountColumn = {
  id: 'amountPayable',
  header: 'columns.owed',
  align: 'end',
  width: 9,
  priority: 'amount',
  cell: ({ amountPayable }) => amountShown(amountPayable),
}

const search: TextFilter<'accounts'> = text({
  label: 'search.label',
  hint: 'search.placeholder',
  chip: (typed, { t, language }) => {
    const { kind, ...found } = searched(typed, language)
    return t(kind === 'text' || kind === 'numbers' ? `filters.${kind}` : 'filters.number', found)
  },
})
const active: YesNoFilter<'accounts'> = yesNo({
  label: 'columns.status',
  options: ['filters.all', 'active', 'inactive'],
})
const state: SeveralFilter<'accounts'> = several(states, { label: 'filters.states' })

const byGroup: PickedFilter<'accounts'> = picked({
  label: 'filters.group',
  any: 'filters.anyGroup',
  useOptions: useOwnGroupOptions,
  none: { flag: 'ungrouped', label: 'list:group.none' },
  chip: (group) => group,
  unknown: 'list:group.unknown',
})
const ungrouped: FlagFilter<'accounts'> = flag({ chip: 'noGroup' })

const rows = {
  /** The dialogue, for the account in `account`, or else for the ticked accounts. */
  beside: {
    open: oneOf('edit', 'assign', 'remove', 'takeOut'),
    account: checked('accountNo'),
    /** The group that accounts are to be added to. */
    to: parseText,
  },
  rowKey: ({ accountNo }: Account) => accountNo,
  rowLabel: ({ accountNo }: Account, { t }: Context<'accounts'>) => t('row.one', { account: accountNo }),
  caption: ['list.count', 'list.matching'],
  selecting: 'all.select',
  unmatched: { title: 'unmatched.title', body: 'unmatched.body', clear: 'unmatched.action' },
} as const

const AccountPanel = deferComponent(
  withWords(['accounts', 'groups', 'paying'], async () => (await import('../customer/AccountPanel')).AccountPanel),
)
const panel = {
  title: (account: string, { t }: Context<'accounts'>) => t('view.title', { account }),
  href: accountHref,
  Body: AccountPanel,
}

/** Rows in each page: enough to fill a few screens, so that a long list takes few requests. */
const also = { recordCount: 200 }

export const accountList = list('accounts', 'accounts', {
  ...rows,
  also,
  filters: {
    search,
    group: byGroup,
    ungrouped,
    active,
    state,
  },
  rowHref: ({ accountNo }) => accountHref(accountNo),
  panel,
  columns: [number, reference, group, status, owed],
  empty: { title: 'empty.title', body: 'empty.body' },
})

export const accountListOfStaff = list('accountsForStaff', 'accounts', {
  ...rows,
  also,
  filters: { search, ungrouped: flag({ chip: 'noGroup' }), active, state },
  columns: [number, reference, group, status, owed],
  empty: { title: 'empty.title', body: 'empty.body' },
})

export const accountListOfGroup = list('accountsInGroup', 'accounts', {
  ...rows,
  also,
  filters: { search, active, state },
  /** This list also has dialogues about the group itself. */
  beside: { ...rows.beside, dialog: oneOf('rename', 'delete') },
  rowHref: ({ accountNo }) => accountHref(accountNo),
  panel,
  columns: [number, reference, status, owed],
  empty: { title: 'emptyGroup.title', body: 'emptyGroup.body' },
})

export const accountListOfNoGroup = list('accountsInNoGroup', 'accounts', {
  ...rows,
  also,
  filters: { search, active, state },
  rowHref: ({ accountNo }) => accountHref(accountNo),
  panel,
  columns: [number, reference, status, owed],
  empty: { title: 'allInGroups.title', body: 'allInGroups.body' },
})

export const accountListWithoutCentre = list('uncodedAccounts', 'accounts', {
  ...rows,
  also,
  filters: {
    search,
    group: byGroup,
    ungrouped,
    active,
    state,
  },
  beside: { open: oneOf('code', 'workbook') },
  rowHref: ({ accountNo }) => accountHref(accountNo),
  columns: [number, reference, group, status, owed],
  empty: { title: 'allCoded.title', body: 'allCoded.body' },
})

/** The parameters of the address that open a dialogue over a list of accounts. */
export type AccountDialogSearch = Pick<ReturnType<typeof accountList.read>, 'open' | 'account' | 'to'>
