/** The columns of accounts of all customers that could not be taken: whose, why, and what to do about it. */
import { accountError, instantShown, type Language, type PendingAccount } from '../../core'
import type { Column } from '../../ui/dataTableTypes'
import type { Translate } from '../../words/useTranslation'
import { bulkHref } from './bulkSearch'
import { TwoLines } from './TwoLines'

/** An account may be pending in more than one bulk account. */
export const pendingKey = ({ bulkId, accountNumber }: PendingAccount) => `${bulkId} ${accountNumber}`

export const pendingColumns = (t: Translate<'bulkaccounts'>, language: Language, isLink: boolean): Column<PendingAccount>[] => [
  {
    id: 'account',
    header: t('column.account'),
    cell: (row) => <TwoLines first={row.accountNumber} second={row.referenceId} />,
    minWidth: 10,
    priority: 'title',
    isRowHeader: true,
  },
  {
    id: 'company',
    header: t('column.company'),
    cell: (row) => (
      <TwoLines first={isLink ? <a href={`${bulkHref(row.bulkId)}/pending`}>{row.companyName}</a> : row.companyName} second={row.bulkId} />
    ),
    minWidth: 12,
  },
  {
    id: 'reason',
    header: t('column.reason'),
    cell: ({ errorType }) => errorType && <TwoLines first={t(`pending.error.${errorType}`)} second={accountError(errorType, language)} />,
    minWidth: 18,
  },
  {
    id: 'requested',
    header: t('column.requested'),
    cell: (row) => instantShown(row.requestedAt, language),
    width: 11,
  },
]
