import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  header: string
  /** What the row shows here; undefined, null or '' is shown as a dash. */
  cell: (row: Row) => ReactNode
  /** 'end' for amounts and counts, whose figures then stand under one another. */
  align?: 'start' | 'end' | undefined
  /** Dates, whose figures stand under one another, too. */
  isDate?: boolean | undefined
  /** In rem. Columns without one share what is left. */
  width?: number | undefined
  /** In rem, for a column without a width; 8 unless told. */
  minWidth?: number | undefined
  isSortable?: boolean | undefined
  /** Its words are read whole, also in rows of one line: reasons, which are as long as they are. */
  wraps?: boolean | undefined
  /** Its priority where there is no room for all columns: the lowest is hidden first. A column without one is never hidden. */
  worth?: number | undefined
  /** Visible at every width: only the user can hide it. */
  isEssential?: boolean | undefined
  /** What it shrinks to, in rem, and the worth of what is then left out of it: the words beside its value, in rows of one line. */
  narrow?: { width: number; worth: number } | undefined
  /** Where it stands on a phone's card: amount and status first, then the title, the others as label and value. */
  /** What can be done with a row: no part of its name. */
  isActions?: boolean | undefined
  priority?: 'amount' | 'status' | 'title' | 'detail' | 'hidden' | undefined
  /** On a card, in one line with others: words that need no label. */
  inCard?: ((row: Row) => ReactNode) | undefined
  /** On a card it stands first, in the place of the amount: a name by which people look for the row. */
  leads?: boolean | undefined
  /** Names the row: read with each of its cells, and holds the row's link. The title, or else the first column, unless told. */
  isRowHeader?: boolean | undefined
}

export interface Sort {
  column: string
  direction: 'ascending' | 'descending'
}

export interface Selection<Row> {
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  /** Why a row can't be chosen; it is shown in the row. */
  whyNot?: ((row: Row) => string | undefined) | undefined
  /** Selects all that match, beyond the rows on show: the second Ctrl+A. */
  onSelectMatching?: (() => void) | undefined
  /** What is said of the selection, and how to select all that match. It stands in the bar under the list. */
  notice?: ReactNode
}

export interface Empty {
  title: string
  body?: ReactNode
  action?: ReactNode
}

export interface DataTableProps<Row> {
  /** The count in words: "128 unpaid bills". It is announced when it changes. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Names a row's checkbox: "invoice 200000000017". */
  rowLabel: (row: Row) => string
  rowHref?: ((row: Row) => string | undefined) | undefined
  onRowAction?: ((row: Row) => void) | undefined
  /** Opens a row's record in the side panel. */
  onBeside?: ((key: string) => void) | undefined
  /** The keyboard stopped at a row. */
  onReach?: ((key: string) => void) | undefined
  /** The row whose record is open beside the list. */
  currentKey?: string | undefined
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  selection?: Selection<Row> | undefined
  /** Search, filters, export; over cards in one line, where a function of `isCards` can say it shorter. */
  toolbar?: ReactNode | ((isCards: boolean) => ReactNode)
  /**
   * How the list is shown: columns, height of rows; for cards, which have no headers, their order. `cut` has the columns for which
   * there is no room.
   */
  display?: (isCards: boolean, cut: readonly Column<Row>[]) => ReactNode
  /** The filters that are on: Chips. */
  chips?: ReactNode
  isFiltered?: boolean | undefined
  /** The first rows, or those of another filter or order, are on their way; not for a refresh that nobody asked for. */
  isLoading?: boolean | undefined
  /** The rows are those of another search, until the ones that were asked for come. */
  isOld?: boolean | undefined
  /** How many match, where that is known. */
  total?: number | undefined
  /** Its cells hold fields, each a stop of Tab. Other tables are grids: one stop, and arrows within it. */
  hasFields?: boolean | undefined
  /** Rows of one line. */
  isCompact?: boolean | undefined
  /** Shows every column, and scrolls sideways where there is no room for all. */
  isWide?: boolean | undefined
  /** The row to begin at: its key, or its index when the row is gone. */
  beginAt?: { key: string; index: number } | undefined
  /** A link of that row was followed. */
  onLeave?: ((row: { key: string; index: number }) => void) | undefined
  hasMore?: boolean | undefined
  isLoadingMore?: boolean | undefined
  onLoadMore?: (() => void) | undefined
  /** The list, or more of it, could not be loaded. */
  problem?: { title: string; body?: ReactNode; onRetry: () => void } | undefined
  /** Nothing is there yet. */
  empty: Empty
  /** Nothing matches the filters. */
  emptyFiltered?: Empty | undefined
}

/** What both forms of the list, rows and cards, are given by DataTable. */
export interface RowsProps<Row> {
  table: DataTableProps<Row>
  keys: readonly string[]
  /** Those that there is room for. */
  columns: readonly Column<Row>[]
  header: Column<Row> | undefined
  selectionOf: RowSelection<Row> | undefined
  /** The row at which the keyboard is; it stays in the document. */
  current: number
}

export interface RowSelection<Row> {
  whyNot: (row: Row) => string | undefined
  isSelected: (key: string) => boolean
  toggle: (key: string, isSelected: boolean, extendsRange: boolean) => void
  /** The rows from where the range began to this one; both are indexes. */
  extend: (from: number, to: number) => void
  endRange: () => void
  /** Whether any of the rows on show may be selected. */
  isAny: boolean
  all: 'none' | 'some' | 'all'
  toggleAll: (isSelected: boolean) => void
  /** All on show; when they are selected already, all that match. */
  selectAll: () => void
}

export function isMissing(value: ReactNode): boolean {
  return value === undefined || value === null || value === '' || value === false
}
