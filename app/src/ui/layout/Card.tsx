/** A section with a title, separated by white space instead of a box. */
import { type ReactNode, useId } from 'react'
import styles from './Card.module.css'

interface Props {
  title?: ReactNode
  level?: 2 | 3 | undefined
  actions?: ReactNode
  /** Whether it is inside a landmark with the same name, so that it must not add another. */
  isInLandmark?: boolean
  /** The name by which guided tours find it. */
  tour?: string
  children: ReactNode
}

export function Card({ title, level = 2, actions, isInLandmark = false, tour, children }: Props) {
  const id = useId()
  const Title = `h${level}` as const
  return (
    <section className={styles.card} aria-labelledby={title && !isInLandmark ? id : undefined} data-tour={tour}>
      {(title || actions) && (
        <header className={styles.header}>
          {title && (
            <Title id={id} className={styles.title}>
              {title}
            </Title>
          )}
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      {children}
    </section>
  )
}
