/** Between paying and the next page: the bank's, or the payment's own. */

import type { PaymentMade } from '../../../../core/core'
import { link } from '../../../../core/links'
import { useTitle } from '../../../../kit/page/useTitle'
import { LinkButton } from '../../../../ui/button/LinkButton'
import { Notice } from '../../../../ui/feedback/Notice'
import { Page } from '../../../../ui/layout/Page'
import { useTranslation } from '../../../../words/useTranslation'

export function OnTheWay({ made: { transactionNo, redirect } }: { made: PaymentMade }) {
  const { t } = useTranslation('paymentsMaking')
  useTitle(t('onTheWay.title'))
  if (!redirect) return null
  // Whoever comes back here by the browser's own button finds the way to the payment.
  return (
    <Page title={t('onTheWay.title')} width="form">
      <Notice
        tone="progress"
        title={t('next.keepOpen')}
        isAnnounced
        actions={
          <LinkButton size="small" href={link('paymentResult', { transactionNo })}>
            {t('onTheWay.follow', { transactionNo })}
          </LinkButton>
        }
      >
        {t('onTheWay.body')}
      </Notice>
    </Page>
  )
}
