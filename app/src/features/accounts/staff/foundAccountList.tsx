/** Results of a search among all accounts. Each row links to the bulk account that the account is in. */
import { link } from '~/core/links'
import { list } from '~/kit/list/declare'
import { choice, text } from '~/kit/list/filters'
import { Link } from '~/ui/button/Link'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { TwoLines } from '~/ui/text/TwoLines'

export const foundAccountList = list('foundAccounts', 'accountsStaff', {
  filters: {
    search: text({ label: 'search.label', hint: 'search.hint', chip: null }),
    // Without a choice, core detects the kind of the typed text.
    by: choice(['accountNo', 'referenceId', 'companyName'], {
      label: 'search.by',
      any: 'search.anything',
      option: (name, { t }) => t(`search.${name}`),
      hasChip: false,
    }),
  },
  begin: { title: 'search.begin', body: 'search.beginHint' },
  also: { recordCount: 100 },
  rowKey: ({ accountNo }) => accountNo,
  rowLabel: ({ accountNo }) => accountNo,
  columns: [
    {
      id: 'account',
      header: 'column.account',
      cell: ({ accountNo, referenceId }) => <TwoLines first={accountNo} second={referenceId} />,
      minWidth: 10,
      priority: 'title',
      isRowHeader: true,
    },
    {
      id: 'company',
      header: 'column.company',
      cell: ({ companyName, premisesAddress }) => <TwoLines first={companyName} second={premisesAddress} />,
      minWidth: 16,
      worth: 2,
    },
    {
      id: 'bulk',
      header: 'column.bulk',
      cell: ({ bulkId, accountNo }, { t, may }) => {
        if (!bulkId) return t('search.free')
        if (!may('manageBulkAccounts', 'view')) return bulkId
        return <Link href={link('bulkAccount', { bulkId, search: accountNo })}>{bulkId}</Link>
      },
      minWidth: 9,
      worth: 1,
    },
    {
      id: 'status',
      header: 'column.status',
      cell: ({ isActive }, { t }) => (isActive ? t('search.active') : <StatusBadge tone="neutral">{t('search.inactive')}</StatusBadge>),
      width: 9,
      priority: 'status',
    },
  ],
  caption: ['search.count'],
  empty: { title: 'search.nothing', body: 'search.nothingHint' },
})
