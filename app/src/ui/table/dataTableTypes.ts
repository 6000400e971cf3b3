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
  /** Its priority when not all columns fit: the lowest is hidden first. A column without a value is never hidden. */
  worth?: number | undefined
  /** Visible at every width: only the user can hide it. */
  isEssential?: boolean | undefined
  /** The width in rem that it can shrink to, and the priority of the details that compact rows then leave out. */
  narrow?: { width: number; worth: number } | undefined
  /** The column with the row's actions. It is not part of the row's name. */
  isActions?: boolean | undefined
  /** Its place on a phone's card: amount and status first, then the title, then the others as label and value. */
  priority?: 'amount' | 'status' | 'title' | 'detail' | 'hidden' | undefined
  /** The text for the card's shared line of details, which have no labels. */
  inCard?: ((row: Row) => ReactNode) | undefined
  /** Set for names by which users look for a row. On a card it comes first, instead of the amount. */
  leads?: boolean | undefined
  /**
   * The column that names the row: it is read with each cell, and holds the row's link. By default the title, or else the first
   * column.
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
  /** Selects all matches, beyond the loaded rows. Triggered by the second Ctrl+A. */
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
  /** The count in words: "128 unpaid bills". Changes are announced. */
  caption: string
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
  /** Search, filters and export. Cards have only one line; pass a function of `isCards` to shorten it. */
  toolbar?: ReactNode | ((isCards: boolean) => ReactNode)
  /**
   * Display settings: columns and row height, or the order for cards, which have no headers. `cut` holds the columns that do not
   * fit.
   */
  display?: (isCards: boolean, cut: readonly Column<Row>[]) => ReactNode
  /** The active filters, as Chips. */
  chips?: ReactNode
  isFiltered?: boolean | undefined
  /** Whether the first rows, or rows for a new filter or order, are loading; not for a background refresh. */
  isLoading?: boolean | undefined
  /** Whether the rows still belong to the previous search. */
  showsPreviousSearch?: boolean | undefined
  /** Number of matches, if known. */
  total?: number | undefined
  /**
   * Set if cells contain fields, each of which is a tab stop. Other tables are grids: a single tab stop, with arrow keys inside.
   */
  hasFields?: boolean | undefined
  /** Rows have one line. */
  isCompact?: boolean | undefined
  /** Shows every column, and scrolls sideways if they do not fit. */
  isWide?: boolean | undefined
  /** The row to start at: its key, or its index if the row is gone. */
  beginAt?: { key: string; index: number } | undefined
  /** Called when a link of this row was followed. */
  onLeave?: ((row: { key: string; index: number }) => void) | undefined
  hasMore?: boolean | undefined
  isLoadingMore?: boolean | undefined
  onLoadMore?: (() => void) | undefined
  /** Set if the list, or its next page, could not be loaded. */
  problem?: { title: string; body?: ReactNode; onRetry: () => void } | undefined
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
  /** Index of the row with the keyboard focus. It stays in the document. */
  current: number
}

export interface RowSelection<Row> {
  whyNot: (row: Row) => string | undefined
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
