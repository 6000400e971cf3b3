/** The page where a customer does what a payment waits for. Once done it says so here, and follows the payment live. */

import type { ReactNode } from 'react'
import { type PaymentDetails, type PaymentMoved, paymentStatus, type Status, sentence } from '../../../../core/core'
import { link } from '../../../../core/links'
import { useCall } from '../../../../kit/call/useCall'
import { Loaded } from '../../../../kit/page/Loaded'
import { useTitle } from '../../../../kit/page/useTitle'
import { LinkButton } from '../../../../ui/button/LinkButton'
import { Notice } from '../../../../ui/feedback/Notice'
import { Page } from '../../../../ui/layout/Page'
import { Stack } from '../../../../ui/layout/Stack'
import { useLanguage } from '../../../../words/useLanguage'
import { useTranslation } from '../../../../words/useTranslation'
import { PaymentStatus } from '../../StatusBadges'
import { focusWhenShown } from '../focusWhenShown'

interface Props {
  transactionNo: string
  title: string
  /** The status in which there is something to do here. */
  waitsAs: Status
  /** What the server answered, once it is done. */
  moved: PaymentMoved | undefined
  done: { title: (payment: PaymentDetails) => string; body: ReactNode }
  children: (payment: PaymentDetails) => ReactNode
}

export function ActOnPayment({ transactionNo, title, waitsAs, moved, done, children }: Props) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const query = useCall('GetPaymentDetails', { transactionNo, recordCount: 1 })
  const address = link('payment', { transactionNo })
  useTitle(title)
  return (
    <Page
      width="form"
      title={title}
      breadcrumbs={[
        { label: t('list.title'), href: link('payments') },
        { label: transactionNo, href: address },
      ]}
    >
      <Loaded query={query}>
        {(payment) => {
          const { status } = payment.transaction
          if (moved) {
            return (
              <Stack gap={5}>
                <div tabIndex={-1} ref={focusWhenShown}>
                  <Notice tone="good" title={done.title(payment)} isAnnounced>
                    {done.body}
                  </Notice>
                </div>
                <p>
                  {/* The answer is newer than what was read before it. */}
                  <PaymentStatus status={status === waitsAs ? moved.status : status} audience="customer" />
                </p>
                <Stack gap={3} direction="along">
                  <LinkButton mode="primary" href={`${address}?tab=activity`}>
                    {t('act.toPayment')}
                  </LinkButton>
                  <LinkButton href={link('payments')}>{t('act.toList')}</LinkButton>
                </Stack>
              </Stack>
            )
          }
          if (status === waitsAs) return children(payment)
          return (
            <Notice
              tone={paymentStatus(status, language).tone}
              title={sentence('paymentMoved', language, { status: paymentStatus(status, language).customerWord })}
              actions={
                <LinkButton size="small" href={`${address}?tab=activity`}>
                  {t('act.seeWhat')}
                </LinkButton>
              }
            >
              {t('act.moved')}
            </Notice>
          )
        }}
      </Loaded>
    </Page>
  )
}
