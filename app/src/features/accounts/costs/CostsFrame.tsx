/** Frame shared by the screens of cost centres: title and tabs. */
import type { ReactNode } from 'react'
import { numberShown } from '~/core/core'
import { link } from '~/core/links'
import { useOptionalRead } from '~/kit/call/read'
import { useTitle } from '~/kit/page/useTitle'
import { useBulkId, useMay } from '~/kit/session/useProfile'
import { Page } from '~/ui/layout/Page'
import { Tabs } from '~/ui/layout/Tabs'
import { useTranslation } from '~/words/useTranslation'

const tabs = [
  { id: 'centres', href: link('costCentres') },
  { id: 'uncoded', href: link('uncodedAccounts') },
  { id: 'groups', href: link('groupCodings') },
  { id: 'report', href: link('costReport') },
] as const

interface Props {
  tab: (typeof tabs)[number]['id']
  actions?: ReactNode
  children: ReactNode
}

export function CostsFrame({ tab, actions, children }: Props) {
  const { t } = useTranslation(['costs', 'accounts'])
  const id = useBulkId()
  const seesBills = useMay('bill', 'view')
  const uncoded = useOptionalRead('GetUncodedAccounts', { id, recordCount: 1 })?.total
  useTitle(`${t('title')}: ${t(`tabs.${tab}`)}`)
  return (
    <Page title={t('title')} about={t('lead')} breadcrumbs={[{ label: t('accounts:title'), href: link('accounts') }]} actions={actions}>
      <Tabs
        label={t('title')}
        current={tab}
        tabs={tabs
          .filter(({ id }) => id !== 'report' || seesBills)
          .map(({ id, href }) => ({
            id,
            href,
            label: t(`tabs.${id}`),
            count: id !== 'uncoded' ? undefined : uncoded === undefined ? null : numberShown(uncoded),
          }))}
      />
      {children}
    </Page>
  )
}
