/** Frame shared by the tabs of operations: title and tabs. */
import type { ReactNode } from 'react'
import { link } from '~/core/links'
import { useTitle } from '~/kit/page/useTitle'
import { Page } from '~/ui/layout/Page'
import { Tabs } from '~/ui/layout/Tabs'
import { useTranslation } from '~/words/useTranslation'

const tabs = [
  { id: 'jobs', href: link('jobs') },
  { id: 'outbox', href: link('outbox') },
  { id: 'imports', href: link('feedImports') },
  { id: 'announcements', href: link('announcements') },
  { id: 'settings', href: link('operationSettings') },
] as const

interface Props {
  tab: (typeof tabs)[number]['id']
  actions?: ReactNode
  children: ReactNode
}

export function OperationsFrame({ tab, actions, children }: Props) {
  const { t } = useTranslation('operations')
  useTitle(`${t('title')}: ${t(`tab.${tab}`)}`)
  return (
    <Page title={t('title')} about={t(`about.${tab}`)} actions={actions}>
      <Tabs label={t('title')} current={tab} tabs={tabs.map(({ id, href }) => ({ id, href, label: t(`tab.${id}`) }))} />
      {children}
    </Page>
  )
}
