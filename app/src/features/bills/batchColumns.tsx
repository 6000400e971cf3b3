import {
  amountShown,
  type Batch,
  type BatchId,
  batchColour,
  compareAmounts,
  countShown,
  type Day,
  dayShown,
  type Language,
} from '../../core'
import type { Column } from '../../ui/dataTableTypes'
import { StatusBadge } from '../../ui/StatusBadge'
import type { Translate } from '../../words/useTranslation'
import { TwoLines } from './TwoLines'

export function batchColumns(t: Translate<'bills'>, language: Language, today: Day, counts: ReadonlyMap<BatchId, number>): Column<Batch>[] {
  return [
    {
      id: 'batch',
      header: t('columns.batch'),
      priority: 'title',
      minWidth: 8,
      cell: ({ billBatchId }) => {
        const chosen = counts.get(billBatchId) ?? 0
        return <TwoLines first={billBatchId} second={chosen > 0 && t('batches.chosen', { count: chosen, shown: countShown(chosen) })} />
      },
    },
    {
      id: 'age',
      header: t('columns.age'),
      priority: 'status',
      width: 13,
      cell: ({ extractionDate }) => {
        const { tone, days } = batchColour(extractionDate, today)
        return <StatusBadge tone={tone}>{t('batches.age', { count: days, shown: String(days) })}</StatusBadge>
      },
    },
    { id: 'due', header: t('columns.due'), cell: ({ dueDate }) => dueDate && dayShown(dueDate, language), width: 7.5 },
    {
      id: 'bills',
      header: t('columns.bills'),
      align: 'end',
      width: 7.5,
      cell: ({ totalBills, totalAccounts }) => (
        <TwoLines
          first={t('count', { count: totalBills, shown: countShown(totalBills) })}
          second={t('accounts', { count: totalAccounts, shown: countShown(totalAccounts) })}
        />
      ),
    },
    {
      id: 'current',
      header: t('columns.current'),
      align: 'end',
      width: 9,
      cell: ({ currentCharge }) => amountShown(currentCharge),
    },
    {
      id: 'total',
      header: t('figures.owed'),
      align: 'end',
      width: 11,
      priority: 'amount',
      cell: ({ selectableAmount, amountInPayment }) => (
        <TwoLines
          first={amountShown(selectableAmount)}
          second={compareAmounts(amountInPayment, '0.00') > 0 && t('batches.inPayment', { amount: amountShown(amountInPayment) })}
        />
      ),
    },
  ]
}
