/** The lines of a bill that differ from the published prices, if that is what a finding is about. */
import { amountShown, chargeName, type Evidence } from '../../../core/core'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import styles from '../bill/Lines.module.css'
import { grouped } from '../billItems'

export function LineDifferences({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation('findings')
  const language = useLanguage()
  if (evidence.rule !== 'priceMismatch') return null
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
        {evidence.lines.map(({ line, kind, block, rate, expectedRate, amount, expectedAmount }) => (
          <tr key={line}>
            <th scope="row" className={styles.line}>
              {chargeName(kind, block, language)}
            </th>
            <td className={styles.end}>
              {amountShown(amount)}
              <span className={styles.detail}>{t('lines.rate', { rate: grouped(rate) })}</span>
            </td>
            <td className={styles.end}>
              {amountShown(expectedAmount)}
              <span className={styles.detail}>{t('lines.rate', { rate: grouped(expectedRate) })}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
