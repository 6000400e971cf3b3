/** Tabs of a bulk account, each with its own address. */
import { numberShown } from '~/core/core'
import { link } from '~/core/links'
import { Tabs } from '~/ui/layout/Tabs'
import { useTranslation } from '~/words/useTranslation'
import { useOptionalRead } from '../call/read'

const tabs = [
  { id: 'accounts', screen: 'bulkAccount' },
  { id: 'pending', screen: 'bulkPending' },
  { id: 'company', screen: 'bulkCompany' },
  { id: 'users', screen: 'bulkUsers' },
] as const
export type BulkTab = (typeof tabs)[number]['id']

export function BulkTabs({ bulkId, current }: { bulkId: string; current: BulkTab }) {
  const { t } = useTranslation('accountsStaff')
  const cards = useOptionalRead('GetAccountCards', { id: bulkId })
  const counts: Partial<Record<BulkTab, number | null>> = { accounts: cards?.total ?? null, pending: cards?.errors ?? null }
  return (
    <Tabs
      label={t('tab.label')}
      current={current}
      tabs={tabs.map(({ id, screen }) => ({
        id,
        label: t(`tab.${id}`),
        href: link(screen, { bulkId }),
        count: typeof counts[id] === 'number' ? numberShown(counts[id]) : counts[id],
      }))}
    />
  )
}
