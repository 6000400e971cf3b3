/**
 * The bill's charges line by line, with the same lines and amounts as its PDF. Each cell names its headers, because not all screen
 * readers and checkers find the heading of a group of rows by its scope.
 */
import { useId } from 'react'
import { amountShown, type BillDetails } from '~/core/core'
import { useTranslation } from '~/words/useTranslation'
import styles from './Lines.module.css'

export function Charges({ details: { charges, bill } }: { details: BillDetails }) {
  const { t } = useTranslation('bills')
  const id = useId()
  const [lineId, amountId, totalId] = [`${id}-line`, `${id}-amount`, `${id}-total`]
  if (!charges) return <p className={styles.none}>{t('details.noLines')}</p>
  return (
    <table className={styles.table}>
      <thead className={styles.hidden}>
        <tr>
          <th id={lineId} scope="col">
            {t('details.line')}
          </th>
          <th id={amountId} scope="col">
            {t('details.amount')}
          </th>
        </tr>
      </thead>
      {charges.groups.map(({ tariff, period, lines }, place) => {
        const groupId = `${id}-group-${place}`
        return (
          <tbody key={[tariff, period].join()}>
            <tr>
              <th id={groupId} scope="rowgroup" colSpan={2} className={styles.group}>
                {tariff ?? t('details.whole')} {period && <span className={styles.quiet}>{period}</span>}
              </th>
            </tr>
            {lines.map(({ number, word, detail, amount }) => {
              const rowId = `${id}-${number}`
              return (
                <tr key={number}>
                  <th id={rowId} scope="row" headers={`${groupId} ${lineId}`} className={styles.line}>
                    {word}
                    {detail && <span className={styles.detail}>{detail}</span>}
                  </th>
                  <td headers={`${groupId} ${rowId} ${amountId}`} className={styles.end}>
                    {amountShown(amount)}
                  </td>
                </tr>
              )
            })}
          </tbody>
        )
      })}
      <tfoot>
        <tr>
          <th id={totalId} scope="row" headers={lineId} className={styles.line}>
            {t('columns.current')}
          </th>
          <td headers={`${totalId} ${amountId}`} className={styles.end}>
            {amountShown(bill.currentCharge)}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
