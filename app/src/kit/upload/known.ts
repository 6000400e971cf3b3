/** Compares a list with the company's known accounts: finds missing accounts and typing errors. */
import type { Row } from './list'

const digits = [...'0123456789']

/** Yields all texts that differ from a number by one digit: changed, inserted or removed. */
function* oneDigitAway(number: string): Generator<string> {
  for (let at = 0; at <= number.length; at++) {
    const [before, after] = [number.slice(0, at), number.slice(at)]
    if (after) yield before + after.slice(1)
    for (const digit of digits) {
      if (after) yield before + digit + after.slice(1)
      yield before + digit + after
    }
  }
}

const withoutSeparators = (typed: string) => typed.replace(/[\s-]/g, '')

/** Returns the account that the user probably meant: the only unlisted known account that differs by one digit. */
export function suggestAccount(typed: string, known: ReadonlySet<string>, listed: ReadonlySet<string>): string | undefined {
  const near = new Set([...oneDigitAway(withoutSeparators(typed))].filter((number) => known.has(number) && !listed.has(number)))
  const [only] = near
  return near.size === 1 ? only : undefined
}

export const listedNumbers = (rows: readonly Row[]): ReadonlySet<string> =>
  new Set(rows.map(({ accountNo }) => withoutSeparators(accountNo)))

export const missingFrom = (known: ReadonlySet<string>, listed: ReadonlySet<string>): string[] =>
  [...known].filter((number) => !listed.has(number))
