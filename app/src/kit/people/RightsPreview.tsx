/** A preview of the screens and actions that a role allows, before it is saved. */
import { Check, Minus } from 'lucide-react'
import type { Rights } from '~/core/core'
import { VisuallyHidden } from '~/ui/text/VisuallyHidden'
import { useTranslation } from '~/words/useTranslation'
import styles from './Rights.module.css'
import { type Right, type Side, useRightsOf } from './rights'

interface Props {
  rights: Rights | undefined
  side: Side
  /** The text until a role is chosen. */
  empty?: string | undefined
}

export function RightsPreview({ rights, side, empty }: Props) {
  const { t } = useTranslation('team')
  const rightsOf = useRightsOf(side)
  const all = rights ? rightsOf(rights) : []
  const count = (kind: Right['kind'], held = false) => all.filter((right) => right.kind === kind && (right.isHeld || !held)).length
  return (
    <section className={styles.panel} aria-label={t('preview.title')}>
      <h3 className={styles.title}>{t('preview.title')}</h3>
      {/* Screen readers announce only this sentence when the role changes, not the lists. */}
      <p role="status" className={styles.summary}>
        {rights
          ? t('preview.summary', {
              role: t(`shell:roles.${rights.role}`),
              screens: count('screens', true),
              allScreens: count('screens'),
              actions: count('actions', true),
              allActions: count('actions'),
            })
          : (empty ?? t('preview.none'))}
      </p>
      {rights &&
        (['screens', 'actions'] as const).map((kind) => (
          <div key={kind}>
            <h4 className={styles.kind}>{t(`preview.${kind}`)}</h4>
            <ul className={styles.rights} aria-label={t(`preview.${kind}`)}>
              {all
                .filter((right) => right.kind === kind)
                .map(({ word, isHeld }) => (
                  <li key={word} className={styles.right} data-held={isHeld || undefined}>
                    {isHeld ? <Check aria-hidden="true" /> : <Minus aria-hidden="true" />}
                    <span>
                      {word}
                      <VisuallyHidden>: {isHeld ? t('preview.yes') : t('preview.no')}</VisuallyHidden>
                    </span>
                  </li>
                ))}
            </ul>
          </div>
        ))}
    </section>
  )
}
