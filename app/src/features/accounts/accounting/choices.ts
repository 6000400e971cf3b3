/** The choices of an accounting profile, in the order in which forms show them. A choice of core that is missing here does not compile. */
import type {
  AccountingDateFormat,
  AccountingEncoding,
  AccountingLayout,
  AccountingNumberFormat,
  AccountingPreset,
  AccountingSchedule,
  AccountingSeparator,
} from '~/core/core'

const keysOf = <Name extends string>(all: Record<Name, true>) => Object.keys(all) as Name[]

export const presets = keysOf<AccountingPreset>({
  xeroBills: true,
  sqlAccount: true,
  journal: true,
  own: true,
})
export const layouts = keysOf<AccountingLayout>({ lines: true, balancedLines: true, masterDetail: true, twoFiles: true })
export const separators = keysOf<AccountingSeparator>({ comma: true, semicolon: true, tab: true, pipe: true })
export const dates = keysOf<AccountingDateFormat>({
  yearMonthDay: true,
  yearSlashMonthSlashDay: true,
  dayMonthYear: true,
  monthDayYear: true,
  compact: true,
})
export const numberFormats = keysOf<AccountingNumberFormat>({ point: true, groupedPoint: true, comma: true })
export const encodings = keysOf<AccountingEncoding>({ utf8: true, utf8Bom: true, windows1252: true })
export const schedules = keysOf<AccountingSchedule>({ manual: true, daily: true, afterBatch: true })

/** The program with which a new profile begins, from the address. */
export const readPreset = ({ preset }: Record<string, unknown>): { preset?: AccountingPreset | undefined } => {
  const found = presets.find((one) => one === preset)
  return found ? { preset: found } : {}
}
