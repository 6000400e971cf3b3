/** The parts of a bulk account, each at an address of its own. */
import { numberShown } from '../../core/core'
import { link } from '../../core/links'
import { Tabs } from '../../ui/layout/Tabs'
import { useTranslation } from '../../words/useTranslation'
import { useHint } from '../call/read'

const tabs = [
  { id: 'accounts', screen: 'bulkAccount' },
  { id: 'pending', screen: 'bulkPending' },
  { id: 'company', screen: 'bulkCompany' },
  { id: 'users', screen: 'bulkUsers' },
] as const
export type BulkTab = (typeof tabs)[number]['id']

export function BulkTabs({ bulkId, current }: { bulkId: string; current: BulkTab }) {
  const { t } = useTranslation('accountsStaff')
  const cards = useHint('GetAccountCards', { id: bulkId })
  const counts: Partial<Record<BulkTab, number>> = cards ? { accounts: cards.total, pending: cards.errors } : {}
  return (
    <Tabs
      label={t('tab.label')}
      current={current}
      tabs={tabs.map(({ id, screen }) => ({
        id,
        label: t(`tab.${id}`),
        href: link(screen, { bulkId }),
        ...(counts[id] !== undefined && { count: numberShown(counts[id]) }),
      }))}
    />
  )
}
