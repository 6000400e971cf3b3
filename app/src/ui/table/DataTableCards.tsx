/** A list on a narrow page: a card for each row, with amount and status first. Part of DataTable. */
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, useId, useRef } from 'react'
import { useUiWords } from '../base/UiWords'
import { Button } from '../button/Button'
import { Tick } from '../form/Tick'
import { VisuallyHidden } from '../text/VisuallyHidden'
import styles from './DataTableCards.module.css'
import { Cell, openRow, Reason, type RowProps, RowTick, RowTitle } from './DataTableRow'
import { type Column, type DataTableProps, isMissing, type RowSelection, type RowsProps } from './dataTableTypes'
import { useVirtualRows } from './useVirtualRows'

export function DataTableCards<Row>({ table, keys, columns, header, selectionOf, current }: RowsProps<Row>) {
  const { caption, rows, rowLabel, rowHref, onRowAction, currentKey } = table
  const list = useRef<HTMLUListElement>(null)
  const { parts, measure } = useVirtualRows(keys, 150, list, current)

  return (
    <>
      {!table.display && <SortBy table={table} />}
      <ul ref={list} aria-label={caption}>
        {parts.map((part) => {
          if (typeof part !== 'number') return <li key={part.id} aria-hidden="true" style={{ blockSize: part.height }} />
          const [row, key] = [rows[part], keys[part]]
          if (row === undefined || key === undefined) return null
          return (
            <Card
              key={key}
              row={row}
              rowKey={key}
              index={part}
              count={keys.length}
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
              hidesReason={selectionOf?.hidesReasons ?? false}
              onToggle={selectionOf?.toggle}
            />
          )
        })}
      </ul>
    </>
  )
}

function RowCard<Row>(props: RowProps<Row> & { count: number }) {
  const { row, columns, header, isSelectable, isSelected } = props
  const reasonId = useId()
  const at = (priority: Column<Row>['priority']) => columns.filter((column) => column !== header && column.priority === priority)
  const [amounts, statuses] = [at('amount'), at('status')]
  const leads = header?.leads === true
  // Without an amount, the name comes first, next to badge and menu.
  const isFirst = leads || amounts.length === 0
  const title = header && (
    <div className={styles.title} data-leads={leads || undefined}>
      <RowTitle {...props}>{header.cell(row)}</RowTitle>
    </div>
  )
  const all = columns.filter((column) => column !== header && (column.priority ?? 'detail') === 'detail')
  const details = all.filter(({ inCard }) => !inCard)
  const words = all.map(({ id, inCard }) => ({ id, said: inCard?.(row) })).filter(({ said }) => !isMissing(said))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the link or button in the title, the card is a larger target for fingers
    <li
      ref={props.measure}
      className={styles.card}
      data-key={props.rowKey}
      data-row={props.index}
      data-tour={props.index === 0 ? 'row' : undefined}
      data-selected={isSelected || undefined}
      data-opens={Boolean(props.href || props.onAction) || undefined}
      aria-setsize={props.count}
      aria-posinset={props.index + 1}
      onClick={(event) => openRow(event, props)}
    >
      {isSelectable && (
        <div className={styles.tick} data-tour={props.index === 0 ? 'tick' : undefined}>
          <RowTick {...props} reasonId={reasonId} />
        </div>
      )}
      <div className={styles.content}>
        <div className={styles.first}>
          {isFirst && title}
          {amounts.map((column) => (
            <span key={column.id} className={styles.amount}>
              <Cell>{column.cell(row)}</Cell>
            </span>
          ))}
          {statuses.length > 0 && (
            <div className={styles.statuses}>
              {statuses.map((column) => (
                <div key={column.id} className={column.isActions ? styles.menu : undefined}>
                  <Cell>{column.cell(row)}</Cell>
                </div>
              ))}
            </div>
          )}
        </div>
        {!isFirst && title}
        <Reason {...props} id={reasonId} className={styles.reason} />
        {words.length > 0 && (
          <p className={styles.words}>
            {words.map(({ id, said }) => (
              <span key={id}>{said}</span>
            ))}
          </p>
        )}
        {details.length > 0 && (
          <dl className={styles.details}>
            {[...at('title'), ...details].map((column) => (
              <div key={column.id}>
                <dt>{column.isActions ? <VisuallyHidden>{column.header}</VisuallyHidden> : column.header}</dt>
                <dd>
                  <Cell>{column.cell(row)}</Cell>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  )
}

const Card = memo(RowCard) as typeof RowCard

/** A checkbox that selects all cards, next to their count. */
export function SelectAll<Row>({ of: { all, toggleAll } }: { of: RowSelection<Row> }) {
  const words = useUiWords()
  const id = useId()
  return (
    <div className={styles.all}>
      <Tick id={id} isChecked={all === 'all'} isIndeterminate={all === 'some'} onChange={() => toggleAll(all !== 'all')} />
      <label htmlFor={id}>{words.selectAll}</label>
    </div>
  )
}

/** A select and a button for the order of cards, which have no headers. */
export function SortBy<Row>({ table: { columns, sort, onSort } }: { table: Pick<DataTableProps<Row>, 'columns' | 'sort' | 'onSort'> }) {
  const words = useUiWords()
  const sortable = columns.filter((column) => column.isSortable)
  if (!onSort || sortable.length === 0) return null
  const direction = sort?.direction ?? 'ascending'
  return (
    <div className={styles.sort}>
      <select
        className={styles.select}
        aria-label={words.sortBy}
        value={sort?.column ?? ''}
        onChange={(event) => onSort({ column: event.target.value, direction })}
      >
        {!sort && <option value="">{words.sortBy}</option>}
        {sortable.map((column) => (
          <option key={column.id} value={column.id}>
            {column.header}
          </option>
        ))}
      </select>
      {sort && (
        <Button
          size="medium"
          mode="ghost"
          icon={direction === 'ascending' ? <ArrowUp /> : <ArrowDown />}
          label={direction === 'ascending' ? words.ascending : words.descending}
          onPress={() => onSort({ column: sort.column, direction: direction === 'ascending' ? 'descending' : 'ascending' })}
        />
      )}
    </div>
  )
}
