/** The list of batches of unpaid bills: how late each is, and the amount owed. */

import { amountShown, type BatchId, batchColour, compareAmounts, dayShown, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { list } from '~/kit/list/declare'
import { text, view } from '~/kit/list/filters'
import { searched } from '~/kit/list/searched'
import { countsByBatch, useChosen } from '~/kit/paying/selection'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { TwoLines } from '~/ui/text/TwoLines'
import { useTranslation } from '~/words/useTranslation'
import { billViews } from './billList'

const batchHref = (batchId: string) => link('outstandingBills', { batch: batchId })

export const batchList = list('batches', 'bills', {
  filters: {
    show: view(billViews, {
      label: 'views.batches',
      option: (name, { t }) => t(`views.${name}`),
      first: 'payable',
      whole: 'all',
      asks: (name) => name === 'payable',
      caption: { payable: 'batches.payable', rest: 'batches.rest', all: 'batches.caption' },
      empty: {
        payable: { title: 'batches.nonePayable.title', body: 'batches.nonePayable.body' },
        rest: { title: 'batches.noRest.title' },
        all: { title: 'empty.title', body: 'empty.body' },
      },
    }),
    search: text({
      label: 'batches.search',
      hint: 'search.placeholder',
      chip: (typed, { t, language }) => {
        const { kind, ...found } = searched(typed, language)
        return t(`filters.${kind}`, found)
      },
    }),
  },
  rowKey: ({ billBatchId }) => billBatchId,
  rowLabel: ({ billBatchId }, { t }) => t('batches.one', { id: billBatchId }),
  rowHref: ({ billBatchId }) => batchHref(billBatchId),
  columns: [
    {
      id: 'billBatchId',
      header: 'columns.batch',
      priority: 'title',
      minWidth: 8,
      cell: ({ billBatchId }) => <BatchNumber batchId={billBatchId} />,
    },
    {
      id: 'extractionDate',
      header: 'columns.age',
      priority: 'status',
      width: 10,
      cell: ({ extractionDate }, { t, today, language }) => {
        const { tone, word, days } = batchColour(extractionDate, today, language)
        const age = t('batches.age', { count: days, shown: String(days) })
        return <TwoLines first={<StatusBadge tone={tone}>{word ?? age}</StatusBadge>} second={word && age} />
      },
    },
    {
      id: 'dueDate',
      header: 'columns.due',
      cell: ({ dueDate }, { language }) => dueDate && dayShown(dueDate, language),
      isDate: true,
      width: 7.5,
      worth: 2,
      isEssential: true,
    },
    {
      id: 'totalBills',
      header: 'columns.bills',
      align: 'end',
      width: 9,
      worth: 3,
      cell: ({ totalBills, totalAccounts }, { t }) => (
        <TwoLines
          first={t('count', { count: totalBills, shown: numberShown(totalBills) })}
          second={t('accounts', { count: totalAccounts, shown: numberShown(totalAccounts) })}
        />
      ),
    },
    {
      id: 'currentCharge',
      header: 'columns.current',
      align: 'end',
      width: 9,
      worth: 1,
      cell: ({ currentCharge }) => amountShown(currentCharge),
    },
    {
      id: 'selectableAmount',
      header: 'figures.owed',
      align: 'end',
      width: 11,
      narrow: { width: 9, worth: 2 },
      priority: 'amount',
      cell: ({ selectableAmount, amountInPayment }, { t }) => (
        <TwoLines
          first={amountShown(selectableAmount)}
          second={compareAmounts(amountInPayment, '0.00') > 0 && t('batches.inPayment', { amount: amountShown(amountInPayment) })}
        />
      ),
    },
  ],
  caption: ['batches.caption'],
  empty: { title: 'empty.title', body: 'empty.body' },
  unmatched: { title: 'batches.unmatched', body: 'unmatched.body', clear: 'unmatched.action' },
})

/** A separate component, so that a change of the selection does not render the rest of the row again. */
function BatchNumber({ batchId }: { batchId: BatchId }) {
  const { t } = useTranslation('bills')
  const [bills] = useChosen()
  const chosen = countsByBatch(bills).get(batchId) ?? 0
  return <TwoLines first={batchId} second={chosen > 0 && t('batches.chosen', { count: chosen, shown: numberShown(chosen) })} />
}
