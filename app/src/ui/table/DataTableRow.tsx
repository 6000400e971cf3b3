/** A row of DataTable and its cells. */
import { type MouseEvent, memo, type ReactNode, useId } from 'react'
import { useUiWords } from '../base/UiWords'
import { Link } from '../button/Link'
import { Tick } from '../form/Tick'
import { VisuallyHidden } from '../text/VisuallyHidden'
import styles from './DataTable.module.css'
import { type Column, isMissing, type RowSelection } from './dataTableTypes'

export interface RowProps<Row> {
  row: Row
  rowKey: string
  index: number
  /** Whether the row itself takes the focus. */
  isGrid?: boolean
  columns: readonly Column<Row>[]
  header: Column<Row> | undefined
  measure: (element: HTMLElement | null) => void
  label: (row: Row) => string
  href: ((row: Row) => string | undefined) | undefined
  onAction: ((row: Row) => void) | undefined
  isCurrent: boolean
  isSelectable: boolean
  isSelected: boolean
  whyNot: string | undefined
  hidesReason: boolean
  onToggle: RowSelection<Row>['toggle'] | undefined
}

function Row<R>(props: RowProps<R>) {
  const { row, rowKey, index, columns, header, measure, isGrid, isCurrent, isSelectable, isSelected, whyNot } = props
  const reasonId = useId()
  const cellId = (column: Column<R>) => `${reasonId}${column.id}`
  return (
    <tr
      ref={measure}
      tabIndex={isGrid ? -1 : undefined}
      // Without this, the labels of checkbox and menu would repeat the row's name in its accessible name.
      aria-labelledby={
        isGrid && isSelectable
          ? columns
              .filter(({ isActions }) => !isActions)
              .map(cellId)
              .join(' ')
          : undefined
      }
      aria-selected={isGrid && isSelectable && whyNot === undefined ? isSelected : undefined}
      data-key={rowKey}
      data-row={index}
      data-tour={index === 0 ? 'row' : undefined}
      data-selected={isSelected || undefined}
      data-current={isCurrent || undefined}
      data-opens={Boolean(props.href || props.onAction) || undefined}
      aria-rowindex={index + 2}
      onClick={(event) => openRow(event, props)}
    >
      {isSelectable && (
        <td className={styles.tickCell} data-tour={index === 0 ? 'tick' : undefined}>
          <RowTick {...props} reasonId={reasonId} />
        </td>
      )}
      {columns.map((column) =>
        column.id === header?.id ? (
          <th
            key={column.id}
            id={cellId(column)}
            scope="row"
            data-align={column.align}
            data-wraps={column.wraps}
            data-date={column.isDate || undefined}
          >
            <RowTitle {...props}>{column.cell(row)}</RowTitle>
            <Reason {...props} id={reasonId} className={styles.reason} />
          </th>
        ) : (
          <td
            key={column.id}
            id={cellId(column)}
            data-align={column.align}
            data-wraps={column.wraps}
            data-date={column.isDate || undefined}
          >
            <Cell>{column.cell(row)}</Cell>
          </td>
        ),
      )}
    </tr>
  )
}

export const DataTableRow = memo(Row) as typeof Row

interface ReasonProps {
  whyNot: string | undefined
  hidesReason: boolean
  id: string
  className: string | undefined
}

/** Why a row cannot be selected. */
export function Reason({ whyNot, hidesReason, id, className }: ReasonProps) {
  if (!whyNot) return null
  if (hidesReason) return <VisuallyHidden id={id}>{whyNot}</VisuallyHidden>
  return (
    <span id={id} className={className}>
      {whyNot}
    </span>
  )
}

export function RowTick<R>({ row, rowKey, label, isSelected, whyNot, onToggle, reasonId }: RowProps<R> & { reasonId: string }) {
  const words = useUiWords()
  return (
    <Tick
      label={words.selectRow(label(row))}
      isChecked={isSelected}
      isDisabled={whyNot !== undefined}
      describedBy={whyNot === undefined ? undefined : reasonId}
      onChange={(isChecked, event) => onToggle?.(rowKey, isChecked, event.shiftKey)}
    />
  )
}

export function RowTitle<R>({ row, href, onAction, isCurrent, children }: RowProps<R> & { children: ReactNode }) {
  const target = href?.(row)
  const current = isCurrent ? { 'aria-current': true as const } : {}
  if (target !== undefined)
    return (
      <Link href={target} className={styles.link} data-opener="" {...current}>
        <Cell>{children}</Cell>
      </Link>
    )
  if (onAction)
    return (
      <button type="button" className={styles.link} data-opener="" onClick={() => onAction(row)} {...current}>
        <Cell>{children}</Cell>
      </button>
    )
  return <Cell>{children}</Cell>
}

export function Cell({ children }: { children: ReactNode }) {
  const words = useUiWords()
  if (!isMissing(children)) return children
  return (
    <span className={styles.missing}>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{words.missing}</VisuallyHidden>
    </span>
  )
}

/** Opens the row on a click, unless the click was on a control in the row, or ended a text selection. */
export function openRow<R>(event: MouseEvent<HTMLElement>, { row, href, onAction }: RowProps<R>) {
  const wasForControl = (event.target as Element).closest('a, button, input, label, select')
  if (wasForControl || event.defaultPrevented || getSelection()?.toString()) return
  const target = href?.(row)
  if (target !== undefined && (event.ctrlKey || event.metaKey)) open(target, '_blank', 'noopener')
  else if (target !== undefined) event.currentTarget.querySelector<HTMLElement>('[data-opener]')?.click()
  else onAction?.(row)
}
