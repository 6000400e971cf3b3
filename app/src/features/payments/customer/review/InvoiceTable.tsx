/** Invoices in a dialogue, with what is to be said of each. */
import type { ReactNode } from 'react'
import { countShown, type InvoiceNo } from '../../../../core/core'
import styles from '../../../../kit/paying/Pay.module.css'
import { useTranslation } from '../../../../words/useTranslation'

interface Props {
  head: readonly string[]
  rows: readonly { invoiceNo: InvoiceNo; cells: readonly ReactNode[] }[]
  isLastAmount?: boolean
}

/** The most that are named in a dialogue; the rest are counted. */
const named = 50

export function InvoiceTable({ head, rows, isLastAmount = false }: Props) {
  const { t } = useTranslation('paymentsMaking')
  const align = (place: number) => (isLastAmount && place === head.length - 1 ? 'end' : undefined)
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('columns.invoice')}</th>
            {head.map((name, place) => (
              <th key={name} scope="col" data-align={align(place)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, named).map(({ invoiceNo, cells }) => (
            <tr key={invoiceNo}>
              <th scope="row">{invoiceNo}</th>
              {cells.map((cell, place) => (
                <td key={head[place]} data-align={align(place)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > named && (
        <p className={styles.small}>{t('since.more', { count: rows.length - named, shown: countShown(rows.length - named) })}</p>
      )}
    </div>
  )
}
