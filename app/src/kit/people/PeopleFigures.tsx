/** The number of people by activity. Each figure links to the list of those people. */
import { countShown, type Instant, numberShown } from '~/core/core'
import { StatCard } from '~/ui/text/StatCard'
import { useTranslation } from '~/words/useTranslation'
import { type CallQuery, useQueryData } from '../call/read'
import { FigureSkeleton } from '../figures/FigureSkeleton'
import { Figures } from '../figures/Figures'
import { Boundary } from '../page/Boundary'

interface Cards {
  total: number
  active: number
  inactive: number
  invitesPending: number
  asOf: Instant
  /** Maximum number of users, if there is a limit. */
  maxUserLimit?: number
}

interface Props {
  cards: CallQuery<Cards>
  /** Returns the address of the list of people with this activity, or of all people. */
  hrefOf: (activity?: 'active' | 'inactive' | 'pending') => string
}

export function PeopleFigures({ cards, hrefOf }: Props) {
  const { t } = useTranslation('team')
  return (
    <Boundary
      isPart
      waiting={
        <Figures asOf={undefined}>
          <FigureSkeleton label={t('figures.total')} href={hrefOf()} />
          <FigureSkeleton label={t('activity.active')} href={hrefOf('active')} />
          <FigureSkeleton label={t('activity.inactive')} href={hrefOf('inactive')} />
          <FigureSkeleton label={t('activity.pending')} href={hrefOf('pending')} />
        </Figures>
      }
    >
      <LoadedFigures cards={cards} hrefOf={hrefOf} />
    </Boundary>
  )
}

function LoadedFigures({ cards, hrefOf }: Props) {
  const { t } = useTranslation('team')
  const { total, active, inactive, invitesPending, asOf, maxUserLimit: limit } = useQueryData(cards)
  return (
    <Figures asOf={asOf}>
      <StatCard
        label={t('figures.total')}
        value={countShown(total)}
        href={hrefOf()}
        meta={limit === undefined ? t('figures.all') : t('figures.most', { shown: numberShown(limit) })}
        tone={limit !== undefined && total >= limit ? 'warning' : undefined}
      />
      <StatCard label={t('activity.active')} value={countShown(active)} href={hrefOf('active')} meta={t('figures.activeMeta')} />
      <StatCard label={t('activity.inactive')} value={countShown(inactive)} href={hrefOf('inactive')} meta={t('figures.inactiveMeta')} />
      <StatCard label={t('activity.pending')} value={countShown(invitesPending)} href={hrefOf('pending')} meta={t('figures.pendingMeta')} />
    </Figures>
  )
}
