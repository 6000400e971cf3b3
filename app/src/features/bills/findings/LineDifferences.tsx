/** The lines of a bill that differ from the published prices. */
import { amountShown, type BillDetails, type Evidence, type InvoiceNo } from '~/core/core'
import { useRead } from '~/kit/call/read'
import { useTranslation } from '~/words/useTranslation'
import styles from '../bill/Lines.module.css'
import { grouped } from '../billItems'
import { chargeOf } from './chargeOf'

interface Props {
  evidence: Extract<Evidence, { rule: 'priceMismatch' }>
  /** The bill's charges, which have the names of the lines. */
  charges: BillDetails['charges'] | undefined
}

/** The same of a bill whose details the user can load. */
export function LineDifferencesOf({ invoiceNo, evidence }: Pick<Props, 'evidence'> & { invoiceNo: InvoiceNo }) {
  const { charges } = useRead('GetBillDetails', { invoiceNo })
  return <LineDifferences evidence={evidence} charges={charges} />
}

export function LineDifferences({ evidence, charges }: Props) {
  const { t } = useTranslation('findings')
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{t('lines.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('lines.line')}</th>
          <th scope="col" className={styles.end}>
            {t('lines.billed')}
          </th>
          <th scope="col" className={styles.end}>
            {t('lines.published')}
          </th>
        </tr>
      </thead>
      <tbody>
        {evidence.lines.map(({ line, rate, expectedRate, amount, expectedAmount, exemptKwh }) => (
          <tr key={line}>
            <th scope="row" className={styles.line}>
              {chargeOf(charges, line, amount)?.word ?? t('lines.number', { number: line })}
            </th>
            <td className={styles.end}>
              {amountShown(amount)}
              <span className={styles.detail}>{t('lines.rate', { rate: grouped(rate) })}</span>
            </td>
            <td className={styles.end}>
              {amountShown(expectedAmount)}
              <span className={styles.detail}>{t('lines.rate', { rate: grouped(expectedRate) })}</span>
              {exemptKwh != null && <span className={styles.detail}>{t('lines.exempt', { kwh: grouped(exemptKwh) })}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
