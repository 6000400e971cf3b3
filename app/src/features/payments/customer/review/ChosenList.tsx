/** The chosen bills. The list is rendered only when it is opened. */

import { X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { amountShown, numberShown } from '~/core/core'
import { link } from '~/core/links'
import styles from '~/kit/paying/Pay.module.css'
import { type ChosenBill, useChosen } from '~/kit/paying/selection'
import { useLeaveOut } from '~/kit/paying/useLeaveOut'
import { Button } from '~/ui/button/Button'
import { DataTable } from '~/ui/table/DataTable'
import type { Column } from '~/ui/table/dataTableTypes'
import { useTranslation } from '~/words/useTranslation'

type Row = ChosenBill & { invoiceNo: string }

const keyOf = ({ invoiceNo }: Row) => invoiceNo
const hrefOf = ({ invoiceNo }: Row) => link('bill', { invoiceNo })

/** The list cannot be changed while the payment is being sent. */
export function ChosenList({ isSending }: { isSending: boolean }) {
  const { t } = useTranslation(['paymentsMaking', 'paying'])
  const [isOpen, setIsOpen] = useState(false)
  const [bills] = useChosen()
  const rows = useMemo(() => [...bills].map(([invoiceNo, bill]): Row => ({ invoiceNo, ...bill })), [bills])
  const leaveOut = useLeaveOut()
  const latest = useRef(leaveOut)
  latest.current = leaveOut
  const columns = useMemo(
    (): Column<Row>[] => [
      { id: 'invoice', header: t('columns.invoice'), cell: ({ invoiceNo }) => invoiceNo, priority: 'title', isRowHeader: true },
      { id: 'account', header: t('columns.account'), cell: ({ accountNo }) => accountNo },
      { id: 'amount', header: t('columns.amount'), cell: ({ amount }) => amountShown(amount), align: 'end', priority: 'amount' },
      {
        id: 'leaveOut',
        header: t('review.leaveOut'),
        cell: (row) => (
          <Button
            size="small"
            mode="ghost"
            icon={<X />}
            label={t('review.leaveOutOf', { invoice: row.invoiceNo })}
            isDisabled={isSending}
            onPress={() => latest.current([row], 'byHand')}
          />
        ),
        width: 6,
        align: 'end',
        priority: 'status',
      },
    ],
    [t, isSending],
  )
  return (
    <details className={styles.chosen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('review.list', { count: rows.length, shown: numberShown(rows.length) })}</summary>
      {isOpen && (
        <DataTable
          caption={t('paying:bills', { count: rows.length, shown: numberShown(rows.length) })}
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          rowLabel={keyOf}
          rowHref={hrefOf}
          empty={{ title: t('nothing.title') }}
        />
      )}
    </details>
  )
}
