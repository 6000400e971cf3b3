/** The list of exported documents: of one run, or of the company. */
import { amountShown, dayShown, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { documentStatus } from '~/kit/accounts/documentStatus'
import { oneOf } from '~/kit/list/address'
import { list } from '~/kit/list/declare'
import { text, yesNo } from '~/kit/list/filters'
import { Link } from '~/ui/button/Link'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { TwoLines } from '~/ui/text/TwoLines'

export const accountingDocumentList = list('accountingDocuments', 'accounting', {
  filters: {
    search: text({ label: 'documents.search', hint: 'documents.searchHint', chip: (typed, { t }) => t('documents.chip', { text: typed }) }),
    numbered: yesNo({ label: 'documents.numbered', options: ['documents.any', 'documents.with', 'documents.without'] }),
  },
  beside: { open: oneOf('numbers') },
  also: { recordCount: 200 },
  rowKey: ({ profileId, documentNo }) => `${profileId} ${documentNo}`,
  rowLabel: ({ documentNo }) => documentNo,
  columns: [
    {
      id: 'documentNo',
      header: 'document.number',
      priority: 'title',
      isRowHeader: true,
      minWidth: 11,
      worth: 5,
      cell: ({ documentNo, reverses }, { t }) => (
        <TwoLines first={documentNo} second={reverses ? t('document.reverses', { number: reverses }) : ''} />
      ),
    },
    {
      id: 'sourceNo',
      header: 'document.source',
      width: 10,
      worth: 2,
      cell: ({ sourceNo, accountNo }) => (
        <Link href={accountNo ? link('bill', { invoiceNo: sourceNo }) : link('payment', { transactionNo: sourceNo })}>{sourceNo}</Link>
      ),
    },
    {
      id: 'run',
      header: 'document.run',
      minWidth: 10,
      worth: 1,
      cell: ({ profileId, profileName, runNo }, { t }) => (
        <TwoLines
          first={
            <Link href={link('accountingRun', { profileId, runNo: String(runNo) })}>{t('run.one', { number: numberShown(runNo) })}</Link>
          }
          second={profileName}
        />
      ),
    },
    {
      id: 'documentDate',
      header: 'document.date',
      isDate: true,
      width: 8,
      worth: 2,
      cell: ({ documentDate }, { language }) => dayShown(documentDate, language),
    },
    { id: 'amount', header: 'document.amount', align: 'end', width: 10, priority: 'amount', cell: ({ amount }) => amountShown(amount) },
    { id: 'theirNo', header: 'document.theirs', minWidth: 9, worth: 4, cell: ({ theirNo }) => theirNo },
    {
      id: 'status',
      header: 'document.status',
      width: 9.5,
      priority: 'status',
      wraps: true,
      cell: (document, { t, language }) => {
        const { tone, word } = documentStatus(document, t, language)
        return <StatusBadge tone={tone}>{word}</StatusBadge>
      },
    },
  ],
  caption: ['documents.count', 'documents.matching'],
  empty: { title: 'documents.empty.title', body: 'documents.empty.body' },
  unmatched: { title: 'documents.unmatched.title', body: 'documents.unmatched.body', clear: 'documents.unmatched.action' },
})
