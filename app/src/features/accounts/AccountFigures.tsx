/** Account counts. Each figure links to the list of the accounts it counts. */
import { type AccountCards, countShown, numberShown } from '~/core/core'
import { useRead } from '~/kit/call/read'
import { Figures } from '~/kit/figures/Figures'
import { Boundary } from '~/kit/page/Boundary'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { StatCard } from '~/ui/text/StatCard'
import { useTranslation } from '~/words/useTranslation'
import type { AccountListSource } from './accountListSource'

export function AccountFigures({ source }: { source: AccountListSource }) {
  return (
    <Boundary of={source.bulkId} isPart waiting={<Cards source={source} cards={undefined} />}>
      <Answered source={source} />
    </Boundary>
  )
}

function Answered({ source }: { source: AccountListSource }) {
  return <Cards source={source} cards={useRead('GetAccountCards', { id: source.bulkId })} />
}

/** A count, or a skeleton until it is loaded. */
export const Count = ({ of }: { of: number | undefined }) => (of === undefined ? <Skeleton width="3ch" /> : countShown(of))

function Cards({ source: { filteredHref, pendingHref }, cards }: { source: AccountListSource; cards: AccountCards | undefined }) {
  const { t } = useTranslation('accounts')
  return (
    <Figures asOf={cards?.asOf}>
      <StatCard
        label={t('figures.active')}
        value={<Count of={cards?.active} />}
        href={filteredHref({ active: true })}
        meta={t('figures.activeMeta')}
      />
      <StatCard
        label={t('figures.inactive')}
        value={<Count of={cards?.inactive} />}
        href={filteredHref({ active: false })}
        meta={t('figures.inactiveMeta')}
      />
      <StatCard
        label={t('noGroup')}
        value={<Count of={cards?.withoutGroup} />}
        href={filteredHref({ ungrouped: true })}
        meta={t('figures.noGroupMeta')}
      />
      <StatCard
        label={t('figures.errors')}
        value={<Count of={cards?.errors} />}
        href={pendingHref}
        meta={cards ? t('figures.waiting', { count: cards.pending, shown: numberShown(cards.pending) }) : <Skeleton width="70%" />}
        tone={cards && cards.errors > 0 ? 'warning' : undefined}
      />
    </Figures>
  )
}
