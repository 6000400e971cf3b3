/** The payments of a bill outside the portal, newest first. Nothing is shown without any. */
import { amountShown, dayShown, type PartState, type Tone } from '~/core/core'
import { useRead } from '~/kit/call/read'
import { useBulkId } from '~/kit/session/useProfile'
import { Timeline } from '~/ui/text/Timeline'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

const tones: Record<PartState, Tone> = {
  applied: 'good',
  confirms: 'good',
  waits: 'progress',
  paidTwice: 'warning',
  unmatched: 'warning',
  reversed: 'neutral',
  carried: 'good',
}

export function BillSettlements({ invoiceNo }: { invoiceNo: string }) {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  const { items } = useRead('GetSettlements', { id: useBulkId(), filter: { invoiceNos: [invoiceNo] } })
  if (items.length === 0) return null
  return (
    <Timeline
      label={t('settlement.paid')}
      items={items.map(({ settlementNo, paidOn, amount, method, state, reference }, place) => {
        return {
          id: `${settlementNo} ${place}`,
          tone: tones[state],
          title: t('settlement.part', { amount: amountShown(amount), state: t(`settlement.states.${state}`) }),
          meta: t('settlement.by', { method: t(`settlement.methods.${method}`), day: dayShown(paidOn, language) }),
          children: [settlementNo, reference].filter(Boolean).join(' · '),
        }
      })}
    />
  )
}
