/** The documents by which a bill was exported to accounting, with their numbers there. Nothing is shown without any. */
import { amountShown, instantShown, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { useBulkId } from '~/kit/session/useProfile'
import { Link } from '~/ui/button/Link'
import { Card } from '~/ui/layout/Card'
import { Timeline } from '~/ui/text/Timeline'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

export function BillExports({ invoiceNo }: { invoiceNo: string }) {
  const { t } = useTranslation('accounting')
  const language = useLanguage()
  const { items } = useRead('GetAccountingDocuments', { id: useBulkId(), sourceNo: invoiceNo })
  if (items.length === 0) return null
  return (
    <Card title={t('bill.title')}>
      <Timeline
        label={t('bill.title')}
        items={items.map(({ profileId, profileName, runNo, documentNo, amount, isCurrent, reverses, theirNo, madeAt }) => ({
          id: `${profileId} ${documentNo}`,
          tone: isCurrent ? 'good' : 'neutral',
          title: t('bill.exported', {
            document: documentNo,
            amount: amountShown(amount),
            status: t(isCurrent ? 'document.current' : reverses ? 'document.reversal' : 'document.reversed'),
          }),
          meta: theirNo ? t('bill.theirs', { number: theirNo }) : undefined,
          children: (
            <Link href={link('accountingRun', { profileId, runNo: String(runNo) })}>
              {t('bill.meta', { number: numberShown(runNo), profile: profileName, when: instantShown(madeAt, language) })}
            </Link>
          ),
        }))}
      />
    </Card>
  )
}
