/** A bar chart for few values, with each value above its bar. Always pair it with a table of the same data. */
import styles from './BarChart.module.css'

interface Bar {
  id: string
  /** Shown under the bar. */
  label: string
  value: number
  /** Shown above the bar. */
  shown: string
  isCurrent?: boolean | undefined
}

interface Props {
  /** The chart's message in a sentence, for screen readers. */
  label: string
  bars: readonly Bar[]
}

export function BarChart({ label, bars }: Props) {
  const most = Math.max(0, ...bars.map(({ value }) => value))
  return (
    <div className={styles.chart} role="img" aria-label={label}>
      {bars.map(({ id, label, value, shown, isCurrent }) => (
        <div key={id} className={styles.column} data-current={isCurrent || undefined}>
          <span className={styles.value}>{shown}</span>
          <span className={styles.bar} style={{ blockSize: `${most > 0 ? (Math.max(0, value) / most) * 7 : 0}rem` }} />
          <span className={styles.label}>{label}</span>
        </div>
      ))}
    </div>
  )
}
