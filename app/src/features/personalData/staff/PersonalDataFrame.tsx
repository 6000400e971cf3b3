/** Frame shared by the tabs of personal data: requests and breaches. */
import type { ReactNode } from 'react'
import { link } from '../../../core/links'
import { useTitle } from '../../../kit/page/useTitle'
import { useMay } from '../../../kit/session/useProfile'
import { Page } from '../../../ui/layout/Page'
import { Tabs } from '../../../ui/layout/Tabs'
import { useTranslation } from '../../../words/useTranslation'

const tabs = [
  { id: 'requests', href: link('dataRequests') },
  { id: 'breaches', href: link('breaches') },
] as const

interface Props {
  tab: (typeof tabs)[number]['id']
  actions?: ReactNode
  children: ReactNode
}

export function PersonalDataFrame({ tab, actions, children }: Props) {
  const { t } = useTranslation('personalDataStaff')
  useTitle(`${t('title')}: ${t(`tab.${tab}`)}`)
  const may = { requests: useMay('manageTnbUsers', 'view'), breaches: useMay('operations', 'view') }
  return (
    <Page title={t('title')} about={t(`about.${tab}`)} actions={actions}>
      <Tabs
        label={t('title')}
        current={tab}
        tabs={tabs.filter(({ id }) => may[id]).map(({ id, href }) => ({ id, href, label: t(`tab.${id}`) }))}
      />
      {children}
    </Page>
  )
}
