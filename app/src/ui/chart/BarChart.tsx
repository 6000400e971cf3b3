/*
 * BarChart({ label, bars: { id, label, value, shown, isCurrent? }[] })
 * A bar for each value, with what it comes to over it. For few values; beside it belongs the same as a table.
 */
import styles from './BarChart.module.css'

interface Bar {
  id: string
  /** Under the bar. */
  label: string
  /** Its height, beside the others. */
  value: number
  /** Over the bar. */
  shown: string
  isCurrent?: boolean | undefined
}

interface Props {
  /** What the chart says, in a sentence. */
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
