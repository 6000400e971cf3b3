/** The newest notification on show, up to which all are meant: of two that were told at once the older one may have the higher id. */
import type { Notification } from '../../core/core'

export function newestId(shown: readonly Pick<Notification, 'id'>[]): string | undefined {
  const last = shown.reduce((highest, { id }) => Math.max(highest, Number(id)), 0)
  return last > 0 ? String(last) : undefined
}
