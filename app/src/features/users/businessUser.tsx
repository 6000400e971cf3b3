/** What a list of everybody who registered shows beside what all lists of people show. */
import type { BusinessUser } from '../../core'
import type { Column } from '../../ui/dataTableTypes'
import type { Translate } from '../../words/useTranslation'
import styles from '../team/People.module.css'
import { whoIs } from '../team/people'

export const businessName = ({ username, email }: BusinessUser) => whoIs({ name: username, nickname: null, email })

/** The address of a customer's people. */
export const peopleOf = (bulkId: string) => `/admin/bulkAccounts/${bulkId}/users`

export const companyColumn = (t: Translate<'users'>, isLink: boolean): Column<BusinessUser> => ({
  id: 'company',
  header: t('business.company'),
  cell: ({ companyName, bulkId }) =>
    bulkId && (
      <>
        {isLink ? <a href={peopleOf(bulkId)}>{companyName}</a> : companyName}
        <span className={styles.second}>{bulkId}</span>
      </>
    ),
  minWidth: 12,
})
