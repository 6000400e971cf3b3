/** The list of a bulk account's groups, with their accounts and the amounts owed. */

import { amountShown, compareAmounts, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { oneOf, parseText } from '~/kit/list/address'
import { list } from '~/kit/list/declare'
import { text } from '~/kit/list/filters'
import { TwoLines } from '~/ui/text/TwoLines'

/** Link to the group's screen. */
export const groupHref = (groupId: string) => link('group', { groupId })
/** Link to the accounts in no group. `to` is the group that the user wants to add accounts to. */
export const noGroupHref = (to?: string) => (to ? link('accountsInNoGroup', { to }) : link('accountsInNoGroup'))
/** Link to the group's payable bills, or to all its unpaid bills. */
export const groupBillsHref = (groupId: string, show?: 'all') => link('outstandingBills', { group: groupId, show })

export const groupList = list('groups', 'groups', {
  filters: {
    search: text({
      label: 'search.label',
      hint: 'search.placeholder',
      chip: (typed, { t }) => t('search.chip', { text: typed }),
    }),
  },
  beside: {
    open: oneOf('create', 'rename', 'delete'),
    /** The group that the dialogue is about. */
    group: parseText,
  },
  also: { recordCount: 200 },
  rowKey: ({ groupId }) => groupId,
  rowLabel: ({ groupName }) => groupName,
  rowHref: ({ groupId }) => groupHref(groupId),
  columns: [
    {
      id: 'groupName',
      header: 'columns.name',
      priority: 'title',
      isRowHeader: true,
      leads: true,
      minWidth: 14,
      cell: ({ groupName }) => groupName,
    },
    {
      id: 'totalAccounts',
      header: 'columns.accounts',
      align: 'end',
      width: 8,
      worth: 2,
      cell: ({ totalAccounts }) => numberShown(totalAccounts),
    },
    { id: 'unpaidBills', header: 'columns.bills', align: 'end', width: 9, worth: 1, cell: ({ unpaidBills }) => numberShown(unpaidBills) },
    {
      id: 'amountPayable',
      header: 'columns.amount',
      align: 'end',
      width: 12,
      priority: 'amount',
      cell: ({ amountPayable, amountInPayment }, { t }) => (
        <TwoLines
          first={amountShown(amountPayable)}
          second={compareAmounts(amountInPayment, '0.00') > 0 && t('inPayment', { amount: amountShown(amountInPayment) })}
        />
      ),
    },
  ],
  caption: ['list.count', 'list.matching'],
  empty: { title: 'empty.title', body: 'empty.body' },
  unmatched: { title: 'unmatched.title', body: 'unmatched.body', clear: 'unmatched.action' },
})

export type GroupSearch = ReturnType<typeof groupList.read>
