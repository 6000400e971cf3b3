/**
 * The page on which a customer handles a payment that needs action. Afterwards it confirms the action and follows the payment live.
 */

import type { ReactNode } from 'react'
import { type PaymentDetails, type PaymentMoved, paymentStatus, type Status, sentence } from '~/core/core'
import { link } from '~/core/links'
import { PaymentStatus } from '~/features/payments/StatusBadges'
import { useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './ActOnPayment.module.css'
import { actionProgressOf, type Sending } from './actionProgress'

interface ActProps {
  transactionNo: string
  /** The status in which the payment needs this action. */
  waitsAs: Status
  sending: Sending<PaymentMoved>
  done: { title: (payment: PaymentDetails) => string; body: ReactNode }
  children: (payment: PaymentDetails) => ReactNode
}

interface Props extends ActProps {
  title: string
}

export function ActOnPayment({ title, ...act }: Props) {
  const { t } = useTranslation('payments')
  const { transactionNo } = act
  useTitle(title)
  return (
    <Page
      width="form"
      title={title}
      breadcrumbs={[
        { label: t('list.title'), href: link('payments') },
        { label: transactionNo, href: link('payment', { transactionNo }) },
      ]}
    >
      <Boundary of={transactionNo}>
        <Act {...act} />
      </Boundary>
    </Page>
  )
}

function Act({ transactionNo, waitsAs, sending, done, children }: ActProps) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const payment = useRead('GetPaymentDetails', { transactionNo, recordCount: 1 })
  const { status } = payment.transaction
  const toActivity = link('payment', { transactionNo, tab: 'activity' })
  const { data: moved } = sending
  const standing = actionProgressOf(status === waitsAs, sending)
  if (moved) {
    return (
      <Stack gap={5}>
        <div tabIndex={-1} ref={focusWhenShown}>
          <Notice tone="good" title={done.title(payment)} isAnnounced>
            {done.body}
          </Notice>
        </div>
        <p>
          {/* The response of the action is newer than the loaded payment. */}
          <PaymentStatus status={status === waitsAs ? moved.status : status} audience="customer" />
        </p>
        <Stack gap={3} direction="along">
          <LinkButton mode="primary" href={toActivity}>
            {t('act.toPayment')}
          </LinkButton>
          <LinkButton href={link('payments')}>{t('act.toList')}</LinkButton>
        </Stack>
      </Stack>
    )
  }
  if (standing === 'toDo') return children(payment)
  return (
    <Notice
      tone={paymentStatus(status, language).tone}
      title={sentence('paymentMoved', language, { status: paymentStatus(status, language).customerWord })}
      actions={
        <LinkButton size="small" href={toActivity}>
          {t('act.seeWhat')}
        </LinkButton>
      }
    >
      {standing === 'doneElsewhere' && t('act.moved')}
    </Notice>
  )
}

/** The heading of the review step. It takes the focus, so that screen readers continue there. */
export function CheckTitle() {
  const { t } = useTranslation('payments')
  return (
    <h2 className={styles.title} tabIndex={-1} ref={focusWhenShown}>
      {t('act.checkTitle')}
    </h2>
  )
}

/** A `ref` that focuses an element when it appears. */
const focusWhenShown = (element: HTMLElement | null) => {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'nearest' })
}
