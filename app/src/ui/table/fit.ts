/** Computes which columns of a list fit into its width. */
import type { Column } from './dataTableTypes'

/** The width of the checkbox column, in rem. */
export const tickWidth = 2.75
/** Lists narrower than this, in rem, become cards. */
export const cardsBelow = 38

/** In rem. A coarse step, so that resizing does not change the widths at every pixel. */
const step = 0.25

const widthOf = ({ width, minWidth }: Pick<Column<never>, 'width' | 'minWidth'>) => width ?? minWidth ?? 8

const sum = (columns: readonly Pick<Column<never>, 'width' | 'minWidth'>[]) => columns.reduce((all, column) => all + widthOf(column), 0)

export type Sized = Pick<Column<never>, 'id' | 'width' | 'minWidth' | 'worth' | 'narrow' | 'isEssential'>

/**
 * Returns the columns that fit into `room` rem, or undefined if even the essential columns do not fit; the list then shows cards.
 * Columns of least worth go first, among equals the last; a column that can shrink does so before it is hidden. Essential columns
 * and the sorted column are never hidden. Space left over goes back to columns that shrank.
 */
export function columnsThatFit<One extends Sized>(columns: readonly One[], room: number, sortedBy?: string): readonly One[] | undefined {
  if (room < cardsBelow) return undefined
  const worthOf = ({ id, narrow, worth, isEssential }: Sized) => narrow?.worth ?? (isEssential || id === sortedBy ? undefined : worth)
  let left = columns
  while (sum(left) > room) {
    const least = left.reduce<One | undefined>((found, column) => {
      const worth = worthOf(column)
      return worth !== undefined && worth <= ((found && worthOf(found)) ?? worth) ? column : found
    }, undefined)
    if (!least) return undefined
    const { narrow } = least
    left = narrow
      ? left.map((column) => (column === least ? { ...column, width: narrow.width, narrow: undefined } : column))
      : left.filter((column) => column !== least)
  }
  return widened(left, columns, room - sum(left))
}

/**
 * Gives the remaining space back to columns that shrank, most important first. It does so in steps, so that a resize does not
 * change the widths at every pixel.
 */
function widened<One extends Sized>(left: readonly One[], whole: readonly One[], free: number): readonly One[] {
  const full = new Map(whole.map((column) => [column.id, column]))
  const lost = left
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
  return left.map((column) => (given.get(column.id) ? { ...column, width: (column.width ?? 0) + (given.get(column.id) ?? 0) } : column))
}

/** The width that a table with fields needs. If there is less, it scrolls sideways, because fields stay side by side. */
export const roomNeeded = (columns: readonly Sized[]) => sum(columns)
