/** Says that a bill is on hold, and why, or that a query about it is open, with a link to the query. */
import type { BillDetails } from '~/core/core'
import { useOptionalRead } from '~/kit/call/read'
import { useBulkId } from '~/kit/session/useProfile'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { useTranslation } from '~/words/useTranslation'
import { openQueryOf, queriesOfBill, queryAddress } from '../queries/ask'

export function HoldNotice({ details: { bill } }: { details: BillDetails }) {
  const { t } = useTranslation(['bills', 'paying'])
  const query = openQueryOf(useOptionalRead('GetQueries', queriesOfBill(useBulkId(), bill.invoiceNo))?.items)
  if (bill.hold === null && !query) return null
  const isAnswered = query?.state === 'answered'
  return (
    <Notice
      tone={bill.hold === null && !isAnswered ? 'progress' : 'warning'}
      title={t(bill.hold === null ? 'hold.queryOpen' : 'hold.title')}
      actions={
        query && (
          <LinkButton size="small" href={queryAddress(bill.invoiceNo, query.queryId)}>
            {t('ask.view')}
          </LinkButton>
        )
      }
    >
      {isAnswered && <p>{t('hold.answered')}</p>}
      {bill.hold && <p>{t(`paying:hold.causes.${bill.hold}`)}</p>}
    </Notice>
  )
}
