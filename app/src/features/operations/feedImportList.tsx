/** The list of imported files of the feed. */
import { type FeedImport, type FeedKind, type ImportState, instantShown, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { list } from '~/kit/list/declare'
import { choice, choiceOf, text } from '~/kit/list/filters'
import { StatusBadge, type Tone } from '~/ui/feedback/StatusBadge'
import { TwoLines } from '~/ui/text/TwoLines'

export const importTones: Record<ImportState, Tone> = { running: 'progress', interrupted: 'warning', done: 'good', failed: 'bad' }
const kinds: readonly FeedKind[] = [
  'accounts',
  'bills',
  'charges',
  'kinds',
  'prices',
  'factors',
  'certificates',
  'settlements',
  'deposits',
  'companies',
  'users',
  'groups',
  'references',
  'paymentHistory',
]

export const feedImportList = list('feedImports', 'operations', {
  filters: {
    search: text({ label: 'imports.search', hint: 'imports.searchHint' }),
    kind: choice(kinds, { label: 'imports.what', any: 'imports.anyKind', option: (kind, { t }) => t(`imports.kind.${kind}`) }),
    rejected: choiceOf(['some', 'none'], {
      label: 'imports.rejected',
      any: 'imports.anyRejected',
      option: (name, { t }) => t(`imports.${name}Rejected`),
      asks: (name) => name === 'some',
    }),
  },
  rowKey: ({ importId }: FeedImport) => importId,
  rowLabel: ({ fileName, importId }) => `${fileName} ${importId}`,
  rowHref: ({ importId }) => link('feedImport', { importId }),
  columns: [
    {
      id: 'file',
      header: 'imports.file',
      priority: 'title',
      isRowHeader: true,
      leads: true,
      minWidth: 13,
      cell: ({ fileName, kind }, { t }) => <TwoLines first={fileName} second={t(`imports.kind.${kind}`)} />,
    },
    {
      id: 'began',
      header: 'imports.began',
      width: 10.5,
      isDate: true,
      worth: 3,
      cell: ({ beganAt }, { language }) => instantShown(beganAt, language),
    },
    { id: 'rows', header: 'imports.rows', width: 7, align: 'end', worth: 2, cell: ({ rows }) => numberShown(rows) },
    {
      id: 'taken',
      header: 'imports.taken',
      width: 10,
      align: 'end',
      worth: 4,
      cell: ({ newRows, changedRows, unchangedRows }, { t }) => (
        <TwoLines
          first={numberShown(newRows + changedRows + unchangedRows)}
          second={t('imports.newAndChanged', { added: numberShown(newRows), changed: numberShown(changedRows) })}
        />
      ),
    },
    {
      id: 'rejected',
      header: 'imports.rejected',
      width: 7.5,
      align: 'end',
      cell: ({ rejectedRows }) => numberShown(rejectedRows),
    },
    {
      id: 'state',
      header: 'status',
      width: 10.5,
      priority: 'status',
      cell: ({ state }, { t }) => <StatusBadge tone={importTones[state]}>{t(`imports.state.${state}`)}</StatusBadge>,
    },
  ],
  caption: ['imports.count', 'imports.matching'],
  empty: { title: 'imports.nothing', body: 'imports.nothingHint' },
  unmatched: { title: 'nothingMatches', body: 'nothingMatchesHint', clear: 'showAll' },
})
