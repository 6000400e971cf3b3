/** How far a payment group is, in words. */
import { numberShown, type PaymentGroupSummary } from '~/core/core'
import type { Translate } from '~/words/useTranslation'

type Figures = Pick<PaymentGroupSummary, 'payments' | 'paid' | 'inProgress' | 'open'>

/** "2 of 4 paid". */
export const paidOf = (t: Translate<'payments'>, { paid, payments }: Figures) =>
  t('group.paidOf', { paid: numberShown(paid), count: payments, shown: numberShown(payments) })

/** "2 of 4 paid · 1 in progress · 1 still to be made". */
export function progressOf(t: Translate<'payments'>, figures: Figures): string {
  const { inProgress, open } = figures
  return [
    paidOf(t, figures),
    inProgress > 0 && t('group.inProgress', { count: inProgress, shown: numberShown(inProgress) }),
    open > 0 && t('group.open', { count: open, shown: numberShown(open) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

export const groupTone = ({ payments, paid, open }: Figures) => (open > 0 ? 'warning' : paid === payments ? 'good' : 'progress')
