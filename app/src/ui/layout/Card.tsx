/*
 * Card({ title?, level?: 2 | 3, actions?, children })    a group of things that belong together; white space before boxes
 * StatCard is in StatCard.tsx
 */
import { type ReactNode, useId } from 'react'
import styles from './Card.module.css'

interface Props {
  title?: ReactNode
  level?: 2 | 3 | undefined
  actions?: ReactNode
  children: ReactNode
}

export function Card({ title, level = 2, actions, children }: Props) {
  const id = useId()
  const Title = `h${level}` as const
  return (
    <section className={styles.card} aria-labelledby={title ? id : undefined}>
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
