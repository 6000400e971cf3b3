/** The columns of lists of accounts. Those whose names are core's sorting names can be ordered by. */
import { type Account, amountShown } from '../../core'
import type { Column } from '../../ui/dataTableTypes'
import { StatusBadge } from '../../ui/StatusBadge'
import { TwoLines } from '../bills/TwoLines'
import type { AccountsWords } from './words'

export const placeOf = ({ postalCode, city, state }: Account) =>
  [[postalCode, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ')

/** Where it is, on one line; most addresses end with the city. */
const premisesOf = ({ premisesAddress, state }: Account) =>
  premisesAddress.includes(state) ? premisesAddress : [premisesAddress, state].join(', ')

export function AccountStatus({ t, isActive }: { t: AccountsWords; isActive: boolean }) {
  return <StatusBadge tone={isActive ? 'good' : 'neutral'}>{t(isActive ? 'active' : 'inactive')}</StatusBadge>
}

export function accountColumns(t: AccountsWords, isSorted: boolean, hasGroup: boolean): Column<Account>[] {
  return [
    {
      id: 'accountNo',
      header: t('columns.account'),
      isSortable: isSorted,
      priority: 'title',
      isRowHeader: true,
      minWidth: 13,
      cell: (account) => <TwoLines first={account.accountNo} second={premisesOf(account)} />,
    },
    {
      id: 'referenceId',
      header: t('columns.reference'),
      isSortable: isSorted,
      width: 9.5,
      cell: ({ referenceId }) => referenceId,
    },
    ...(hasGroup
      ? [
          {
            id: 'groupName',
            header: t('columns.group'),
            isSortable: isSorted,
            width: 11,
            cell: ({ groupName }: Account) => groupName,
          },
        ]
      : []),
    {
      id: 'status',
      header: t('columns.status'),
      width: 7.5,
      priority: 'status',
      cell: ({ isActive }) => <AccountStatus t={t} isActive={isActive} />,
    },
    {
      id: 'owed',
      header: t('columns.owed'),
      align: 'end',
      width: 9,
      priority: 'amount',
      cell: ({ amountPayable }) => amountShown(amountPayable),
    },
  ]
}
