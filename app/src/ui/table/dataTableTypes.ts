import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  header: string
  /** The cell's content; undefined, null or '' is shown as a dash. */
  cell: (row: Row) => ReactNode
  /** 'end' for amounts and counts, so that their figures align. */
  align?: 'start' | 'end' | undefined
  /** Set for dates, so that their figures align. */
  isDate?: boolean | undefined
  /** In rem. Columns without a width share the rest. */
  width?: number | undefined
  /** In rem, for a column without a width; 8 by default. */
  minWidth?: number | undefined
  isSortable?: boolean | undefined
  /** Set for explanations: their text is never cut, even in compact rows. */
  wraps?: boolean | undefined
  /** The column with the lowest `worth` is hidden first if not all columns fit. Columns without it are never hidden. */
  worth?: number | undefined
  /** Whether the column is visible at every width. Only the user can hide it. */
  isEssential?: boolean | undefined
  /** The width in rem that it can shrink to, and the priority of the details that compact rows then leave out. */
  narrow?: { width: number; worth: number } | undefined
  /** Whether this is the column of the row's actions, which is not part of the row's name. */
  isActions?: boolean | undefined
  /** The place on a card: amount and status first, then the title, then details as label and value. */
  priority?: 'amount' | 'status' | 'title' | 'detail' | 'hidden' | undefined
  /** The content for the card's line of details without labels. */
  inCard?: ((row: Row) => ReactNode) | undefined
  /** Set for the name by which users look for a row. On a card it comes first, before the amount. */
  leads?: boolean | undefined
  /**
   * Whether this column names the row. Its text is read with each cell, and it has the row's link. By default it is the title or the
   * first column.
   */
  isRowHeader?: boolean | undefined
}

export interface Sort {
  column: string
  direction: 'ascending' | 'descending'
}

export interface Selection<Row> {
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  /** Why a row cannot be selected, shown in the row. */
  whyNot?: ((row: Row) => string | undefined) | undefined
  /** The reasons are for screen readers only, because a column shows them. */
  hidesReasons?: boolean | undefined
  /** Selects all matches, also those that are not loaded. The second Ctrl+A calls it. */
  onSelectMatching?: (() => void) | undefined
  /** A message about the selection, and the action to select all matches. Shown in the bar under the list. */
  notice?: ReactNode
}

export interface Empty {
  title: string
  body?: ReactNode
  action?: ReactNode
}

export interface DataTableProps<Row> {
  /** The number of rows in words: "128 unpaid bills". Changes are announced. */
  caption: string
  /** The number of rows on paper, in words. */
  printed?: string | undefined
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The label of a row's checkbox: "invoice 200000000017". */
  rowLabel: (row: Row) => string
  rowHref?: ((row: Row) => string | undefined) | undefined
  onRowAction?: ((row: Row) => void) | undefined
  /** Opens a row's record in the side panel. */
  onOpenPanel?: ((key: string) => void) | undefined
  /** Called when the keyboard focus stops at a row. */
  onReach?: ((key: string) => void) | undefined
  /** The row whose record is open in the side panel. */
  currentKey?: string | undefined
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  selection?: Selection<Row> | undefined
  /** Search, filters and export. Above cards they must fit on one line, so a function of `isCards` can shorten them. */
  toolbar?: ReactNode | ((isCards: boolean) => ReactNode)
  /**
   * The display settings: columns and row height, or the order of cards, which have no headers. `cut` are the columns that do not fit.
   */
  display?: (isCards: boolean, cut: readonly Column<Row>[]) => ReactNode
  /** The active filters, as Chips. */
  chips?: ReactNode
  isFiltered?: boolean | undefined
  /** Whether the first rows, or rows for another filter or order, are loading. False during a refetch. */
  isLoading?: boolean | undefined
  /** Whether the rows still belong to the previous search. */
  showsPreviousSearch?: boolean | undefined
  /** Number of matches, if known. */
  total?: number | undefined
  /**
   * Set if cells contain fields, each of which is a tab stop. Other tables are grids: one tab stop, with arrow keys inside.
   */
  hasFields?: boolean | undefined
  /** Whether rows have a single line. */
  isCompact?: boolean | undefined
  /** Whether every column is shown, and the table scrolls sideways if they do not fit. */
  isWide?: boolean | undefined
  /** The row to start at: its key, or its index if the row is gone. */
  beginAt?: { key: string; index: number } | undefined
  /** Called when the user opens a link of this row. */
  onLeave?: ((row: { key: string; index: number }) => void) | undefined
  hasMore?: boolean | undefined
  isLoadingMore?: boolean | undefined
  onLoadMore?: (() => void) | undefined
  /** Set if the list, or its next page, could not be loaded. Without `onRetry`, it would be refused again. */
  problem?: { title: string; body?: ReactNode; onRetry?: (() => void) | undefined } | undefined
  /** Shown when the list has no rows at all. */
  empty: Empty
  /** Shown when no row matches the filters. */
  emptyFiltered?: Empty | undefined
}

/** Properties that DataTable passes to both forms of the list, rows and cards. */
export interface RowsProps<Row> {
  table: DataTableProps<Row>
  keys: readonly string[]
  /** The columns that fit. */
  columns: readonly Column<Row>[]
  header: Column<Row> | undefined
  selectionOf: RowSelection<Row> | undefined
  /** Index of the row with the keyboard focus. Virtual scrolling keeps this row in the document. */
  current: number
}

export interface RowSelection<Row> {
  whyNot: (row: Row) => string | undefined
  hidesReasons: boolean
  isSelected: (key: string) => boolean
  toggle: (key: string, isSelected: boolean, extendsRange: boolean) => void
  /** Selects the rows between two indexes, from the start of the range to the current row. */
  extend: (from: number, to: number) => void
  endRange: () => void
  /** Whether any loaded row can be selected. */
  isAny: boolean
  all: 'none' | 'some' | 'all'
  toggleAll: (isSelected: boolean) => void
  /** Selects all loaded rows, or all matches if these are selected already. */
  selectAll: () => void
}

export function isMissing(value: ReactNode): boolean {
  return value === undefined || value === null || value === '' || value === false
}
