/** The list of real runs, which the screens call exports: of one profile, or of the company. */
import { amountShown, instantShown, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { list } from '~/kit/list/declare'
import { TwoLines } from '~/ui/text/TwoLines'

export const accountingRunList = list('accountingRuns', 'accounting', {
  also: { recordCount: 200 },
  rowKey: ({ profileId, runNo }) => `${profileId} ${runNo}`,
  rowLabel: ({ profileName, runNo }, { t }) => t('run.title', { number: numberShown(runNo), name: profileName }),
  rowHref: ({ profileId, runNo }) => link('accountingRun', { profileId, runNo: String(runNo) }),
  columns: [
    {
      id: 'run',
      header: 'run.number',
      priority: 'title',
      isRowHeader: true,
      leads: true,
      minWidth: 12,
      worth: 4,
      cell: ({ profileName, runNo }, { t }) => <TwoLines first={t('run.one', { number: numberShown(runNo) })} second={profileName} />,
    },
    {
      id: 'madeAt',
      header: 'run.madeAt',
      isDate: true,
      width: 12,
      worth: 3,
      cell: ({ madeAt, madeBy }, { t, language }) => (
        <TwoLines first={instantShown(madeAt, language)} second={madeBy ?? t('run.scheduled')} />
      ),
    },
    {
      id: 'documents',
      header: 'run.documents',
      align: 'end',
      width: 9,
      worth: 3,
      cell: ({ documents, reversals }, { t }) =>
        reversals > 0 ? (
          <TwoLines first={numberShown(documents)} second={t('run.of', { count: reversals, shown: numberShown(reversals) })} />
        ) : (
          numberShown(documents)
        ),
    },
    { id: 'debit', header: 'run.debit', align: 'end', width: 10, priority: 'amount', cell: ({ debit }) => amountShown(debit) },
    {
      id: 'numbered',
      header: 'run.numbered',
      align: 'end',
      width: 9,
      worth: 1,
      cell: ({ documents, numbered }, { t }) => t('run.numberedOf', { numbered: numberShown(numbered), documents: numberShown(documents) }),
    },
  ],
  caption: ['runs.count'],
  empty: { title: 'runs.empty.title', body: 'runs.empty.body' },
})
