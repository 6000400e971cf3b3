/** The most recent batch: how many of its bills are paid, in a payment, or payable. */
import { amountShown, dayShown, type LatestBatch, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { LinkButton } from '~/ui/button/LinkButton'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { TwoLines } from '~/ui/text/TwoLines'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

export function LatestBills({ latest }: { latest: LatestBatch }) {
  const { t } = useTranslation('home')
  const language = useLanguage()
  const ofBills = (count: number) => t('count.bills', { count, shown: numberShown(count) })
  const { billBatchId, extractionDate, dueDate, totalBills, totalAmount, paidBills, billsInPayment, payableBills, amountPayable } = latest
  const ofAll = (some: number) => t('latest.ofAll', { some: numberShown(some), all: numberShown(totalBills) })
  const items = [
    { id: 'batch', label: t('latest.batch'), value: billBatchId },
    { id: 'extracted', label: t('latest.extracted'), value: dayShown(extractionDate, language) },
    { id: 'due', label: t('latest.due'), value: dueDate && dayShown(dueDate, language) },
    { id: 'total', label: t('latest.total'), value: <TwoLines first={amountShown(totalAmount)} second={ofBills(totalBills)} /> },
    { id: 'paid', label: t('latest.paid'), value: ofAll(paidBills) },
    { id: 'inPayment', label: t('latest.inPayment'), value: ofAll(billsInPayment) },
    { id: 'payable', label: t('latest.payable'), value: <TwoLines first={amountShown(amountPayable)} second={ofBills(payableBills)} /> },
  ]
  return (
    <Card title={t('latest.title')} tour="latest">
      <Stack gap={4}>
        <Description columns={2} items={items} />
        {payableBills > 0 && (
          <div>
            <LinkButton href={link('outstandingBills', { batch: billBatchId })}>{t('latest.see')}</LinkButton>
          </div>
        )}
      </Stack>
    </Card>
  )
}
