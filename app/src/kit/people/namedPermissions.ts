/** Every permission that there are words for: `['payment', 'add']`. */
import type { Action, Area } from '../../core/core'
import words from '../../words/en/team.json'

export const namedPermissions = Object.entries(words.can).flatMap(([area, actions]) =>
  Object.keys(actions).map((action) => [area as Area, action as Action] as const),
)
