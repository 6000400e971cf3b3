/* DataTableRows(RowsProps)  the list as a table, within DataTable */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useUiWords } from '../base/UiWords'
import { Tick } from '../form/Tick'
import styles from './DataTable.module.css'
import { DataTableRow } from './DataTableRow'
import type { Column, DataTableProps, RowsProps } from './dataTableTypes'
import { useRowFocus } from './useRowFocus'
import { useVirtualRows } from './useVirtualRows'

const tickWidth = 2.75

export function DataTableRows<Row>({ table, keys, header, selectionOf }: RowsProps<Row>) {
  const { caption, columns, rows, rowLabel, rowHref, onRowAction, currentKey, hasMore } = table
  const words = useUiWords()
  const body = useRef<HTMLTableSectionElement>(null)
  const { parts, measure, setFocused } = useVirtualRows(keys, 45, body)
  const { onFocus, onKeyDown } = useRowFocus(keys.length, body, setFocused)
  const least = columns.reduce((sum, column) => sum + (column.width ?? column.minWidth ?? 8), selectionOf ? tickWidth : 0)
  const [box, scrolls] = useIsNarrower(least)

  return (
    <div
      ref={box}
      className={styles.box}
      data-scrolls={scrolls || undefined}
      // with nothing in the rows to go to, the keyboard scrolls the box itself
      {...(scrolls && !selectionOf && !rowHref && !onRowAction && { tabIndex: 0, role: 'group', 'aria-label': caption })}
    >
      {/* the rows that are not in the document are counted too */}
      <table className={styles.table} style={{ minInlineSize: `${least}rem` }} aria-rowcount={hasMore ? -1 : rows.length + 1}>
        <caption className={styles.caption}>{caption}</caption>
        <colgroup>
          {selectionOf && <col style={{ inlineSize: `${tickWidth}rem` }} />}
          {columns.map((column) => (
            <col key={column.id} style={column.width === undefined ? undefined : { inlineSize: `${column.width}rem` }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {selectionOf && (
              <th scope="col" className={styles.tickCell}>
                <Tick
                  label={words.selectAll}
                  isChecked={selectionOf.all === 'all'}
                  isIndeterminate={selectionOf.all === 'some'}
                  onChange={() => selectionOf.toggleAll(selectionOf.all !== 'all')}
                />
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} table={table} />
            ))}
          </tr>
        </thead>
        <tbody ref={body} onFocus={onFocus} onKeyDown={onKeyDown}>
          {parts.map((part) => {
            if (typeof part !== 'number')
              return (
                // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it is empty, there is nothing to focus
                <tr key={part.id} aria-hidden="true">
                  <td className={styles.gap} colSpan={columns.length + (selectionOf ? 1 : 0)} style={{ blockSize: part.height }} />
                </tr>
              )
            const [row, key] = [rows[part], keys[part]]
            if (row === undefined || key === undefined) return null
            return (
              <DataTableRow
                key={key}
                row={row}
                rowKey={key}
                index={part}
                columns={columns}
                header={header}
                measure={measure}
                label={rowLabel}
                href={rowHref}
                onAction={onRowAction}
                isCurrent={key === currentKey}
                isSelectable={selectionOf !== undefined}
                isSelected={selectionOf?.isSelected(key) ?? false}
                whyNot={selectionOf?.whyNot(row)}
                onToggle={selectionOf?.toggle}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function HeaderCell<Row>({ column, table: { sort, onSort } }: { column: Column<Row>; table: DataTableProps<Row> }) {
  const direction = sort?.column === column.id ? sort.direction : undefined
  const Arrow = direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th scope="col" data-align={column.align} aria-sort={column.isSortable ? (direction ?? 'none') : undefined}>
      {column.isSortable && onSort ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() => onSort({ column: column.id, direction: direction === 'ascending' ? 'descending' : 'ascending' })}
        >
          {column.header}
          <Arrow aria-hidden="true" />
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}

/** Whether the box is narrower than its table, which then scrolls within it (and its header sticks to the box instead of the page). */
function useIsNarrower(least: number) {
  const box = useRef<HTMLDivElement>(null)
  const [narrower, setNarrower] = useState(false)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => setNarrower(element.clientWidth < least * Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [least])
  return [box, narrower] as const
}
