/** The top of a list: search and filters, active filters, and the number of matches. */
import { SelectAll } from './DataTableCards'
import styles from './DataTableToolbar.module.css'
import type { Column, DataTableProps, RowsProps } from './dataTableTypes'

interface Props<Row> {
  table: DataTableProps<Row>
  isCards: boolean
  cut: readonly Column<Row>[]
  selectionOf: RowsProps<Row>['selectionOf']
}

export function DataTableToolbar<Row>({ table, isCards, cut, selectionOf }: Props<Row>) {
  const { caption, rows, toolbar, chips, isLoading = false } = table
  const display = rows.length > 0 && table.display?.(isCards, cut)
  const counted = (
    <div className={styles.counted} data-cards={isCards || undefined}>
      {isCards && selectionOf?.isAny && <SelectAll of={selectionOf} />}
      {/* The text must change only with the count, because every change is announced. */}
      <p role="status" className={styles.caption}>
        {isLoading && rows.length === 0 ? '' : caption}
      </p>
      {!isCards && display}
    </div>
  )
  return (
    <div className={styles.over} data-print="hide">
      <div className={styles.toolbar} data-cards={isCards || undefined} data-tour="tools">
        {typeof toolbar === 'function' ? toolbar(isCards) : toolbar}
        {isCards && display}
        {!isCards && chips && <div className={styles.chips}>{chips}</div>}
        {!isCards && counted}
      </div>
      {isCards && chips}
      {isCards && counted}
    </div>
  )
}
