/** The status of a bill as a badge. A bill on hold says so: whether it is late, its due date says. */
import { type Bill, billState } from '~/core/core'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { useToday } from '../session/useToday'

interface Props {
  bill: Bill
  /** Whether the normal case, a bill that is not late yet, is a plain word. For lists, in which most bills are. */
  isInList?: boolean
}

export function BillStatus({ bill, isInList = false }: Props) {
  const { t } = useTranslation('paying')
  const { state, word, tone } = billState(bill, useToday(), useLanguage())
  if (bill.hold !== null) return <StatusBadge tone="warning">{t('hold.word')}</StatusBadge>
  return isInList && state === 'paymentRequired' && tone === 'neutral' ? word : <StatusBadge tone={tone}>{word}</StatusBadge>
}
