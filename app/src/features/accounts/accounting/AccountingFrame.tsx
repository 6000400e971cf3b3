/** Frame shared by the screens of exports to accounting: title and tabs. */
import type { ReactNode } from 'react'
import { link } from '~/core/links'
import { TabbedPage } from '~/kit/page/TabbedPage'
import { useTranslation } from '~/words/useTranslation'

const tabs = [
  { id: 'profiles', href: link('accounting') },
  { id: 'runs', href: link('accountingRuns') },
  { id: 'documents', href: link('accountingDocuments') },
] as const

interface Props {
  tab: (typeof tabs)[number]['id']
  actions?: ReactNode
  children: ReactNode
}

export function AccountingFrame({ tab, actions, children }: Props) {
  const { t } = useTranslation(['accounting', 'accounts'])
  const breadcrumbs = [{ label: t('accounts:title'), href: link('accounts') }]
  const page = { title: t('title'), about: t('lead'), breadcrumbs, actions, children }
  return <TabbedPage {...page} tabs={tabs} current={tab} label={(id) => t(`tabs.${id}`)} />
}
