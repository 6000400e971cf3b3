/** Reading what an address says. What nobody understands is left out. */
import { type Checkable, check, type Day } from '../../core/core'

/** One number alone comes as such from the router; to us it is a text. */
export const textOf = (raw: unknown): string | undefined =>
  typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() || undefined : undefined

/** The address holds texts; the app's own links hold what is meant. */
export const yes = (raw: unknown): true | undefined => (raw === true || raw === 'true' ? true : undefined)
export const yesOrNo = (raw: unknown): boolean | undefined => (raw === false || raw === 'false' ? false : yes(raw))

export const dayOf = (raw: unknown): Day | undefined => checked('day')(raw)

/** What core takes as such a number or day. */
export const checked =
  (as: Checkable) =>
  (raw: unknown): string | undefined => {
    const typed = textOf(raw)
    return typed === undefined ? undefined : check(as, typed, 'en').value
  }

export const oneOf =
  <const Value extends string>(...values: readonly Value[]) =>
  (raw: unknown): Value | undefined =>
    values.find((value) => value === raw)

/** Several, parted by commas. */
export const parted = (value: string | undefined): string[] => (value ?? '').split(',').filter(Boolean)
export const joined = (values: readonly string[]): string | undefined => values.join(',') || undefined
