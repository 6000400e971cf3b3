/** The payments of a bill outside the portal, newest first. Nothing is shown without any. */
import { amountShown, dayShown } from '~/core/core'
import { useRead } from '~/kit/call/read'
import { useBulkId } from '~/kit/session/useProfile'
import { Timeline } from '~/ui/text/Timeline'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { settlementTones } from '../settlementTones'

export function BillSettlements({ invoiceNo }: { invoiceNo: string }) {
  const { t } = useTranslation(['bills', 'settlements'])
  const language = useLanguage()
  const { items } = useRead('GetSettlements', { id: useBulkId(), filter: { invoiceNos: [invoiceNo] } })
  if (items.length === 0) return null
  return (
    <Timeline
      label={t('settlement.paid')}
      items={items.map(({ settlementNo, paidOn, amount, method, state, reference }, place) => {
        return {
          id: `${settlementNo} ${place}`,
          tone: settlementTones[state],
          title: t('settlement.part', { amount: amountShown(amount), state: t(`settlement.states.${state}`) }),
          meta: t('settlement.by', { method: t(`settlements:methods.${method}`), day: dayShown(paidOn, language) }),
          children: [settlementNo, reference].filter(Boolean).join(' · '),
        }
      })}
    />
  )
}
