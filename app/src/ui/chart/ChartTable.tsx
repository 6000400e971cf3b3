/** A chart's data as a table, which scrolls sideways if it is too wide. */
import type { ReactNode } from 'react'
import styles from './Chart.module.css'

export function ChartTable({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
    <section className={styles.room} aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption className={styles.caption}>{caption}</caption>
        {children}
      </table>
    </section>
  )
}
