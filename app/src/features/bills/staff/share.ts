/** Shares of a batch's bills. */
import { numberShown } from '~/core/core'

/** Formats a share with at most one decimal: `33.3%`, `5%`. A share that is not zero is at least `0.1%`. */
export function shareShown(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '0%'
  const tenths = Math.max(1, Math.round((part * 1000) / whole))
  const rest = tenths % 10
  return `${numberShown(Math.trunc(tenths / 10))}${rest === 0 ? '' : `.${rest}`}%`
}
