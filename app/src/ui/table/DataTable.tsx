/**
 * The list component of the app. Its properties are in dataTableTypes.ts. Pass the same `columns`, `rows` and functions in each render
 * where possible (module scope, useMemo), so that unchanged rows do not render again.
 */
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useUiWords } from '../base/UiWords'
import { Button } from '../button/Button'
import { EmptyState } from '../feedback/EmptyState'
import { Notice } from '../feedback/Notice'
import { Skeleton } from '../feedback/Skeleton'
import { useDelayed } from '../feedback/useDelayed'
import { useBarSlot } from './barSlot'
import styles from './DataTable.module.css'
import { DataTableCards } from './DataTableCards'
import { DataTableRows } from './DataTableRows'
import { DataTableToolbar } from './DataTableToolbar'
import type { DataTableProps, RowsProps } from './dataTableTypes'
import { cardsBelow, columnsThatFit, tickWidth } from './fit'
import { rowOf } from './gridPlaces'
import { useGridFocus } from './useGridFocus'
import { useRowSelection } from './useRowSelection'

export function DataTable<Row>(table: DataTableProps<Row>) {
  const { caption, rows, rowKey, selection, isLoading = false, problem, hasFields = false, isCompact = false, isWide = false } = table
  const words = useUiWords()
  const isSlow = useDelayed(isLoading)
  const keys = useMemo(() => rows.map(rowKey), [rows, rowKey])
  const selectionOf = useRowSelection(rows, keys, selection)
  const header =
    table.columns.find((column) => column.isRowHeader) ?? table.columns.find((column) => column.priority === 'title') ?? table.columns[0]
  const sortedBy = table.sort?.column
  const [list, room] = useRoomForColumns(table.columns, selection ? tickWidth : 0, sortedBy)
  const fitting = useMemo(() => columnsThatFit(table.columns, room, sortedBy), [table.columns, room, sortedBy])
  // Tables with fields become cards only in very narrow lists, because users compare the entries of a row.
  const isCards = hasFields || isWide ? room < cardsBelow : fitting === undefined
  const shown = (!isCards && !isWide && fitting) || table.columns
  const cut = useMemo(() => {
    const ids = new Set(shown.map(({ id }) => id))
    return table.columns.filter(({ id }) => !ids.has(id))
  }, [table.columns, shown])
  const box = useRef<HTMLDivElement>(null)
  const { current, focusRow, showRow, ...keyboard } = useGridFocus(keys, box, selectionOf, !isCards && !hasFields, table)
  const rowsProps: RowsProps<Row> = { table, keys, columns: shown, header, selectionOf, current }
  useStartRow(table, keys, focusRow)
  useCurrentRow(table.currentKey, keys, isCards ? undefined : focusRow, showRow)

  return (
    <section ref={list} className={styles.list} aria-label={caption} aria-busy={isLoading} data-compact={isCompact || undefined}>
      <DataTableToolbar table={table} isCards={isCards} cut={cut} selectionOf={selectionOf} />
      {table.printed && <p className={styles.printed} data-text={table.printed} />}
      {problem && rows.length > 0 && <LoadProblem problem={problem} />}
      <SelectionNotice notice={selection?.notice} />
      {rows.length > 0 ? (
        <div
          ref={box}
          className={styles.rows}
          data-old={isSlow || table.showsPreviousSearch || undefined}
          {...keyboard}
          onClickCapture={({ target }) => {
            const index = (target as Element).closest('a[href]') ? rowOf(target as Element) : undefined
            const key = keys[index ?? -1]
            if (index !== undefined && key !== undefined) table.onLeave?.({ key, index })
          }}
        >
          {isCards ? <DataTableCards {...rowsProps} /> : <DataTableRows {...rowsProps} />}
          <LoadMore table={table} isCards={isCards} />
        </div>
      ) : problem ? (
        <EmptyState
          kind="failed"
          title={problem.title}
          action={
            problem.onRetry && (
              <Button onPress={problem.onRetry} isLoading={isLoading}>
                {words.tryAgain}
              </Button>
            )
          }
        >
          {problem.body}
        </EmptyState>
      ) : isLoading ? (
        <DataTableSkeleton table={table} isShown={isSlow} isCards={isCards} />
      ) : (
        <EmptyTable table={table} />
      )}
    </section>
  )
}

const inRem = (width: number) => width / Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** The width of the last list, with which the next list first renders. If it is right, there is no second render. */
let lastRoom: number | undefined

/** Returns the list's width in rem, minus `taken`. It changes only when other columns fit. */
function useRoomForColumns<Row>(columns: DataTableProps<Row>['columns'], taken: number, sortedBy: string | undefined) {
  const list = useRef<HTMLElement>(null)
  const [room, setRoom] = useState(() => (lastRoom ?? inRem(innerWidth)) - taken)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const fitting = (room: number) =>
      columnsThatFit(columns, room, sortedBy)
        ?.map(({ id, width }) => `${id} ${width}`)
        .join()
    const measure = () => {
      lastRoom = inRem(element.clientWidth)
      const next = lastRoom - taken
      setRoom((room) => (fitting(room) === fitting(next) ? room : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [columns, taken, sortedBy])
  return [list, room] as const
}

/** Moves the focus once to the row to start at, as soon as it is loaded. */
function useStartRow<Row>({ beginAt }: DataTableProps<Row>, keys: readonly string[], focusRow: (index: number) => void) {
  const done = useRef<object>(undefined)
  useEffect(() => {
    if (!beginAt || done.current === beginAt) return
    const index = keys.indexOf(beginAt.key)
    if (index < 0 && beginAt.index >= keys.length) return
    done.current = beginAt
    // Deferred until after this render, because flushSync cannot run in it.
    queueMicrotask(() => focusRow(index < 0 ? beginAt.index : index))
  }, [beginAt, keys, focusRow])
}

/** Keeps the row of the side panel's record in view. When the panel closes, the row takes the focus. */
function useCurrentRow(
  key: string | undefined,
  keys: readonly string[],
  focusRow: ((index: number) => void) | undefined,
  showRow: (index: number) => void,
) {
  const latest = useRef({ keys, focusRow, showRow })
  useEffect(() => {
    latest.current = { keys, focusRow, showRow }
  })
  const before = useRef<string>(undefined)
  useEffect(() => {
    const closed = key === undefined ? before.current : undefined
    before.current = key
    const index = latest.current.keys.indexOf(key ?? closed ?? '')
    if (index < 0) return
    // Deferred until after this render, because flushSync cannot run in it.
    queueMicrotask(() => (closed === undefined ? latest.current.showRow(index) : latest.current.focusRow?.(index)))
  }, [key])
}

/** A notice in the bar under the list, so that no row moves. If the screen has no bar, it is above the rows. */
function SelectionNotice({ notice }: { notice: ReactNode }) {
  const slot = useBarSlot()
  return slot ? createPortal(notice, slot) : notice
}

function EmptyTable<Row>({ table }: { table: DataTableProps<Row> }) {
  const isFiltered = table.isFiltered && table.emptyFiltered
  const { title, body, action } = isFiltered || table.empty
  return (
    <EmptyState kind={isFiltered ? 'unmatched' : 'nothing'} title={title} action={action}>
      {body}
    </EmptyState>
  )
}

function LoadProblem({ problem }: { problem: NonNullable<DataTableProps<unknown>['problem']> }) {
  const words = useUiWords()
  return (
    <Notice
      tone="bad"
      title={problem.title}
      isAnnounced
      actions={
        problem.onRetry && (
          <Button size="small" onPress={problem.onRetry}>
            {words.tryAgain}
          </Button>
        )
      }
    >
      {problem.body}
    </Notice>
  )
}

/**
 * Loads more rows when the end of the list is near. If that fails, the button loads them. The arrow keys reach it after the last row.
 * Cards load only with the button: they are much higher than rows, and the end of the page must stay reachable.
 */
function LoadMore<Row>({ table, isCards }: { table: DataTableProps<Row>; isCards: boolean }) {
  const { hasMore = false, isLoadingMore = false, onLoadMore, problem } = table
  const words = useUiWords()
  const end = useRef<HTMLDivElement>(null)
  const count = table.rows.length
  const asks = hasMore && !isLoadingMore && !problem && !isCards

  useEffect(() => {
    if (!asks || !end.current || !onLoadMore) return
    // On a busy page several changes arrive together. Only the last one is current.
    const observer = new IntersectionObserver((changes) => changes.at(-1)?.isIntersecting && onLoadMore(), { rootMargin: '600px' })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [asks, onLoadMore, count])

  if (!hasMore || !onLoadMore) return null
  return (
    <div ref={end} className={styles.more} data-more="" data-print="hide">
      <Button onPress={onLoadMore} isLoading={isLoadingMore}>
        {words.loadMore}
      </Button>
    </div>
  )
}

const skeletonLines = Array.from({ length: 8 }, (_, index) => `line-${index}`)

interface SkeletonProps<Row> {
  table: DataTableProps<Row>
  isShown: boolean
  isCards: boolean
}

/** Placeholders as high as rows, invisible for the first half second. */
function DataTableSkeleton<Row>({ table, isShown, isCards }: SkeletonProps<Row>) {
  return (
    <div className={styles.waiting} data-phone={isCards || undefined} data-shown={isShown || undefined} aria-hidden="true">
      {skeletonLines.map((line, index) => (
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
