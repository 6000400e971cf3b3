/** Bills on hold, which a bulk selection leaves out. */
import { type HoldCause, type LeftOut, numberShown } from '~/core/core'
import type { Translate } from '~/words/useTranslation'

/** Returns why a bill on hold cannot be chosen at all. Undefined if it can be chosen alone. */
export const holdRefusal = (hold: HoldCause | null, t: Translate<'paying'>): string | undefined =>
  hold === 'batch' ? t('hold.causes.batch') : undefined

/** Returns the number of bills that were left out because they are on hold. */
export const countHeld = (leftOut: readonly LeftOut[]): number => leftOut.find(({ reason }) => reason === 'billOnHold')?.count ?? 0

/** Returns the text `1,998 of 2,000 bills, 2 on hold`. Undefined if no bill is on hold. */
export function heldNote(chosen: number, leftOut: readonly LeftOut[], t: Translate<'paying'>): string | undefined {
  const held = countHeld(leftOut)
  if (held === 0) return undefined
  return t('hold.note', { chosen: numberShown(chosen), all: numberShown(chosen + held), held: numberShown(held) })
}
