/** Explains what happens after the button is pressed, by method. By FPX it names the bank that opens, and the amount. */
import { amountShown, type Money, type PaymentMethod } from '~/core/core'
import { useOptionalRead } from '~/kit/call/read'
import { Link } from '~/ui/button/Link'
import { Notice } from '~/ui/feedback/Notice'
import { useTranslation } from '~/words/useTranslation'

/** The gateway's terms. Every merchant must show them before redirecting the buyer to the bank. */
const terms = 'https://www.mepsfpx.com.my/FPXMain/termsAndConditions.jsp'

interface Props {
  method: PaymentMethod
  bankId: string | null
  amount: Money
}

export function WhatNext({ method, bankId, amount }: Props) {
  const { t } = useTranslation('paymentsMaking')
  const banks = useOptionalRead('GetBankList', {}, method === 'FPX')
  const bank = banks?.find((bank) => bank.bankId === bankId)?.bankName
  if (method !== 'FPX') return <Notice title={t('next.title')}>{t(method === 'CHEQUE' ? 'next.cheque' : 'next.eft')}</Notice>
  return (
    <Notice tone="warning" title={t('next.keepOpen')}>
      {bank && (
        <p>
          <strong>{t('next.toBank', { bank, amount: amountShown(amount) })}</strong>
        </p>
      )}
      <p>{t('next.fpx')}</p>
      <p>
        <Link href={terms} target="_blank" rel="noopener">
          {t('next.terms')}
        </Link>
      </p>
    </Notice>
  )
}
