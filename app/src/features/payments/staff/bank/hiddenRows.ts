/** The hidden rows of the workbook that was uploaded last. The page of its statement names them. */
import { atom } from 'jotai'
import { numberShown } from '~/core/core'

interface HiddenRowsOf {
  statementId: string
  /** Numbers of rows, in ascending order. */
  rows: readonly number[]
}

export const hiddenRowsAtom = atom<HiddenRowsOf | null>(null)

/** Ranges of rows that are named; the others are counted. */
const MAX_RANGES = 10

/** Returns the rows in words: "3, 5–15". */
export function rowsShown(rows: readonly number[]): string {
  const ranges: { first: number; last: number }[] = []
  for (const row of rows) {
    const range = ranges.at(-1)
    if (range && row === range.last + 1) range.last = row
    else ranges.push({ first: row, last: row })
  }
  const named = ranges
    .slice(0, MAX_RANGES)
    .map(({ first, last }) => (first === last ? numberShown(first) : `${numberShown(first)}–${numberShown(last)}`))
  return [...named, ...(ranges.length > MAX_RANGES ? ['…'] : [])].join(', ')
}
