/**
 * The form of a coding. Its rows have keys of their own, so that fields keep their focus when a row before them is removed. Core checks
 * the coding; the form reads the percentages and days that were typed.
 */
import { checkCoding, checkParts, parseShare, percentOf } from 'gridbill-core/accounting'
import { type CodingPart, type CodingPeriod, check, type ErrorBody, type Language } from '~/core/core'
import { withSentences } from '~/kit/form/withSentences'
import type { FormError } from '~/ui/form/ErrorSummary'

export interface PartEntry {
  key: string
  code: string
  /** As typed, in percent. */
  share: string
  ledgerAccount: string
}

export interface PeriodEntry {
  key: string
  from: string
  /** Empty without an end. */
  until: string
  parts: readonly PartEntry[]
}

let keys = 0
const newKey = () => String(++keys)

export const newPart = (share = ''): PartEntry => ({ key: newKey(), code: '', share, ledgerAccount: '' })
export const newPeriod = (from: string): PeriodEntry => ({ key: newKey(), from, until: '', parts: [newPart('100')] })

export const partsEntryOf = (parts: readonly CodingPart[]): PartEntry[] =>
  parts.map(({ code, share, ledgerAccount }) => ({ key: newKey(), code, share: percentOf(share), ledgerAccount }))

export const entryOf = (periods: readonly CodingPeriod[]): PeriodEntry[] =>
  periods.map(({ from, until, parts }) => ({ key: newKey(), from, until: until ?? '', parts: partsEntryOf(parts) }))

/** A share that cannot be read counts as nothing, which core refuses. */
const shareOf = (typed: string, language: Language) => parseShare(typed, language).value ?? 0

/** The sum of the shares, in percent. */
export const totalOf = (parts: readonly PartEntry[], language: Language) =>
  percentOf(parts.reduce((sum, { share }) => sum + shareOf(share, language), 0))

export const partsOf = (parts: readonly PartEntry[], language: Language): CodingPart[] =>
  parts.map(({ code, share, ledgerAccount }) => ({ code, share: shareOf(share, language), ledgerAccount }))

export const periodsOf = (entries: readonly PeriodEntry[], language: Language): CodingPeriod[] =>
  entries.map(({ from, until, parts }) => ({ from, until: until === '' ? null : until, parts: partsOf(parts, language) }))

const errorsOf = (refused: ErrorBody | undefined, language: Language): FormError[] =>
  withSentences(refused, language).fields.map(({ field, message }) => ({ id: field, message }))

/** Returns the refusals of the periods: days that cannot be read, then core's. */
export function problemsOf(entries: readonly PeriodEntry[], known: readonly string[], language: Language): FormError[] {
  const unread = entries.flatMap(({ from, until }, place) =>
    Object.entries({ from, ...(until !== '' && { until }) }).flatMap(([field, day]) => {
      const refused = check('day', day, language).error
      return refused ? [{ id: `periods.${place}.${field}`, message: refused.errorMessage }] : []
    }),
  )
  if (unread.length > 0) return unread
  return errorsOf(checkCoding(periodsOf(entries, language), known, language).error, language)
}

/** Returns the refusals of a group's default. Without parts it ends the default, which is allowed. */
export const problemsOfParts = (parts: readonly PartEntry[], known: readonly string[], language: Language): FormError[] =>
  parts.length === 0 ? [] : errorsOf(checkParts(partsOf(parts, language), known, language).error, language)

/** Replaces an element of a list, or removes it. */
export const replaced = <Row extends { key: string }>(rows: readonly Row[], key: string, next: Row | undefined): Row[] =>
  rows.flatMap((row) => (row.key === key ? (next ?? []) : row))

/** Passes the form's refusals to `useForm`, which shows them at one field. */
export const atField = (field: string, problems: readonly FormError[]) => ({
  fields: problems.slice(0, 1).map(({ message }) => ({ field, code: 'codingPartsRequired' as const, params: {}, message })),
})
