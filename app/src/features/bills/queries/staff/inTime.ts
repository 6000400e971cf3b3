import type { QueryServiceMonth } from '~/core/core'

/** The share of a month's answers that were given in time, in whole percent. Rounds down, so that 100 means all of them. */
export const inTimePercent = ({ due, inTime }: Pick<QueryServiceMonth, 'due' | 'inTime'>): number =>
  due > 0 ? Math.floor((inTime * 100) / due) : 100
