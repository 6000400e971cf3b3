/** Computes the columns of a list that fit into its width. */
import type { Column } from './dataTableTypes'

/** The width of the checkbox column, in rem. */
export const tickWidth = 2.75
/** Lists narrower than this, in rem, become cards. */
export const cardsBelow = 38

/** The step of column widths in rem. It is coarse, so that resizing does not change the widths at every pixel. */
const step = 0.25

const widthOf = ({ width, minWidth }: Pick<Column<never>, 'width' | 'minWidth'>) => width ?? minWidth ?? 8

const sum = (columns: readonly Pick<Column<never>, 'width' | 'minWidth'>[]) => columns.reduce((all, column) => all + widthOf(column), 0)

export type SizedColumn = Pick<Column<never>, 'id' | 'width' | 'minWidth' | 'worth' | 'narrow' | 'isEssential'>

/**
 * Returns the columns that fit into `room` rem. Undefined if even the essential columns do not fit, so that the list shows cards. The
 * column with the lowest worth is hidden first; of equal columns, the last one. A column that can shrink does so before it is hidden.
 * Essential columns and the sorted column are never hidden. Remaining space goes back to columns that shrank.
 */
export function columnsThatFit<One extends SizedColumn>(
  columns: readonly One[],
  room: number,
  sortedBy?: string,
): readonly One[] | undefined {
  if (room < cardsBelow) return undefined
  const worthOf = ({ id, narrow, worth, isEssential }: SizedColumn) => narrow?.worth ?? (isEssential || id === sortedBy ? undefined : worth)
  let remaining = columns
  while (sum(remaining) > room) {
    const lowest = remaining.reduce<One | undefined>((found, column) => {
      const worth = worthOf(column)
      return worth !== undefined && worth <= ((found && worthOf(found)) ?? worth) ? column : found
    }, undefined)
    if (!lowest) return undefined
    const { narrow } = lowest
    remaining = narrow
      ? remaining.map((column) => (column === lowest ? { ...column, width: narrow.width, narrow: undefined } : column))
      : remaining.filter((column) => column !== lowest)
  }
  return restoreWidths(remaining, columns, room - sum(remaining))
}

/**
 * Gives the remaining space back to columns that shrank, the most important first. Does so in steps, so that a resize does not change
 * the widths at every pixel.
 */
function restoreWidths<One extends SizedColumn>(remaining: readonly One[], whole: readonly One[], free: number): readonly One[] {
  const full = new Map(whole.map((column) => [column.id, column]))
  const lost = remaining
    .map(({ id, width }) => ({ id, worth: full.get(id)?.narrow?.worth ?? 0, width: (full.get(id)?.width ?? 0) - (width ?? 0) }))
    .filter(({ width }) => width > 0)
    .sort((one, other) => other.worth - one.worth)
  const given = new Map<string, number>()
  let rest = free
  for (const { id, width } of lost) {
    const more = Math.min(width, Math.floor(rest / step) * step)
    given.set(id, more)
    rest -= more
  }
  return remaining.map((column) =>
    given.get(column.id) ? { ...column, width: (column.width ?? 0) + (given.get(column.id) ?? 0) } : column,
  )
}

/** Returns the width in rem that a table needs. A narrower table scrolls sideways. */
export const roomNeeded = (columns: readonly SizedColumn[]) => sum(columns)
