/** The list of uploaded bank statements, newest first. */
import { dayShown, instantShown, numberShown, type UploadedStatement } from '~/core/core'
import { link } from '~/core/links'
import { useOptionalRead } from '~/kit/call/read'
import { oneOf } from '~/kit/list/address'
import { list } from '~/kit/list/declare'
import { picked, text } from '~/kit/list/filters'
import type { Option } from '~/ui/form/Options'
import { TwoLines } from '~/ui/text/TwoLines'

const useBankOptions = (): Option[] =>
  (useOptionalRead('GetStatementBanks', {})?.banks ?? []).map(({ bankId, bankName }) => ({ id: bankId, label: bankName }))

export const bankStatementList = list('bankStatements', 'bankStatements', {
  filters: {
    search: text({ label: 'filter.search', hint: 'filter.searchHint' }),
    bank: picked({
      label: 'filter.bank',
      any: 'filter.anyBank',
      useOptions: useBankOptions,
      chip: (bank) => bank,
    }),
  },
  beside: { open: oneOf('upload') },
  rowKey: ({ statementId }: UploadedStatement) => statementId,
  rowLabel: ({ fileName }) => fileName,
  rowHref: ({ statementId }) => link('bankStatement', { statementId }),
  columns: [
    {
      id: 'file',
      header: 'column.file',
      priority: 'title',
      isRowHeader: true,
      minWidth: 14,
      cell: ({ fileName, bankName }) => <TwoLines first={fileName} second={bankName} />,
    },
    {
      id: 'days',
      header: 'column.days',
      minWidth: 13,
      worth: 2,
      cell: ({ from, to }, { t, language }) =>
        from && to ? t('days', { from: dayShown(from, language), to: dayShown(to, language) }) : t('columns.missing'),
    },
    {
      id: 'lines',
      header: 'column.lines',
      width: 9.5,
      align: 'end',
      priority: 'amount',
      cell: ({ lines, decided }, { t }) => (
        <TwoLines first={numberShown(lines)} second={t('column.decided', { count: decided, shown: numberShown(decided) })} />
      ),
    },
    {
      id: 'uploaded',
      header: 'column.uploaded',
      width: 11.5,
      isDate: true,
      worth: 3,
      cell: ({ uploadedAt, uploadedBy }, { language }) => <TwoLines first={instantShown(uploadedAt, language)} second={uploadedBy} />,
    },
  ],
  caption: ['list.count', 'list.matching'],
  empty: { title: 'list.nothing', body: 'list.nothingHint' },
  unmatched: { title: 'list.nothingMatches', body: 'list.nothingMatchesHint', clear: 'list.showAll' },
})
