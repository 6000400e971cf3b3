/** Accounts counted, each figure the way to those that it counts. */
import { countShown } from '../../core/core'
import { useCall } from '../../kit/call/useCall'
import { Figures } from '../../kit/figures/Figures'
import { StatCard } from '../../ui/text/StatCard'
import { useTranslation } from '../../words/useTranslation'
import type { Source } from './source'

export function AccountFigures({ source: { bulkId, href, pendingHref } }: { source: Source }) {
  const { t } = useTranslation('accounts')
  const { data: cards } = useCall('GetAccountCards', { id: bulkId })
  return (
    <Figures asOf={cards?.asOf}>
      <StatCard label={t('figures.active')} value={countShown(cards?.active)} href={`${href}?active=true`} meta={t('figures.activeMeta')} />
      <StatCard
        label={t('figures.inactive')}
        value={countShown(cards?.inactive)}
        href={`${href}?active=false`}
        meta={t('figures.inactiveMeta')}
      />
      <StatCard
        label={t('noGroup')}
        value={countShown(cards?.withoutGroup)}
        href={`${href}?ungrouped=true`}
        meta={t('figures.noGroupMeta')}
      />
      <StatCard
        label={t('figures.errors')}
        value={countShown(cards?.errors)}
        href={pendingHref}
        meta={t('figures.waiting', { count: cards?.pending ?? 0, shown: countShown(cards?.pending) })}
        tone={cards && cards.errors > 0 ? 'warning' : undefined}
      />
    </Figures>
  )
}
