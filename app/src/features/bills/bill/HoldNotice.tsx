/** Says that a bill is on hold, and why. */
import type { BillDetails } from '../../../core/core'
import { Notice } from '../../../ui/feedback/Notice'
import { useTranslation } from '../../../words/useTranslation'

export function HoldNotice({ details: { bill } }: { details: BillDetails }) {
  const { t } = useTranslation(['bills', 'paying'])
  if (bill.hold === null) return null
  return (
    <Notice tone="warning" title={t('hold.title')}>
      {t(`paying:hold.causes.${bill.hold}`)}
    </Notice>
  )
}
