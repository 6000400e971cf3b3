/** Frame shared by the screens of cost centres: title and tabs. */
import type { ReactNode } from 'react'
import { link } from '~/core/links'
import { useOptionalRead } from '~/kit/call/read'
import { TabbedPage } from '~/kit/page/TabbedPage'
import { useBulkId, useMay } from '~/kit/session/useProfile'
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
  const shown = tabs.filter(({ id }) => id !== 'report' || seesBills)
  const breadcrumbs = [{ label: t('accounts:title'), href: link('accounts') }]
  const page = { title: t('title'), about: t('lead'), breadcrumbs, actions, children }
  return <TabbedPage {...page} tabs={shown} current={tab} label={(id) => t(`tabs.${id}`)} counts={{ uncoded: uncoded ?? null }} />
}
