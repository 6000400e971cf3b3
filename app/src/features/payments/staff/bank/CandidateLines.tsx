/** Other bank lines with open money, which may pay a payment together with the line being matched. */
import { useMemo } from 'react'
import { amountShown, dayShown, type MatchLine, numberShown } from '~/core/core'
import type { Column } from '~/ui/table/dataTableTypes'
import { TwoLines } from '~/ui/text/TwoLines'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { type CandidateProps, Candidates } from './Candidates'
import { lineKey } from './matching'

export function CandidateLines(props: CandidateProps<MatchLine>) {
  const { t } = useTranslation('bankStatements')
  const language = useLanguage()
  const columns = useMemo<Column<MatchLine>[]>(
    () => [
      {
        id: 'reference',
        header: t('lines.reference'),
        priority: 'title',
        isRowHeader: true,
        minWidth: 11,
        cell: ({ reference, description }) => <TwoLines first={reference || '–'} second={description} />,
      },
      {
        id: 'day',
        header: t('lines.day'),
        width: 9,
        isDate: true,
        worth: 3,
        cell: ({ day, line }) => <TwoLines first={dayShown(day, language)} second={t('lines.inFile', { line: numberShown(line) })} />,
      },
      {
        id: 'file',
        header: t('column.file'),
        minWidth: 11,
        worth: 1,
        cell: ({ fileName, bankName }) => <TwoLines first={fileName} second={bankName} />,
      },
      {
        id: 'open',
        header: t('match.open'),
        width: 9,
        align: 'end',
        priority: 'amount',
        cell: ({ amount, open }) => (
          <TwoLines first={amountShown(open)} second={open !== amount && t('match.ofAmount', { amount: amountShown(amount) })} />
        ),
      },
    ],
    [t, language],
  )
  return (
    <Candidates
      {...props}
      kind="lines"
      columns={columns}
      rowKey={lineKey}
      rowLabel={({ line, reference }) => t('lines.row', { line, reference })}
      searchBox={{ label: t('lines.search'), placeholder: t('match.lineSearchHint') }}
      empty={{ title: t('match.noLine') }}
    />
  )
}
