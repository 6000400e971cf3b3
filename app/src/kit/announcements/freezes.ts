import type { Freeze, OnShow } from '../../core/plain'

/** What announcements freeze. */
export const freezesOf = ({ announcements }: OnShow): Freeze[] => announcements.flatMap(({ freeze }) => freeze ?? [])
