/*
 * PanelPart({ title, children })  a titled part of a side panel
 * PanelActions({ children })  a line of badges or buttons in it
 */
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
