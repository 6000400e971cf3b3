/** Placeholders with the height of the first rows; invisible for the first half second. */
import { Skeleton } from '../feedback/Skeleton'
import styles from './DataTable.module.css'
import type { DataTableProps } from './dataTableTypes'

const lines = Array.from({ length: 8 }, (_, index) => `line-${index}`)

interface Props<Row> {
  table: DataTableProps<Row>
  isShown: boolean
  isCards: boolean
}

export function DataTableSkeleton<Row>({ table, isShown, isCards }: Props<Row>) {
  return (
    <div className={styles.waiting} data-phone={isCards || undefined} data-shown={isShown || undefined} aria-hidden="true">
      {lines.map((line, index) => (
        <div key={line} className={styles.waitingRow}>
          {table.columns.slice(0, isCards ? 3 : undefined).map((column, place) => (
            <span
              key={column.id}
              data-align={column.align}
              style={column.width === undefined || isCards ? { flex: 1 } : { inlineSize: `${column.width}rem` }}
            >
              <Skeleton width={`${55 + ((index * 7 + place * 13) % 30)}%`} />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
