/** The tabs of the staff's screen: the queue, and how many answers were given in time. */
import type { ReactNode } from 'react'
import { link } from '~/core/links'
import { TabbedPage } from '~/kit/page/TabbedPage'
import { useTranslation } from '~/words/useTranslation'

const tabs = [
  { id: 'queue', href: link('queryQueue') },
  { id: 'service', href: link('queryService') },
] as const

export function QueriesFrame({ tab, children }: { tab: (typeof tabs)[number]['id']; children: ReactNode }) {
  const { t } = useTranslation('queriesStaff')
  const page = { title: t('title'), about: t('lead'), children }
  return <TabbedPage {...page} tabs={tabs} current={tab} label={(id) => t(`tabs.${id}`)} />
}
