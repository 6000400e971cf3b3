/** Offers to pay all overdue or late bills: shows their number and total, and selects them with a single press. */

import { useNavigate } from '@tanstack/react-router'
import { amountShown, type BillFilter, type Money, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { call } from '../call/api'
import { payableOverdue } from '../call/overdue'
import { useIsReadPending, useOptionalRead } from '../call/read'
import { useAction } from '../call/write'
import { RefusalNotice } from '../form/RefusalNotice'
import { useBulkId, useMay } from '../session/useProfile'
import { countHeld, heldNote } from './hold'
import styles from './Pay.module.css'
import { chosenFrom } from './selection'
import { tooMany } from './tooMany'
import { useChooseOnly } from './undo'

export function PayOverdue() {
  const id = useBulkId()
  const mayPay = useMay('payment', 'add')
  const overdue = useOptionalRead('CountBills', { id, filter: payableOverdue }, mayPay)
  const isAwaited = useIsReadPending('CountBills', { id, filter: payableOverdue }, mayPay)
  if (isAwaited) return <LatePlaceholder />
  if (!mayPay || !overdue || overdue.bills === 0) return null
  return <LateBills due="overdue" bills={overdue.bills} amount={overdue.total} />
}

interface LateProps {
  /** Bills over 30 days late, or bills that are less late. */
  due: 'overdue' | 'pastDue'
  bills: number
  amount: Money
}

/** Returns the filter of late bills that can be paid. */
export const filterOfLate = (due: LateProps['due']): BillFilter => (due === 'overdue' ? payableOverdue : { due, payable: true })

/** The same offer, for callers that already know the number and the total. */
export function LateBills({ due, bills: count, amount }: LateProps) {
  const { t } = useTranslation('paying')
  const language = useLanguage()
  const navigate = useNavigate()
  const id = useBulkId()
  const chooseOnly = useChooseOnly()
  const choose = useAction(() => call('SelectBills', { id, filter: filterOfLate(due) }), {
    onSuccess: ({ bills, leftOut }) => {
      const note = heldNote(bills.length, leftOut, t)
      if (note !== undefined) toasts.add({ title: note, tone: 'warning' })
      // If no bill can be paid any more, the current selection stays.
      if (bills.length === 0) return
      chooseOnly(chosenFrom(bills), leftOut)
      void navigate({ href: link('payMethod') })
    },
  })
  const whyNot = tooMany(count, language)
  return (
    <div className={styles.overdue}>
      <p>{t(`${due}.text`, { count, shown: numberShown(count), amount: amountShown(amount) })}</p>
      <Button
        mode="primary"
        size="small"
        isLoading={choose.isPending}
        onPress={() => choose.mutate()}
        isDisabled={whyNot !== undefined}
        why={whyNot}
      >
        {t('bar.go')}
      </Button>
      {choose.error && <RefusalNotice error={choose.error} onClose={choose.reset} />}
      {choose.data?.bills.length === 0 && countHeld(choose.data.leftOut) === 0 && (
        <Notice tone="warning" title={t('nothingLeft')} isAnnounced onClose={choose.reset} />
      )}
    </div>
  )
}

/** A placeholder as high as the loaded line, so that content below does not move. */
export function LatePlaceholder() {
  const { t } = useTranslation('paying')
  return (
    <div className={styles.overdue} data-is-place aria-hidden="true">
      <p>{t('overdue.text', { count: 2, shown: '000', amount: 'RM 000,000.00' })}</p>
      <Button mode="primary" size="small" isDisabled>
        {t('bar.go')}
      </Button>
    </div>
  )
}
