/** Frame of the dialogues about some of the chosen invoices: the problem of each, and the possible actions. */
import type { ReactNode } from 'react'
import styles from '~/kit/paying/Pay.module.css'
import { Modal } from '~/ui/overlay/Modal'
import { InvoiceTable, type InvoiceTableProps } from './InvoiceTable'

interface Props {
  title: string
  lead: string
  table: InvoiceTableProps
  /** Placed under the table. */
  children?: ReactNode
  actions: ReactNode
  onClose: () => void
}

export function InvoicesDialog({ title, lead, table, children, actions, onClose }: Props) {
  return (
    <Modal isOpen onClose={onClose} size="large" role="alertdialog" title={title} footer={actions}>
      <div className={styles.dialog}>
        <p>{lead}</p>
        {table.rows.length > 0 && <InvoiceTable {...table} />}
        {children}
      </div>
    </Modal>
  )
}
