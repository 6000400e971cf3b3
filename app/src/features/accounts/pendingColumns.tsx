import { accountError, instantShown, type Language, type PendingAccount } from '../../core'
import type { Column } from '../../ui/dataTableTypes'
import { StatusBadge } from '../../ui/StatusBadge'
import { TwoLines } from '../bills/TwoLines'
import type { AccountsWords } from './words'

export function pendingColumns(t: AccountsWords, language: Language, showsCompany: boolean): Column<PendingAccount>[] {
  return [
    {
      id: 'account',
      header: t('columns.account'),
      priority: 'title',
      isRowHeader: true,
      minWidth: 9,
      cell: ({ accountNumber, referenceId }) => <TwoLines first={accountNumber} second={referenceId} />,
    },
    ...(showsCompany
      ? [
          {
            id: 'company',
            header: t('columns.company'),
            minWidth: 10,
            cell: ({ companyName, bulkId }: PendingAccount) => <TwoLines first={companyName} second={bulkId} />,
          },
        ]
      : []),
    {
      id: 'status',
      header: t('columns.status'),
      width: 9.5,
      priority: 'status',
      cell: ({ status }) => <StatusBadge tone={status === 'error' ? 'bad' : 'progress'}>{t(`pending.${status}`)}</StatusBadge>,
    },
    {
      id: 'reason',
      header: t('pending.reason'),
      minWidth: 16,
      cell: ({ errorType, statusCode }) => (errorType ? accountError(errorType, language) : t(`pending.actions.${statusCode}`)),
    },
    {
      id: 'asked',
      header: t('pending.since'),
      width: 11,
      cell: ({ requestedAt }) => instantShown(requestedAt, language),
    },
  ]
}
