/** People counted by their activity, each figure the way to those whom it counts. */

import { countShown, type Instant } from '../../core/core'
import { StatCard } from '../../ui/text/StatCard'
import { useTranslation } from '../../words/useTranslation'
import { Figures } from '../figures/Figures'

interface Cards {
  total: number
  active: number
  inactive: number
  invitesPending: number
  asOf: Instant
}

interface Props {
  cards: Cards | undefined
  /** The address of the list. */
  href: string
  /** The most that there may be, where there is such a limit. */
  most?: number | undefined
}

export function PeopleFigures({ cards, href, most }: Props) {
  const { t } = useTranslation('team')
  return (
    <Figures asOf={cards?.asOf}>
      <StatCard
        label={t('figures.total')}
        value={countShown(cards?.total)}
        href={href}
        meta={most === undefined ? t('figures.all') : t('figures.most', { shown: countShown(most) })}
        tone={cards && most !== undefined && cards.total >= most ? 'warning' : undefined}
      />
      <StatCard
        label={t('activity.active')}
        value={countShown(cards?.active)}
        href={`${href}?activity=active`}
        meta={t('figures.activeMeta')}
      />
      <StatCard
        label={t('activity.inactive')}
        value={countShown(cards?.inactive)}
        href={`${href}?activity=inactive`}
        meta={t('figures.inactiveMeta')}
      />
      <StatCard
        label={t('activity.pending')}
        value={countShown(cards?.invitesPending)}
        href={`${href}?activity=pending`}
        meta={t('figures.pendingMeta')}
      />
    </Figures>
  )
}
