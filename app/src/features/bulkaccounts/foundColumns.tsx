/** The columns of accounts that a search found; each leads to the bulk account that it is in. */
import type { FoundAccount } from '../../core'
import type { Column } from '../../ui/dataTableTypes'
import { StatusBadge } from '../../ui/StatusBadge'
import type { Translate } from '../../words/useTranslation'
import { bulkHref } from './bulkSearch'
import { TwoLines } from './TwoLines'

export const foundColumns = (t: Translate<'bulkaccounts'>, isLink: boolean): Column<FoundAccount>[] => [
  {
    id: 'account',
    header: t('column.account'),
    cell: (row) => <TwoLines first={row.accountNo} second={row.referenceId} />,
    minWidth: 10,
    priority: 'title',
    isRowHeader: true,
  },
  {
    id: 'company',
    header: t('column.company'),
    cell: (row) => <TwoLines first={row.companyName} second={row.premisesAddress} />,
    minWidth: 16,
  },
  {
    id: 'bulk',
    header: t('column.bulk'),
    cell: ({ bulkId, accountNo }) => {
      if (!bulkId) return t('search.free')
      return isLink ? <a href={`${bulkHref(bulkId)}?search=${accountNo}`}>{bulkId}</a> : bulkId
    },
    minWidth: 9,
  },
  {
    id: 'status',
    header: t('column.status'),
    cell: ({ isActive }) => (
      <StatusBadge tone={isActive ? 'good' : 'neutral'}>{t(isActive ? 'search.active' : 'search.inactive')}</StatusBadge>
    ),
    width: 9,
    priority: 'status',
  },
]
