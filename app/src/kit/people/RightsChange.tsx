/** The rights that a user gains and loses when their role changes. */
import { Minus, Plus } from 'lucide-react'
import type { Rights } from '~/core/core'
import { useTranslation } from '~/words/useTranslation'
import styles from './Rights.module.css'
import { type Right, type Side, useRightsOf } from './rights'

interface Props {
  title: string
  before: Rights
  /** Undefined until a role is chosen. */
  after: Rights | undefined
  side: Side
  note?: string | undefined
  /** The text until a role is chosen. */
  empty?: string | undefined
}

export function RightsChange({ title, before, after, side, note, empty }: Props) {
  const { t } = useTranslation('team')
  const rightsOf = useRightsOf(side)
  const had = rightsOf(before)
  const has = after ? rightsOf(after) : had
  const gains = has.filter(({ isHeld }, place) => isHeld && !had[place]?.isHeld)
  const loses = had.filter(({ isHeld }, place) => isHeld && !has[place]?.isHeld)
  const of = (kind: Right['kind'], rights: Right[]) => rights.filter((right) => right.kind === kind).map(({ word }) => word)
  const isSame = gains.length + loses.length === 0
  return (
    <section className={styles.panel} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <div role="status" className={styles.summary}>
        {!after ? (empty ?? t('change.none')) : isSame ? t('change.nothing') : note}
      </div>
      <Words title={t('change.gainsScreens')} rights={of('screens', gains)} isGain />
      <Words title={t('change.gainsActions')} rights={of('actions', gains)} isGain />
      <Words title={t('change.losesScreens')} rights={of('screens', loses)} />
      <Words title={t('change.losesActions')} rights={of('actions', loses)} />
    </section>
  )
}

function Words({ title, rights, isGain = false }: { title: string; rights: string[]; isGain?: boolean }) {
  if (rights.length === 0) return null
  return (
    <div>
      <h4 className={styles.kind}>{title}</h4>
      <ul className={styles.rights} aria-label={title}>
        {rights.map((word) => (
          <li key={word} className={styles.right} data-held={isGain || undefined} data-lost={!isGain || undefined}>
            {isGain ? <Plus aria-hidden="true" /> : <Minus aria-hidden="true" />}
            <span>{word}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
