/** The bills of a query, each with what is asked about it. Folded if there are many. */
import type { ReactNode } from 'react'
import type { InvoiceNo } from '~/core/core'
import { Fold } from '~/ui/layout/Fold'
import styles from './AskedBills.module.css'

/** Bills that are shown without opening their list. */
export const shownAtOnce = 3

interface Props {
  title: string
  bills: readonly { invoiceNo: InvoiceNo; name?: ReactNode; lines: readonly string[] }[]
}

export function AskedBills({ title, bills }: Props) {
  return (
    <Fold title={title} isOpen={bills.length <= shownAtOnce}>
      <ul className={styles.bills}>
        {bills.map(({ invoiceNo, name, lines }) => (
          <li key={invoiceNo}>
            <strong>{name ?? invoiceNo}</strong>
            {lines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </li>
        ))}
      </ul>
    </Fold>
  )
}
