/**
 * Returns the highest ID of the rows, for actions on all notifications up to these rows. The first row may not have the highest ID:
 * of two notifications created at the same time, the older can have the higher ID.
 */
import type { Notification } from '~/core/core'

export function newestId(rows: readonly Pick<Notification, 'id'>[]): string | undefined {
  const last = rows.reduce((highest, { id }) => Math.max(highest, Number(id)), 0)
  return last > 0 ? String(last) : undefined
}
