/** The tabs of the staff's screen: the queue, and how many answers were given in time. */
import type { ReactNode } from 'react'
import { link } from '~/core/links'
import { useTitle } from '~/kit/page/useTitle'
import { Page } from '~/ui/layout/Page'
import { Tabs } from '~/ui/layout/Tabs'
import { useTranslation } from '~/words/useTranslation'

const tabs = [
  { id: 'queue', href: link('queryQueue') },
  { id: 'service', href: link('queryService') },
] as const

export function QueriesFrame({ tab, children }: { tab: (typeof tabs)[number]['id']; children: ReactNode }) {
  const { t } = useTranslation('queriesStaff')
  useTitle(`${t('title')}: ${t(`tabs.${tab}`)}`)
  return (
    <Page title={t('title')} about={t('lead')}>
      <Tabs label={t('title')} current={tab} tabs={tabs.map(({ id, href }) => ({ id, href, label: t(`tabs.${id}`) }))} />
      {children}
    </Page>
  )
}
