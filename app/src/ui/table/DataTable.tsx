/*
 * DataTable<Row>(DataTableProps, see dataTableTypes.ts): the one list.
 *   { caption, columns: { id, header, cell, align?, width?, minWidth?, isSortable?, priority?, isRowHeader? }[], rows, rowKey, rowLabel,
 *     rowHref?, onRowAction?, currentKey?, sort?, onSort?, selection?: { selected, onChange, whyNot?, notice? }, toolbar?, chips?, isFiltered?,
 *     isLoading?, hasMore?, isLoadingMore?, onLoadMore?, problem?: { title, body?, onRetry }, empty: { title, body?, action? }, emptyFiltered? }
 * Keep `columns`, `rows` and the functions the same between renders where you can (module scope, useMemo): unchanged rows are then not drawn again.
 */
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useUiWords } from '../base/UiWords'
import { Button } from '../button/Button'
import { EmptyState } from '../feedback/EmptyState'
import { Notice } from '../feedback/Notice'
import { Skeleton } from '../feedback/Skeleton'
import { useDelayed } from '../feedback/useDelayed'
import { VisuallyHidden } from '../text/VisuallyHidden'
import styles from './DataTable.module.css'
import { DataTableCards } from './DataTableCards'
import { DataTableRows } from './DataTableRows'
import type { DataTableProps, RowsProps } from './dataTableTypes'
import { useRowSelection } from './useRowSelection'

/** Where lists turn into cards. */
const phone = '(max-width: 640px)'

export function DataTable<Row>(table: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, toolbar, chips, selection, isLoading = false, problem } = table
  const words = useUiWords()
  const isPhone = useIsPhone()
  const isSlow = useDelayed(isLoading)
  const keys = useMemo(() => rows.map(rowKey), [rows, rowKey])
  const selectionOf = useRowSelection(rows, keys, selection)
  const header = columns.find((column) => column.isRowHeader) ?? columns.find((column) => column.priority === 'title') ?? columns[0]
  const given: RowsProps<Row> = { table, keys, header, selectionOf }

  return (
    <section className={styles.list} aria-label={caption} aria-busy={isLoading}>
      {(toolbar || chips) && (
        <div className={styles.over} data-print="hide">
          {toolbar && <div className={styles.toolbar}>{toolbar}</div>}
          {chips}
        </div>
      )}
      {/* its words change only with the count, or every refresh would be announced */}
      <VisuallyHidden role="status">{isLoading && rows.length === 0 ? '' : caption}</VisuallyHidden>
      {problem && rows.length > 0 && <Problem problem={problem} />}
      {selection?.notice}
      {rows.length > 0 ? (
        <div className={styles.rows} data-old={isSlow || undefined}>
          {isPhone ? <DataTableCards {...given} /> : <DataTableRows {...given} />}
          <More table={table} />
        </div>
      ) : problem ? (
        <EmptyState
          kind="failed"
          title={problem.title}
          action={
            <Button onPress={problem.onRetry} isLoading={isLoading}>
              {words.tryAgain}
            </Button>
          }
        >
          {problem.body}
        </EmptyState>
      ) : isLoading ? (
        <Waiting table={table} isShown={isSlow} isPhone={isPhone} />
      ) : (
        <Nothing table={table} />
      )}
    </section>
  )
}

const lines = Array.from({ length: 8 }, (_, index) => `line-${index}`)

/** The place of the first rows, of their height; empty for the first half second. */
function Waiting<Row>({ table, isShown, isPhone }: { table: DataTableProps<Row>; isShown: boolean; isPhone: boolean }) {
  return (
    <div className={styles.waiting} data-phone={isPhone || undefined} data-shown={isShown || undefined} aria-hidden="true">
      {lines.map((line, index) => (
        <div key={line} className={styles.waitingRow}>
          {table.columns.slice(0, isPhone ? 3 : undefined).map((column, place) => (
            <span
              key={column.id}
              data-align={column.align}
              style={column.width === undefined || isPhone ? { flex: 1 } : { inlineSize: `${column.width}rem` }}
            >
              <Skeleton width={`${55 + ((index * 7 + place * 13) % 30)}%`} />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}

function Nothing<Row>({ table }: { table: DataTableProps<Row> }) {
  const isFiltered = table.isFiltered && table.emptyFiltered
  const { title, body, action } = isFiltered || table.empty
  return (
    <EmptyState kind={isFiltered ? 'unmatched' : 'nothing'} title={title} action={action}>
      {body}
    </EmptyState>
  )
}

function Problem({ problem }: { problem: NonNullable<DataTableProps<unknown>['problem']> }) {
  const words = useUiWords()
  return (
    <Notice
      tone="bad"
      title={problem.title}
      isAnnounced
      actions={
        <Button size="small" onPress={problem.onRetry}>
          {words.tryAgain}
        </Button>
      }
    >
      {problem.body}
    </Notice>
  )
}

/** More rows come when the end is near; the button is for keyboards, and for when they did not come. */
function More<Row>({ table }: { table: DataTableProps<Row> }) {
  const { hasMore = false, isLoadingMore = false, onLoadMore, problem } = table
  const words = useUiWords()
  const end = useRef<HTMLDivElement>(null)
  const count = table.rows.length
  const asks = hasMore && !isLoadingMore && !problem

  useEffect(() => {
    if (!asks || !end.current || !onLoadMore) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onLoadMore(), { rootMargin: '600px' })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [asks, onLoadMore, count])

  if (!hasMore || !onLoadMore) return null
  return (
    <div ref={end} className={styles.more} data-print="hide">
      <Button onPress={onLoadMore} isLoading={isLoadingMore}>
        {words.loadMore}
      </Button>
    </div>
  )
}

function onTurned(changed: () => void) {
  const list = matchMedia(phone)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}
const useIsPhone = () => useSyncExternalStore(onTurned, () => matchMedia(phone).matches)
