/** The outcome in large: icon, figure, what happens next. A change is announced when the person is not in the middle of something. */

import { amountShown, type PaymentDetails } from '../../../../core/core'
import { useMay } from '../../../../kit/session/useProfile'
import { toneIcon } from '../../../../ui/feedback/StatusBadge'
import { VisuallyHidden } from '../../../../ui/text/VisuallyHidden'
import { useTranslation } from '../../../../words/useTranslation'
import styles from '../result/Result.module.css'
import type { Outcome as Told } from './outcomes'

export function Outcome({ outcome: { word, tone, isOver }, details }: { outcome: Told; details: PaymentDetails }) {
  const { t } = useTranslation('paymentsMaking')
  const mayPay = useMay('payment', 'add')
  const Icon = toneIcon[tone]
  const { reason, settlement } = details
  const amount = amountShown(settlement.figure)
  const figures = { amount, billed: amountShown(settlement.billed), received: amountShown(settlement.received) }
  return (
    <div className={styles.outcome} data-tone={tone} data-print="hide">
      <span className={styles.icon}>
        <Icon aria-hidden="true" />
      </span>
      {(word === 'insufficientPending' || word === 'overpayPending') && (
        <p className={styles.next}>{t(word === 'insufficientPending' ? 'result.missing' : 'result.excess')}</p>
      )}
      <p className={styles.amount}>{amount}</p>
      <p className={styles.next}>{reason ?? t(`result.${word}.next`, figures)}</p>
      {/* The utility's own reason says what becomes of the bills, a bank's does not. */}
      {isOver && tone === 'bad' && mayPay && !(word === 'declined' && reason) && <p className={styles.next}>{t('result.payable')}</p>}
      {!isOver && <p className={styles.live}>{t('result.live')}</p>}
      <VisuallyHidden role="status">{t('result.announced', { title: t(`result.${word}.title`), amount })}</VisuallyHidden>
    </div>
  )
}
