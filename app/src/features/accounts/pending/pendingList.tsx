/** The lists of accounts that are queued or could not be added: of one bulk account, and of all of them for staff. */
import { accountError, instantShown, type PendingAccount } from '~/core/core'
import { oneOf, parseText } from '~/kit/list/address'
import type { Context } from '~/kit/list/context'
import { type ListColumn, list } from '~/kit/list/declare'
import { text } from '~/kit/list/filters'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { TwoLines } from '~/ui/text/TwoLines'
import { rowOf } from './failed'

type PendingColumn = ListColumn<PendingAccount, 'accounts'>

const account: PendingColumn = {
  id: 'accountNumber',
  header: 'columns.account',
  priority: 'title',
  isRowHeader: true,
  width: 13,
  narrow: { width: 8.75, worth: 2 },
  cell: ({ accountNumber, referenceId }) => <TwoLines first={accountNumber} second={referenceId} />,
}
const company: PendingColumn = {
  id: 'companyName',
  header: 'columns.company',
  minWidth: 9.25,
  worth: 4,
  cell: ({ companyName, bulkId }) => <TwoLines first={companyName} second={bulkId} />,
}
const status: PendingColumn = {
  id: 'status',
  header: 'columns.status',
  width: 9,
  priority: 'status',
  cell: ({ status }, { t }) => <StatusBadge tone={status === 'error' ? 'bad' : 'progress'}>{t(`pending.${status}`)}</StatusBadge>,
}
const reason: PendingColumn = {
  id: 'reason',
  header: 'pending.reason',
  minWidth: 10.25,
  worth: 5,
  wraps: true,
  cell: ({ errorType, statusCode }, { t, language }) =>
    errorType ? accountError(errorType, language) : t(`pending.actions.${statusCode}`),
}
const asked: PendingColumn = {
  id: 'requestedAt',
  header: 'pending.since',
  width: 11,
  worth: 1,
  cell: ({ requestedAt }, { language }) => instantShown(requestedAt, language),
  isDate: true,
}

const rows = {
  beside: {
    open: oneOf('correct', 'forget'),
    /** The row that the dialogue is about; without it, the ticked rows. */
    row: parseText,
  },
  rowKey: rowOf,
  rowLabel: ({ accountNumber }: PendingAccount, { t }: Context<'accounts'>) => t('row.one', { account: accountNumber }),
  caption: ['pending.count'],
  selecting: 'all.select',
} as const

const also = { recordCount: 200 }

export const pendingList = list('pendingAccounts', 'accounts', {
  ...rows,
  also,
  columns: [account, status, reason, asked],
  empty: { title: 'pending.empty', body: 'pending.emptyBody' },
})

export const pendingListOfAll = list('allPendingAccounts', 'accounts', {
  ...rows,
  also,
  filters: {
    search: text({
      label: 'search.label',
      hint: 'pending.searchHint',
      chip: (typed, { t }) => t('filters.text', { text: typed }),
    }),
  },
  columns: [account, company, status, reason, asked],
  empty: { title: 'pending.empty', body: 'pending.emptyOfAll' },
  unmatched: { title: 'unmatched.title', body: 'unmatched.body', clear: 'unmatched.action' },
})

/** The parameters of the address in addition to filters and order. Both lists share them. */
export type PendingSearch = Pick<ReturnType<typeof pendingList.read>, 'open' | 'row'>
