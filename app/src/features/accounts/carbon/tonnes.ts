/** Emissions in tonnes. The answers of the portal have whole kilograms. */
import { numberShown } from '~/core/core'

/** Formats kilograms as tonnes with two decimals, so that a column is aligned and a small account is not zero. */
export function tonnesShown(kg: number): string {
  const hundredths = Math.round(Math.abs(kg) / 10)
  const sign = kg < 0 && hundredths > 0 ? '-' : ''
  return `${sign}${numberShown(Math.trunc(hundredths / 100))}.${String(hundredths % 100).padStart(2, '0')}`
}
