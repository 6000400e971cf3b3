/** The outcome in large: icon, amount, what happens next. A change is announced when the person is not in the middle of something. */

import { toneIcon } from '../../ui/StatusBadge'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { useMay } from '../../useProfile'
import { useTranslation } from '../../words/useTranslation'
import type { Outcome as Told } from './outcomes'
import styles from './Result.module.css'

interface Props {
  outcome: Told
  amount: string
  /** Why it failed or was declined. */
  reason: string | null
}

export function Outcome({ outcome: { word, tone, isOver }, amount, reason }: Props) {
  const { t } = useTranslation('pay')
  const mayPay = useMay('payment', 'add')
  const Icon = toneIcon[tone]
  return (
    <div className={styles.outcome} data-tone={tone} data-print="hide">
      <span className={styles.icon}>
        <Icon aria-hidden="true" />
      </span>
      <p className={styles.amount}>{amount}</p>
      <p className={styles.next}>{reason ?? t(`result.${word}.next`)}</p>
      {/* The utility's own reason says what becomes of the bills, a bank's does not. */}
      {isOver && tone === 'bad' && mayPay && !(word === 'declined' && reason) && <p className={styles.next}>{t('result.payable')}</p>}
      {!isOver && <p className={styles.live}>{t('result.live')}</p>}
      <VisuallyHidden role="status">{t('result.announced', { title: t(`result.${word}.title`), amount })}</VisuallyHidden>
    </div>
  )
}
