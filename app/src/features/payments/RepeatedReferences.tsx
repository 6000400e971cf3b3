/** EFT or cheque numbers that other payments have too, with those payments and their dates. */

import { instantShown, paymentStatus, type RepeatedReference } from '~/core/core'
import { link } from '~/core/links'
import { Link } from '~/ui/button/Link'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './References.module.css'
import type { Audience } from './statuses'

interface Props {
  repeated: readonly RepeatedReference[]
  audience: Audience
}

export function RepeatedReferences({ repeated, audience }: Props) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const screen = audience === 'staff' ? 'staffPayment' : 'payment'
  return (
    <ul className={styles.repeated}>
      {repeated.map(({ number, transactionNo, paymentDate, requestedBy, status }) => {
        const shown = paymentStatus(status, language)
        return (
          <li key={`${number} ${transactionNo}`}>
            <strong>{number}</strong> <Link href={link(screen, { transactionNo })}>{transactionNo}</Link>{' '}
            {t('references.madeBy', {
              date: instantShown(paymentDate, language),
              by: requestedBy,
              status: audience === 'staff' ? shown.staffWord : shown.customerWord,
            })}
          </li>
        )
      })}
    </ul>
  )
}
