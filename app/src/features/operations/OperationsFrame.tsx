/** Frame shared by the tabs of operations: title and tabs. */
import type { ReactNode } from 'react'
import { link } from '~/core/links'
import { TabbedPage } from '~/kit/page/TabbedPage'
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
  const page = { title: t('title'), about: t(`about.${tab}`), actions, children }
  return <TabbedPage {...page} tabs={tabs} current={tab} label={(id) => t(`tab.${id}`)} />
}
