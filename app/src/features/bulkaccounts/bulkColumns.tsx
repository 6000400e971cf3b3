/** The columns of the list of bulk accounts. One without an account free of errors says what that means. */
import { amountShown, type BulkAccountRow, countShown, dayAt, dayShown, type Language } from '../../core'
import type { Column } from '../../ui/dataTableTypes'
import type { Translate } from '../../words/useTranslation'
import { businessNameOf } from '../registrations/registrationSearch'
import { TwoLines } from './TwoLines'

export const bulkColumns = (t: Translate<'bulkaccounts'>, language: Language): Column<BulkAccountRow>[] => [
  {
    id: 'company',
    header: t('column.company'),
    cell: (row) => (
      <>
        <TwoLines first={row.companyName} second={row.registrationNo} />
        {row.totalAccounts === 0 && <TwoLines first="" second={t('list.closed')} isWarning />}
      </>
    ),
    minWidth: 13,
    priority: 'title',
    isRowHeader: true,
  },
  {
    id: 'bulk',
    header: t('column.bulk'),
    cell: (row) => <TwoLines first={row.bulkId} second={t(`registrations:business.${businessNameOf(row.businessType)}`)} />,
    minWidth: 10,
  },
  {
    id: 'accounts',
    header: t('column.accounts'),
    cell: (row) => <TwoLines first={countShown(row.totalAccounts)} second={errorsOf(row, t)} isWarning />,
    align: 'end',
    minWidth: 9,
  },
  { id: 'users', header: t('column.users'), cell: (row) => countShown(row.totalUsers), align: 'end', width: 6 },
  {
    id: 'owed',
    header: t('column.owed'),
    cell: (row) => amountShown(row.amountPayable),
    align: 'end',
    width: 10,
    priority: 'amount',
  },
  { id: 'created', header: t('column.created'), cell: (row) => dayShown(dayAt(row.createdAt), language), width: 8 },
]

const errorsOf = ({ pendingErrors }: BulkAccountRow, t: Translate<'bulkaccounts'>): string | undefined =>
  pendingErrors > 0 ? t('list.errors', { count: pendingErrors, shown: countShown(pendingErrors) }) : undefined
