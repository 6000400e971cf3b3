/* ChartTable({ caption, children })  what a chart shows as a table, which scrolls sideways where there is no room for it */
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
