/** Frame shared by the pages of a bulk account: company name, tabs, the notice that its users have no access, and the way back. */
import type { ReactNode } from 'react'
import { link } from '~/core/links'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { type BulkTab, BulkTabs } from '~/kit/company/BulkTabs'
import { ClosedNotice } from '~/kit/company/ClosedNotice'
import { businessNameOf } from '~/kit/company/registrationNames'
import { ViewAs } from '~/kit/company/ViewAs'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { useAddRecent } from '~/kit/session/recent'
import { LinkButton } from '~/ui/button/LinkButton'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'
import type { AccountListSource } from '../accountListSource'
import { ProgressNotice } from '../ProgressNotice'

interface Props {
  source: AccountListSource
  tab: BulkTab
  actions?: ReactNode
  children: ReactNode
}

export function BulkFrame({ source, tab, actions, children }: Props) {
  const { t } = useTranslation(['accountsStaff', 'registrationStaff'])
  const { bulkId } = source
  // For the header only. The boundary below shows any error.
  const profile = useOptionalRead('GetProfile', { id: bulkId })
  const name = profile?.details.companyName || bulkId
  useAddRecent({ kind: 'bulkAccount', href: link('bulkAccount', { bulkId }), label: name, description: bulkId }, profile !== undefined)
  useTitle(t('tab.title', { company: name, part: t(`tab.${tab}`) }))
  return (
    <Page
      title={name}
      subtitle={profile && t('detail.lead', { bulkId, type: t(`registrationStaff:business.${businessNameOf(profile.businessType)}`) })}
      breadcrumbs={[{ label: t('title'), href: link('bulkAccounts') }]}
      actions={
        profile && (
          <>
            <LinkButton href={link('staffActivity', { search: bulkId })}>{t('detail.activity')}</LinkButton>
            <ViewAs bulkId={bulkId} />
            {actions}
          </>
        )
      }
    >
      <Boundary of={bulkId}>
        <Parts source={source} tab={tab}>
          {children}
        </Parts>
      </Boundary>
    </Page>
  )
}

/** Rendered once the bulk account is known to exist. */
function Parts({ source, tab, children }: Omit<Props, 'actions'>) {
  const { bulkId } = useRead('GetProfile', { id: source.bulkId })
  return (
    <>
      <BulkTabs bulkId={bulkId} current={tab} />
      <ClosedNotice bulkId={bulkId} />
      <ProgressNotice source={source} />
      {children}
    </>
  )
}
