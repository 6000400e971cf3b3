/** Bills on hold, which a selection of many bills leaves out. */
import { type HoldCause, type LeftOut, numberShown } from '../../core/core'
import type { Translate } from '../../words/useTranslation'

/** Returns why a bill on hold cannot be chosen, not even alone; nothing if it can. */
export const holdRefusal = (hold: HoldCause | null, t: Translate<'paying'>): string | undefined =>
  hold === 'batch' ? t('hold.causes.batch') : undefined

/** Returns the number of bills that were left out because they are on hold. */
export const countHeld = (leftOut: readonly LeftOut[]): number => leftOut.find(({ reason }) => reason === 'billOnHold')?.count ?? 0

/** Says how many bills were selected and how many are on hold; nothing if none is: `1,998 of 2,000 bills, 2 on hold`. */
export function heldNote(chosen: number, leftOut: readonly LeftOut[], t: Translate<'paying'>): string | undefined {
  const held = countHeld(leftOut)
  if (held === 0) return undefined
  return t('hold.note', { chosen: numberShown(chosen), all: numberShown(chosen + held), held: numberShown(held) })
}
