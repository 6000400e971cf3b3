/** The parts of a bulk account, each at an address of its own. */
import { countShown } from '../../../core/core'
import { useCall } from '../../../kit/call/useCall'
import { Tabs } from '../../../ui/layout/Tabs'
import { useTranslation } from '../../../words/useTranslation'
import { bulkHref } from './bulkAccountList'

const tabs = [
  { id: 'accounts', under: '' },
  { id: 'pending', under: '/pending' },
  { id: 'company', under: '/profile' },
  { id: 'users', under: '/users' },
] as const
export type BulkTab = (typeof tabs)[number]['id']

export function BulkTabs({ bulkId, current }: { bulkId: string; current: BulkTab }) {
  const { t } = useTranslation('accountsStaff')
  const { data: cards } = useCall('GetAccountCards', { id: bulkId })
  const counts: Partial<Record<BulkTab, number>> = cards ? { accounts: cards.total, pending: cards.errors } : {}
  return (
    <Tabs
      label={t('tab.label')}
      current={current}
      tabs={tabs.map(({ id, under }) => ({
        id,
        label: t(`tab.${id}`),
        href: `${bulkHref(bulkId)}${under}`,
        ...(counts[id] !== undefined && { count: countShown(counts[id]) }),
      }))}
    />
  )
}
