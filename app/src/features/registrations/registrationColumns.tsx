/** The columns of the list of applications. */
import { countShown, instantShown, type Language, type RegistrationRow } from '../../core'
import type { Column } from '../../ui/dataTableTypes'
import type { Translate } from '../../words/useTranslation'
import { RegistrationStatus } from './RegistrationStatus'
import styles from './Registrations.module.css'
import { businessNameOf } from './registrationSearch'

export const registrationColumns = (t: Translate<'registrations'>, language: Language): Column<RegistrationRow>[] => [
  {
    id: 'company',
    header: t('column.company'),
    cell: (row) => <Two first={row.companyName} second={row.registrationNo} />,
    minWidth: 13,
    priority: 'title',
    isRowHeader: true,
  },
  {
    id: 'application',
    header: t('column.application'),
    cell: (row) => <Two first={row.applicationId} second={t(`business.${businessNameOf(row.businessType)}`)} />,
    minWidth: 9,
  },
  {
    id: 'submitted',
    header: t('column.submitted'),
    cell: (row) => <Two first={instantShown(row.submittedDate, language)} second={row.submittedBy} />,
    minWidth: 11,
  },
  { id: 'accounts', header: t('column.accounts'), cell: (row) => countShown(row.totalAccounts), align: 'end', width: 6 },
  { id: 'reviewed', header: t('column.reviewed'), cell: (row) => row.reviewedBy, minWidth: 8 },
  {
    id: 'status',
    header: t('column.status'),
    cell: (row) => <RegistrationStatus status={row.status} hasHint />,
    width: 12,
    priority: 'status',
  },
]

/** A thing and, quieter, what belongs to it. */
function Two({ first, second }: { first: string; second: string }) {
  return (
    <>
      {first}
      {second && <span className={styles.second}>{second}</span>}
    </>
  )
}
