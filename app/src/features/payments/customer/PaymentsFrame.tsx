/** The tabs of the payments screen: payments in the portal, and those that were made elsewhere. */

import type { ReactNode } from 'react'
import { link } from '~/core/links'
import { TabbedPage } from '~/kit/page/TabbedPage'
import { useTranslation } from '~/words/useTranslation'

const tabs = [
  { id: 'portal', href: link('payments') },
  { id: 'elsewhere', href: link('settlements') },
] as const

interface Props {
  tab: (typeof tabs)[number]['id']
  about: string
  actions?: ReactNode
  children: ReactNode
}

export function PaymentsFrame({ tab, ...page }: Props) {
  const { t } = useTranslation('payments')
  return <TabbedPage title={t('list.title')} tabs={tabs} current={tab} label={(id) => t(`tabs.${id}`)} {...page} />
}
