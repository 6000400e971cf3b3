/** The bill's charges line by line, with the same lines and amounts as its PDF. */
import { amountShown, type BillDetails } from '~/core/core'
import { useTranslation } from '~/words/useTranslation'
import styles from './Lines.module.css'

export function Charges({ details: { charges, bill } }: { details: BillDetails }) {
  const { t } = useTranslation('bills')
  if (!charges) return <p className={styles.none}>{t('details.noLines')}</p>
  return (
    <table className={styles.table}>
      <thead className={styles.hidden}>
        <tr>
          <th scope="col">{t('details.line')}</th>
          <th scope="col">{t('details.amount')}</th>
        </tr>
      </thead>
      {charges.groups.map(({ tariff, period, lines }) => (
        <tbody key={[tariff, period].join()}>
          <tr>
            <th scope="rowgroup" colSpan={2} className={styles.group}>
              {tariff ?? t('details.whole')} {period && <span className={styles.quiet}>{period}</span>}
            </th>
          </tr>
          {lines.map(({ number, word, detail, amount }) => (
            <tr key={number}>
              <th scope="row" className={styles.line}>
                {word}
                {detail && <span className={styles.detail}>{detail}</span>}
              </th>
              <td className={styles.end}>{amountShown(amount)}</td>
            </tr>
          ))}
        </tbody>
      ))}
      <tfoot>
        <tr>
          <th scope="row" className={styles.line}>
            {t('columns.current')}
          </th>
          <td className={styles.end}>{amountShown(bill.currentCharge)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
