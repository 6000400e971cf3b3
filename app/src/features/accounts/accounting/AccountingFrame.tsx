/** Frame shared by the screens of exports to accounting: title and tabs. */
import type { ReactNode } from 'react'
import { link } from '~/core/links'
import { useTitle } from '~/kit/page/useTitle'
import { Page } from '~/ui/layout/Page'
import { Tabs } from '~/ui/layout/Tabs'
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
  useTitle(`${t('title')}: ${t(`tabs.${tab}`)}`)
  return (
    <Page title={t('title')} about={t('lead')} breadcrumbs={[{ label: t('accounts:title'), href: link('accounts') }]} actions={actions}>
      <Tabs label={t('title')} current={tab} tabs={tabs.map(({ id, href }) => ({ id, href, label: t(`tabs.${id}`) }))} />
      {children}
    </Page>
  )
}
