/** The lines or payments that may belong to a bank line, with a search among all of them. */
import { numberShown } from '~/core/core'
import { SearchBox } from '~/kit/list/SearchBox'
import { DataTable } from '~/ui/table/DataTable'
import type { DataTableProps } from '~/ui/table/dataTableTypes'
import { useTranslation } from '~/words/useTranslation'

export interface CandidateProps<Row> extends Pick<DataTableProps<Row>, 'isLoading' | 'problem'> {
  /** Undefined until loaded. */
  candidates: readonly Row[] | undefined
  /** Number of further candidates that are not listed. */
  more: number
  search: string
  onSearch: (text: string) => void
  /** Undefined for users who cannot decide. */
  chosen: ReadonlyMap<string, Row> | undefined
  onChoose: (keys: ReadonlySet<string>, rows: readonly Row[]) => void
}

interface Props<Row> extends CandidateProps<Row>, Pick<DataTableProps<Row>, 'columns' | 'rowKey' | 'rowLabel' | 'empty'> {
  kind: 'lines' | 'payments'
  searchBox: { label: string; placeholder: string; shortcut?: '/' }
}

const none: readonly never[] = []

export function Candidates<Row>({
  candidates,
  more,
  search,
  onSearch,
  chosen,
  onChoose,
  kind,
  searchBox,
  isLoading = false,
  ...table
}: Props<Row>) {
  const { t } = useTranslation('bankStatements')
  const rows = candidates ?? none
  return (
    <DataTable
      {...table}
      caption={
        more > 0
          ? t(`match.${kind}Of`, { shown: numberShown(rows.length), total: numberShown(rows.length + more) })
          : t(`match.${kind}`, { count: rows.length, shown: numberShown(rows.length) })
      }
      rows={rows}
      toolbar={<SearchBox {...searchBox} value={search} onSearch={onSearch} isLoading={isLoading} />}
      selection={chosen && { selected: new Set(chosen.keys()), onChange: (keys) => onChoose(keys, rows) }}
      isFiltered={search !== ''}
      isLoading={isLoading}
      emptyFiltered={{ title: t('match.nothingMatches') }}
    />
  )
}
