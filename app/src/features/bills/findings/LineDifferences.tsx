/** The lines of a bill that differ from the published prices. */
import { amountShown, type Evidence } from '~/core/core'
import { useTranslation } from '~/words/useTranslation'
import styles from '../bill/Lines.module.css'
import { grouped } from '../billItems'

export function LineDifferences({ evidence }: { evidence: Extract<Evidence, { rule: 'priceMismatch' }> }) {
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
              {t('lines.number', { number: line })}
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
