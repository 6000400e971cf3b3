/** Explains what happens after the button is pressed, by method. */
import type { PaymentMethod } from '~/core/core'
import { Link } from '~/ui/button/Link'
import { Notice } from '~/ui/feedback/Notice'
import { useTranslation } from '~/words/useTranslation'

/** The gateway's terms. Every merchant must show them before redirecting the buyer to the bank. */
const terms = 'https://www.mepsfpx.com.my/FPXMain/termsAndConditions.jsp'

export function WhatNext({ method }: { method: PaymentMethod }) {
  const { t } = useTranslation('paymentsMaking')
  if (method !== 'FPX') return <Notice title={t('next.title')}>{t(method === 'CHEQUE' ? 'next.cheque' : 'next.eft')}</Notice>
  return (
    <Notice tone="warning" title={t('next.keepOpen')}>
      <p>{t('next.fpx')}</p>
      <p>
        <Link href={terms} target="_blank" rel="noopener">
          {t('next.terms')}
        </Link>
      </p>
    </Notice>
  )
}
