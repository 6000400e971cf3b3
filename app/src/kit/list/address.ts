/** Parsers for the parameters of an address. Values that cannot be parsed are left out. */
import { type Checkable, check, type Day } from '~/core/core'

/** Parameters of an address before a list parses them. Links of the app set parsed values, addresses contain texts. */
export type Unparsed<Search> = { [Param in keyof Search]: Search[Param] | string }

/** Returns a parameter as text. */
export const parseText = (raw: unknown): string | undefined => (typeof raw === 'string' ? raw.trim() || undefined : undefined)

/** Accepts the boolean, too, because links of the app pass booleans. */
export const parseTrue = (raw: unknown): true | undefined => (raw === true || raw === 'true' ? true : undefined)
export const parseBoolean = (raw: unknown): boolean | undefined => (raw === false || raw === 'false' ? false : parseTrue(raw))

export const parseDay = (raw: unknown): Day | undefined => checked('day')(raw)

/** Returns a parser that keeps only values that core accepts as this kind of number or day. */
export const checked =
  (as: Checkable) =>
  (raw: unknown): string | undefined => {
    const typed = parseText(raw)
    return typed === undefined ? undefined : check(as, typed, 'en').value
  }

export const oneOf =
  <const Value extends string>(...values: readonly Value[]) =>
  (raw: unknown): Value | undefined =>
    values.find((value) => value === raw)

/** Splits a comma-separated list. */
export const splitList = (value: string | undefined): string[] => (value ?? '').split(',').filter(Boolean)
export const joinList = (values: readonly string[]): string | undefined => values.join(',') || undefined
