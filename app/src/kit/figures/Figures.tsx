/** Figures above a list, each a link to the rows that it counts, with the time at which they were read. */
import type { ReactNode } from 'react'
import { type Instant, instantShown } from '~/core/core'
import { Skeleton } from '~/ui/feedback/Skeleton'
import type { Tone } from '~/ui/feedback/StatusBadge'
import { StatCard, StatStrip } from '~/ui/text/StatCard'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { type CallQuery, useQueryData } from '../call/read'
import { Boundary } from '../page/Boundary'
import styles from './Figures.module.css'

export function Figures({ asOf, children }: { asOf: Instant | undefined; children: ReactNode }) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  return (
    <div>
      <StatStrip>{children}</StatStrip>
      <p className={styles.asOf}>{asOf && t('home.asOf', { when: instantShown(asOf, language) })}</p>
    </div>
  )
}

/** A figure of an answer. Its label and link are available before the answer. */
interface Figure<Answer> {
  label: string
  href: string
  value: (answer: Answer) => string
  /** A line under the figure; a function if it depends on the answer. */
  meta?: string | ((answer: Answer) => string)
  tone?: (answer: Answer) => Tone | undefined
}

interface Props<Answer> {
  of: CallQuery<Answer>
  figures: readonly Figure<Answer>[]
}

/**
 * Shows the figures of one call: placeholders while it loads, or the error and a retry button.
 *
 *   <FiguresOf of={callQuery('GetAdminAllPaymentsCards', {})} figures={[{ label, href, value: ({ paid }) => countShown(paid) }]} />
 */
export function FiguresOf<Answer extends { asOf: Instant }>({ of, figures }: Props<Answer>) {
  return (
    <Boundary isPart of={JSON.stringify(of.queryKey)} waiting={<FigureCards figures={figures} answer={undefined} />}>
      <LoadedFigures of={of} figures={figures} />
    </Boundary>
  )
}

const LoadedFigures = <Answer extends { asOf: Instant }>({ of, figures }: Props<Answer>) => (
  <FigureCards figures={figures} answer={useQueryData(of)} />
)

/** Without an answer, shows skeletons for the values that depend on it. */
function FigureCards<Answer extends { asOf: Instant }>({
  figures,
  answer,
}: Pick<Props<Answer>, 'figures'> & { answer: Answer | undefined }) {
  return (
    <Figures asOf={answer?.asOf}>
      {figures.map(({ label, href, value, meta, tone }) => (
        <StatCard
          key={label}
          label={label}
          href={href}
          value={answer ? value(answer) : <Skeleton width="4ch" />}
          meta={typeof meta === 'function' ? answer ? meta(answer) : <Skeleton width="8ch" /> : meta}
          tone={answer && tone?.(answer)}
        />
      ))}
    </Figures>
  )
}
