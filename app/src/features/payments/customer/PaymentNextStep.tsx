/** The state of a payment as a sentence: what happens next, or what the customer must do. */

import { amountShown, type PaymentDetails, paymentStatus, paymentStatusName, sentence } from '~/core/core'
import { link } from '~/core/links'
import { useMay } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { Approval } from './Approval'
import { GiveUpOwnPayment } from './GiveUpOwnPayment'
import { isMoneyLate } from './lateMoney'

export function PaymentNextStep({ payment }: { payment: PaymentDetails }) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const { status, transactionNo, totalInvoices, transactionAmount, groupNo } = payment.transaction
  const { settlement } = payment
  const difference = amountShown(settlement.missing ?? settlement.excess)
  const figures = {
    amount: amountShown(transactionAmount),
    paid: amountShown(settlement.received),
    received: amountShown(settlement.received),
    difference,
    account: payment.creditAccountNo ?? '',
    count: totalInvoices,
  }
  const tone = paymentStatus(status, language).tone
  const name = paymentStatusName(status)
  // Only bills without a payment have this status.
  if (name === 'paymentRequired') return null
  const over = name === 'paid' && payment.reconcileType === 2
  const isLate = isMoneyLate(payment)
  return (
    <Notice
      tone={tone}
      title={t(`now.${name}.title`, figures)}
      actions={
        name === 'insufficientPending' ? (
          <Act href={link('paymentDifference', { transactionNo })}>{t('difference.open', { amount: difference })}</Act>
        ) : name === 'overpayPending' ? (
          <Act href={link('paymentCredit', { transactionNo })}>{t('credit.open', { amount: difference })}</Act>
        ) : name === 'paid' ? (
          <LinkButton size="small" href={link('paymentResult', { transactionNo })}>
            {t('details.receipt')}
          </LinkButton>
        ) : tone === 'bad' && !isLate && groupNo !== undefined ? (
          <LinkButton size="small" href={link('paymentGroup', { groupNo })}>
            {t('group.view')}
          </LinkButton>
        ) : tone === 'bad' && !isLate ? (
          <LinkButton size="small" href={link('batches')}>
            {t('details.payAgain')}
          </LinkButton>
        ) : undefined
      }
    >
      {payment.reason && <p>{payment.reason}</p>}
      {payment.remarks && payment.remarks !== payment.reason && <p>{t('now.remark', { remark: payment.remarks })}</p>}
      <p>{over ? t('now.credited', figures) : isLate ? t('now.late') : t(`now.${name}.body`, figures)}</p>
      {name === 'fpxPending' && <Approval payment={payment} />}
      {payment.mayGiveUp && <GiveUpOwnPayment transactionNo={transactionNo} amount={figures.amount} />}
    </Notice>
  )
}

function Act({ href, children }: { href: string; children: string }) {
  const language = useLanguage()
  const mayAct = useMay('payment', 'update')
  const readOnly = useReadOnly()
  if (mayAct) {
    return (
      <LinkButton mode="primary" href={href}>
        {children}
      </LinkButton>
    )
  }
  return (
    <Button mode="primary" isDisabled why={readOnly ?? sentence('forbidden', language)} whyShown="beside">
      {children}
    </Button>
  )
}
