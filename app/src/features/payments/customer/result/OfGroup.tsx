/** On the result of a payment that is one of several: how far the group is, and the way to the next payment. */
import { numberShown } from '~/core/core'
import { link } from '~/core/links'
import { useOptionalRead } from '~/kit/call/read'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { useTranslation } from '~/words/useTranslation'

export function OfGroup({ groupNo }: { groupNo: string }) {
  const { t } = useTranslation('paymentsMaking')
  const group = useOptionalRead('GetPaymentGroup', { groupNo })
  if (!group) return null
  const { paid, payments, open } = group.summary
  return (
    <div data-print="hide">
      <Notice
        tone={open > 0 ? 'warning' : 'good'}
        title={t('plan.paidOf', { paid: numberShown(paid), count: payments, shown: numberShown(payments) })}
        actions={
          <LinkButton size="small" mode={group.next ? 'primary' : 'secondary'} href={link('paymentGroup', { groupNo })}>
            {t(group.next ? 'plan.goOn' : 'plan.view')}
          </LinkButton>
        }
      >
        {open > 0 && t('plan.rest', { count: open, shown: numberShown(open) })}
      </Notice>
    </div>
  )
}
