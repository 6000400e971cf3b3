/**
 * Returns the highest ID shown, for actions on "all up to here". The newest row may not have it: of two notifications created
 * together, the older can have the higher ID.
 */
import type { Notification } from '../../core/core'

export function newestId(shown: readonly Pick<Notification, 'id'>[]): string | undefined {
  const last = shown.reduce((highest, { id }) => Math.max(highest, Number(id)), 0)
  return last > 0 ? String(last) : undefined
}
