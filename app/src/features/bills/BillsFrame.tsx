/** What the three tabs of the bills screen share: title, tabs, what became of the selection, and its bar. */

import type { ReactNode } from 'react'
import { countShown } from '../../core/core'
import { link } from '../../core/links'
import { useCall } from '../../kit/call/useCall'
import { useTitle } from '../../kit/page/useTitle'
import { SinceNotice } from '../../kit/paying/ChangesNotice'
import { PayBar } from '../../kit/paying/PayBar'
import { useBulkId } from '../../kit/session/useProfile'
import { Page } from '../../ui/layout/Page'
import { Tabs } from '../../ui/layout/Tabs'
import { useTranslation } from '../../words/useTranslation'

const tabs = [
  { id: 'batches', href: link('batches') },
  { id: 'outstanding', href: link('outstandingBills') },
  { id: 'charges', href: link('outstandingCharges') },
] as const

export type BillsTab = (typeof tabs)[number]['id']

export function BillsFrame({ tab, children }: { tab: BillsTab; children: ReactNode }) {
  const { t } = useTranslation('bills')
  const id = useBulkId()
  const { data: card } = useCall('GetOutstandingBillsCard', { id })
  const counts = { batches: card?.totalBatches, outstanding: card?.totalBills, charges: undefined }
  useTitle(`${t('title')}: ${t(`tabs.${tab}`)}`)
  return (
    <Page title={t('title')} subtitle={t('lead')}>
      <Tabs
        label={t('title')}
        current={tab}
        tabs={tabs.map(({ id, href }) => ({
          id,
          href,
          label: t(`tabs.${id}`),
          ...(counts[id] !== undefined && { count: countShown(counts[id]) }),
        }))}
      />
      <SinceNotice />
      {children}
      <PayBar />
    </Page>
  )
}
