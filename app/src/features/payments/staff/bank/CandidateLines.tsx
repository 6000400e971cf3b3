/** Other bank lines with open money, which may pay a payment together with the line being matched. */
import { useMemo } from 'react'
import { amountShown, dayShown, type MatchLine, numberShown } from '~/core/core'
import { SearchBox } from '~/kit/list/SearchBox'
import { DataTable } from '~/ui/table/DataTable'
import type { Column } from '~/ui/table/dataTableTypes'
import { TwoLines } from '~/ui/text/TwoLines'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { lineKey } from './matching'

interface Props {
  /** Undefined until loaded. */
  lines: readonly MatchLine[] | undefined
  /** Number of further lines that are not listed. */
  more: number
  search: string
  onSearch: (text: string) => void
  /** Undefined for users who cannot decide. */
  chosen: ReadonlyMap<string, MatchLine> | undefined
  onChoose: (keys: ReadonlySet<string>, rows: readonly MatchLine[]) => void
}

const none: readonly MatchLine[] = []

export function CandidateLines({ lines, more, search, onSearch, chosen, onChoose }: Props) {
  const { t } = useTranslation('bankStatements')
  const language = useLanguage()
  const rows = lines ?? none
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
    <DataTable
      caption={
        more > 0
          ? t('match.linesOf', { shown: numberShown(rows.length), total: numberShown(rows.length + more) })
          : t('match.lines', { count: rows.length, shown: numberShown(rows.length) })
      }
      columns={columns}
      rows={rows}
      rowKey={lineKey}
      rowLabel={({ line, reference }) => t('lines.row', { line, reference })}
      toolbar={
        <SearchBox
          label={t('lines.search')}
          placeholder={t('match.lineSearchHint')}
          value={search}
          onSearch={onSearch}
          isLoading={lines === undefined}
        />
      }
      selection={chosen && { selected: new Set(chosen.keys()), onChange: (keys) => onChoose(keys, rows) }}
      isFiltered={search !== ''}
      isLoading={lines === undefined}
      empty={{ title: t('match.noLine') }}
      emptyFiltered={{ title: t('match.nothingMatches') }}
    />
  )
}
