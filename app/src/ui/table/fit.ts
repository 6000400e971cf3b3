/* Which columns of a list there is room for. */
import type { Column } from './dataTableTypes'

/** In rem: the column of the boxes. */
export const tickWidth = 2.75
/** In rem: where lists turn into cards. */
const cardsBelow = 40

const widthOf = ({ width, minWidth }: Pick<Column<never>, 'width' | 'minWidth'>) => width ?? minWidth ?? 8

const sum = (columns: readonly Pick<Column<never>, 'width' | 'minWidth'>[]) => columns.reduce((all, column) => all + widthOf(column), 0)

export type Sized = Pick<Column<never>, 'width' | 'minWidth' | 'worth' | 'narrow'>

/** What is lost of it first: of one that shrinks, the words beside its value. */
const worthOf = ({ narrow, worth }: Sized) => narrow?.worth ?? worth

/**
 * The columns that stand beside one another in so many rem, without those of least worth, the last of equal ones first. One that
 * shrinks does so first, when it comes to what it is worth beyond its value.
 * None where even those that have to stay do not fit: a list shows cards there.
 */
export function columnsThatFit<One extends Sized>(columns: readonly One[], room: number): readonly One[] | undefined {
  if (room < cardsBelow) return undefined
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
  return left
}

/** What fields need: they stay beside one another, and scroll sideways where there is no room. */
export const roomNeeded = (columns: readonly Sized[]) => sum(columns)
