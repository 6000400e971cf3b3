/** The batches that the audit checks, newest first, with the share of bills with findings. */
import { amountShown, type BatchState, compareAmounts, dayShown, instantShown, type ListedBatch, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { oneOf, parseText } from '~/kit/list/address'
import { list } from '~/kit/list/declare'
import { choice, text } from '~/kit/list/filters'
import { deferComponent } from '~/ui/base/deferred'
import { TwoLines } from '~/ui/text/TwoLines'
import { BatchStatus } from './BatchStatus'
import { shareShown } from './share'

const states: readonly BatchState[] = ['waiting', 'released']

const BatchPanel = deferComponent(async () => (await import('./BatchPanel')).BatchPanel)

export const batchReviewList = list('batchReviews', 'batches', {
  filters: {
    search: text({ label: 'filter.search', hint: 'filter.searchHint' }),
    state: choice(states, { label: 'filter.state', any: 'filter.anyState', option: (state, { t }) => t(`states.${state}`) }),
  },
  beside: { open: oneOf('release', 'turnDown'), batch: parseText },
  rowKey: ({ billBatchId }: ListedBatch) => billBatchId,
  rowLabel: ({ billBatchId }, { t }) => t('one', { batch: billBatchId }),
  panel: {
    title: (batch, { t }) => t('one', { batch }),
    href: (batch) => link('batchReviews', { panel: batch }),
    Body: BatchPanel,
  },
  columns: [
    {
      id: 'extractionDate',
      header: 'column.extracted',
      priority: 'title',
      isRowHeader: true,
      minWidth: 14,
      cell: ({ billBatchId, extractionDate }, { t, language }) => (
        <TwoLines first={dayShown(extractionDate, language)} second={t('one', { batch: billBatchId })} />
      ),
    },
    {
      id: 'state',
      header: 'column.state',
      width: 12,
      priority: 'status',
      cell: (batch) => <BatchStatus batch={batch} />,
    },
    { id: 'bills', header: 'column.bills', width: 6, align: 'end', worth: 2, cell: ({ totalBills }) => numberShown(totalBills) },
    {
      id: 'flaggedRate',
      header: 'column.flagged',
      width: 10.5,
      align: 'end',
      worth: 5,
      cell: ({ isChecked, flaggedBills, totalBills }) =>
        isChecked && flaggedBills > 0 ? (
          <TwoLines first={shareShown(flaggedBills, totalBills)} second={numberShown(flaggedBills)} />
        ) : (
          numberShown(isChecked ? 0 : null)
        ),
    },
    {
      id: 'rules',
      header: 'column.rules',
      minWidth: 13,
      worth: 4,
      wraps: true,
      cell: ({ rules }, { t }) => {
        const [first, second] = rules.map(({ title, bills }) => t('ruleOf', { title, shown: numberShown(bills) }))
        return <TwoLines first={first ?? numberShown(null)} second={second} />
      },
    },
    {
      id: 'atStake',
      header: 'column.atStake',
      width: 9,
      align: 'end',
      worth: 3,
      cell: ({ atStake }) => amountShown(compareAmounts(atStake, '0.00') > 0 ? atStake : null),
    },
    {
      id: 'released',
      header: 'column.released',
      width: 10.5,
      isDate: true,
      worth: 1,
      cell: ({ releasedAt, releasedBy }, { t, language }) =>
        releasedAt ? <TwoLines first={instantShown(releasedAt, language)} second={releasedBy ?? t('byPortal')} /> : numberShown(null),
    },
  ],
  caption: ['list.count', 'list.matching'],
  empty: { title: 'list.nothing', body: 'list.nothingHint' },
  unmatched: { title: 'list.nothingMatches', body: 'list.nothingMatchesHint', clear: 'list.showAll' },
})
