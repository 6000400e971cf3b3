/** Frame shared by the tabs of the bills screen: title, tabs, the notice about changed selected bills, and the payment bar. */

import type { ReactNode } from 'react'
import { link } from '~/core/links'
import { useOptionalRead } from '~/kit/call/read'
import { TabbedPage } from '~/kit/page/TabbedPage'
import { ChangesNotice } from '~/kit/paying/ChangesNotice'
import { useBulkId } from '~/kit/session/useProfile'
import { useTranslation } from '~/words/useTranslation'
import { PayBar } from './paying/PayBar'

const tabs = [
  { id: 'batches', href: link('batches') },
  { id: 'outstanding', href: link('outstandingBills') },
  { id: 'findings', href: link('findings') },
  { id: 'queries', href: link('queries') },
  { id: 'charges', href: link('outstandingCharges') },
  { id: 'history', href: link('billHistory') },
  { id: 'elsewhere', href: link('settlements') },
  { id: 'calendar', href: link('dueCalendar') },
] as const

type BillsTab = (typeof tabs)[number]['id']

interface Props {
  tab: BillsTab
  /** Shown instead of the payment bar, because two bars would cover each other. */
  bar?: ReactNode
  children: ReactNode
}

export function BillsFrame({ tab, bar, children }: Props) {
  const { t } = useTranslation('bills')
  const id = useBulkId()
  const card = useOptionalRead('GetOutstandingBillsCard', { id })
  const findings = useOptionalRead('GetFindingsSummary', { id })
  const counts = {
    batches: card?.totalBatches ?? null,
    outstanding: card?.totalBills ?? null,
    findings: findings?.openFindings ?? null,
  }
  return (
    <TabbedPage title={t('title')} tabs={tabs} current={tab} label={(id) => t(`tabs.${id}`)} counts={counts}>
      <ChangesNotice />
      {children}
      {bar ?? <PayBar />}
    </TabbedPage>
  )
}
