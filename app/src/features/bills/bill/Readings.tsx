/** The readings of each meter register. */
import type { BillDetails } from '~/core/core'
import { classes } from '~/ui/base/classes'
import { useTranslation } from '~/words/useTranslation'
import styles from './Lines.module.css'

export function Readings({ details: { charges } }: { details: BillDetails }) {
  const { t } = useTranslation('bills')
  const readings = charges?.readings ?? []
  if (readings.length === 0) return null
  return (
    <table className={classes(styles.table, styles.readings)}>
      <thead>
        <tr>
          <th scope="col">{t('details.register')}</th>
          <th scope="col" className={styles.end}>
            {t('details.previous')}
          </th>
          <th scope="col" className={styles.end}>
            {t('details.now')}
          </th>
          <th scope="col" className={styles.end}>
            {t('details.used')}
          </th>
        </tr>
      </thead>
      <tbody>
        {readings.map(({ register, previous, current, used }) => (
          <tr key={[register, previous, current].join()}>
            <th scope="row" className={styles.line}>
              {register}
            </th>
            <td className={styles.end}>{previous}</td>
            <td className={styles.end}>{current}</td>
            <td className={styles.end}>{used}</td>
          </tr>
        ))}
      </tbody>
      {charges?.exported && (
        <tfoot>
          <tr>
            <th scope="row" colSpan={3} className={styles.line}>
              {t('details.exported')}
            </th>
            <td className={styles.end}>{charges.exported}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}
