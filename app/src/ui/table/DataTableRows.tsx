/** A list as a table. Part of DataTable. */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { useUiWords } from '../base/UiWords'
import { Tick } from '../form/Tick'
import { VisuallyHidden } from '../text/VisuallyHidden'
import styles from './DataTable.module.css'
import { DataTableRow } from './DataTableRow'
import type { Column, DataTableProps, RowsProps } from './dataTableTypes'
import { roomNeeded, tickWidth } from './fit'
import { useVirtualRows } from './useVirtualRows'

export function DataTableRows<Row>({ table, keys, columns, header, selectionOf, current }: RowsProps<Row>) {
  const { caption, rows, rowLabel, rowHref, onRowAction, currentKey, hasMore, hasFields = false, isCompact = false } = table
  const words = useUiWords()
  const body = useRef<HTMLTableSectionElement>(null)
  const { parts, measure } = useVirtualRows(keys, isCompact ? 36 : 45, body, current)
  const minWidth = roomNeeded(columns) + (selectionOf ? tickWidth : 0)
  const [box, scrolls] = useIsNarrower(minWidth)
  const total = table.total ?? (hasMore ? undefined : rows.length)

  return (
    <div
      ref={box}
      className={styles.box}
      data-scrolls={scrolls || undefined}
      // Rows with fields cannot take the focus, so the box takes it, for scrolling with the keyboard.
      {...(scrolls && hasFields && { tabIndex: 0, role: 'group', 'aria-label': caption })}
    >
      <table
        className={styles.table}
        style={{ minInlineSize: `${minWidth}rem` }}
        aria-label={caption}
        // Includes rows that are not in the document.
        aria-rowcount={total === undefined ? -1 : total + 1}
        {...(!hasFields && { role: 'grid', 'aria-multiselectable': selectionOf ? true : undefined })}
      >
        <colgroup>
          {selectionOf && <col style={{ inlineSize: `${tickWidth}rem` }} />}
          {columns.map((column) => (
            <col key={column.id} style={column.width === undefined ? undefined : { inlineSize: `${column.width}rem` }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {selectionOf && (
              <th scope="col" className={styles.tickCell} {...(selectionOf.isAny && { 'aria-label': words.selection })}>
                {!selectionOf.isAny && <VisuallyHidden>{words.selection}</VisuallyHidden>}
                {selectionOf.isAny && (
                  <Tick
                    label={words.selectAll}
                    isChecked={selectionOf.all === 'all'}
                    isIndeterminate={selectionOf.all === 'some'}
                    onChange={() => selectionOf.toggleAll(selectionOf.all !== 'all')}
                  />
                )}
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} table={table} />
            ))}
          </tr>
        </thead>
        <tbody ref={body} onPointerOver={setCutTextTooltip}>
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
                isGrid={!hasFields}
                header={header}
                measure={measure}
                label={rowLabel}
                href={rowHref}
                onAction={onRowAction}
                isCurrent={key === currentKey}
                isSelectable={selectionOf !== undefined}
                isSelected={selectionOf?.isSelected(key) ?? false}
                whyNot={selectionOf?.whyNot(row)}
                hidesReason={selectionOf?.hidesReasons ?? false}
                onToggle={selectionOf?.toggle}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** The header of a column. That of the actions is only for screen readers, because each menu button has its own label. */
const HeaderWords = ({ column: { header, isActions } }: { column: Pick<Column<never>, 'header' | 'isActions'> }) =>
  isActions ? <VisuallyHidden>{header}</VisuallyHidden> : header

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
        <HeaderWords column={column} />
      )}
    </th>
  )
}

/** Sets a tooltip with the full text of a cell if its text is cut. */
function setCutTextTooltip({ target }: PointerEvent) {
  const cell = (target as Element).closest<HTMLElement>('td, th')
  if (!cell) return
  const isCut = [cell, ...cell.querySelectorAll('[data-lines], [data-second], [data-tone] > span')].some(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => scrollWidth > clientWidth || scrollHeight > clientHeight,
  )
  if (isCut) cell.title = cell.textContent ?? ''
  else cell.removeAttribute('title')
}

/**
 * Returns whether the box is narrower than its table. If so, the table scrolls inside the box, and its header sticks to the box
 * instead of the page.
 */
function useIsNarrower(minWidth: number) {
  const box = useRef<HTMLDivElement>(null)
  const [narrower, setNarrower] = useState(false)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () =>
      setNarrower(element.clientWidth < minWidth * Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [minWidth])
  return [box, narrower] as const
}
