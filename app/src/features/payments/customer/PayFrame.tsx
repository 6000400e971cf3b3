/** Frame of the payment steps: method and review. */

import type { ReactNode } from 'react'
import { link } from '~/core/links'
import { useTitle } from '~/kit/page/useTitle'
import { LinkButton } from '~/ui/button/LinkButton'
import { EmptyState } from '~/ui/feedback/EmptyState'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'
import { PayRun } from './run/PayRun'

interface Props {
  step: 'method' | 'review'
  isEmpty: boolean
  /** Whether the payment is sent for approval. Its method is chosen when it is released. */
  isProposal?: boolean | undefined
  children: ReactNode
}

export function PayFrame({ step, isEmpty, isProposal = false, children }: Props) {
  const { t } = useTranslation('paymentsMaking')
  const title = t(`${step}.title`)
  useTitle(title)
  return (
    <Page title={title} breadcrumbs={[{ label: t('crumb'), href: link('batches') }]} width="form">
      <PayRun
        progress={step === 'method' ? 'draft' : 'checking'}
        needsApproval={isProposal}
        links={{ draft: step === 'method' ? undefined : link('outstandingBills') }}
      />
      {isEmpty ? (
        <EmptyState
          kind="nothing"
          title={t('nothing.title')}
          action={
            <LinkButton mode="primary" href={link('batches')}>
              {t('nothing.action')}
            </LinkButton>
          }
        >
          {t('nothing.body')}
        </EmptyState>
      ) : (
        children
      )}
    </Page>
  )
}
