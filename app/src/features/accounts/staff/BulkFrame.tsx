/** What the parts of a bulk account share: whose it is, its tabs, why its people cannot use the portal, and the way back. */

import type { ReactNode } from 'react'
import { link } from '../../../core/links'
import { useCall } from '../../../kit/call/useCall'
import { businessNameOf } from '../../../kit/company/registrationNames'
import { Loaded } from '../../../kit/page/Loaded'
import { useTitle } from '../../../kit/page/useTitle'
import { Page } from '../../../ui/layout/Page'
import { useTranslation } from '../../../words/useTranslation'
import { ProgressNotice } from '../ProgressNotice'
import type { Source } from '../source'
import { type BulkTab, BulkTabs } from './BulkTabs'
import { ClosedNotice } from './ClosedNotice'

interface Props {
  source: Source
  tab: BulkTab
  actions?: ReactNode
  children: ReactNode
}

export function BulkFrame({ source, tab, actions, children }: Props) {
  const { t } = useTranslation('accountsStaff')
  const { bulkId } = source
  const query = useCall('GetProfile', { id: bulkId })
  const profile = query.data
  const name = profile?.details.companyName || bulkId
  useTitle(t('tab.title', { company: name, part: t(`tab.${tab}`) }))
  return (
    <Page
      title={name}
      subtitle={profile && t('detail.lead', { bulkId, type: t(`registrationStaff:business.${businessNameOf(profile.businessType)}`) })}
      breadcrumbs={[{ label: t('title'), href: link('bulkAccounts') }]}
      actions={profile && actions}
    >
      <Loaded query={query}>
        {() => (
          <>
            <BulkTabs bulkId={bulkId} current={tab} />
            <ClosedNotice bulkId={bulkId} />
            <ProgressNotice source={source} />
            {children}
          </>
        )}
      </Loaded>
    </Page>
  )
}
