import type { Freeze, OnShow } from '~/core/generatedData'

export const freezesOf = ({ announcements }: OnShow): Freeze[] => announcements.flatMap(({ freeze }) => freeze ?? [])
