/** Says that a bill is on hold, and why, with a link to its query. */
import type { BillDetails } from '~/core/core'
import { link } from '~/core/links'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { useTranslation } from '~/words/useTranslation'
import { queryPart } from '../queries/ask'

export function HoldNotice({ details: { bill } }: { details: BillDetails }) {
  const { t } = useTranslation(['bills', 'paying'])
  if (bill.hold === null) return null
  return (
    <Notice
      tone="warning"
      title={t('hold.title')}
      actions={
        bill.hold === 'query' && (
          <LinkButton size="small" href={`${link('bill', { invoiceNo: bill.invoiceNo })}#${queryPart}`}>
            {t('ask.view')}
          </LinkButton>
        )
      }
    >
      {t(`paying:hold.causes.${bill.hold}`)}
    </Notice>
  )
}
