import type { Freeze, OnShow } from '../../core/generatedData'

/** Returns the freezes of all announcements. */
export const freezesOf = ({ announcements }: OnShow): Freeze[] => announcements.flatMap(({ freeze }) => freeze ?? [])
