import { amountShown, compareAmounts, countShown, type Group } from '../../core'
import type { Column } from '../../ui/dataTableTypes'
import type { Translate } from '../../words/useTranslation'
import { TwoLines } from '../bills/TwoLines'

export const groupColumns = (t: Translate<'groups'>): Column<Group>[] => [
  { id: 'name', header: t('columns.name'), priority: 'title', isRowHeader: true, minWidth: 14, cell: ({ groupName }) => groupName },
  { id: 'accounts', header: t('columns.accounts'), align: 'end', width: 8, cell: ({ totalAccounts }) => countShown(totalAccounts) },
  { id: 'bills', header: t('columns.bills'), align: 'end', width: 9, cell: ({ unpaidBills }) => countShown(unpaidBills) },
  {
    id: 'amount',
    header: t('columns.amount'),
    align: 'end',
    width: 12,
    priority: 'amount',
    cell: ({ amountPayable, amountInPayment }) => (
      <TwoLines
        first={amountShown(amountPayable)}
        second={compareAmounts(amountInPayment, '0.00') > 0 && t('inPayment', { amount: amountShown(amountInPayment) })}
      />
    ),
  },
]
