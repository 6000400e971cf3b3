/** Shown from the moment the payment is made until the bank's page or the result opens. */
import type { PaymentMade } from '~/core/core'
import { link } from '~/core/links'
import { useTitle } from '~/kit/page/useTitle'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'

export function RedirectingToBank({ made: { transactionNo, redirect } }: { made: PaymentMade }) {
  const { t } = useTranslation('paymentsMaking')
  useTitle(t('onTheWay.title'))
  if (!redirect) return null
  // The browser's Back button returns here from the bank's page, so a link leads on to the payment.
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
