/** The invoices of a refusal, with columns given by its dialogue. */
import type { ReactNode } from 'react'
import { type InvoiceNo, numberShown } from '~/core/core'
import styles from '~/kit/paying/Pay.module.css'
import { useTranslation } from '~/words/useTranslation'

export interface InvoiceTableProps {
  head: readonly string[]
  rows: readonly { invoiceNo: InvoiceNo; cells: readonly ReactNode[] }[]
  isLastAmount?: boolean
}

/** Maximum number of invoices listed; the rest are counted. */
const MAX_NAMED = 50

export function InvoiceTable({ head, rows, isLastAmount = false }: InvoiceTableProps) {
  const { t } = useTranslation(['paymentsMaking', 'paying'])
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
          {rows.slice(0, MAX_NAMED).map(({ invoiceNo, cells }) => (
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
      {rows.length > MAX_NAMED && (
        <p className={styles.small}>
          {t('paying:since.more', { count: rows.length - MAX_NAMED, shown: numberShown(rows.length - MAX_NAMED) })}
        </p>
      )}
    </div>
  )
}
