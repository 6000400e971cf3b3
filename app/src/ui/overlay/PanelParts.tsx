/** The parts of a side panel: a section with a title, and a line of badges or buttons. */
import type { ReactNode } from 'react'
import styles from './PanelParts.module.css'

export function PanelPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  )
}

export const PanelActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>
