/** The legend of a chart: colours and the unit of the axis. */
import styles from './Chart.module.css'

interface Props {
  keys: readonly { of: 'value' | 'soft' | 'before' | 'warning' | 'bad'; label: string }[]
  unit?: string | undefined
}

export function ChartLegend({ keys, unit }: Props) {
  return (
    <p className={styles.legend} aria-hidden="true">
      {keys.map(({ of, label }) => (
        <span key={of} className={styles.key} data-of={of}>
          {label}
        </span>
      ))}
      {unit && <span className={styles.unit}>{unit}</span>}
    </p>
  )
}
