/** Shares of a batch's bills. */
import { numberShown } from '../../../core/core'

/** Formats hundredths of a percent: `33.33%`, `5%`. */
export function shareShown(hundredths: number): string {
  const rest = (hundredths % 100).toString().padStart(2, '0').replace(/0+$/, '')
  return `${numberShown(Math.trunc(hundredths / 100))}${rest && `.${rest}`}%`
}
