/** What a list of accounts lacks or mistypes, by the accounts that the company is known to have and could add. */
import type { Row } from './list'

const digits = [...'0123456789']

/** All texts that differ in one digit: another one, one too many, or one too few. */
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

const plain = (typed: string) => typed.replace(/[\s-]/g, '')

/** The one account that was meant, if only one comes near. What is in the list already was not. */
export function meant(typed: string, known: ReadonlySet<string>, listed: ReadonlySet<string>): string | undefined {
  const near = new Set([...oneDigitAway(plain(typed))].filter((number) => known.has(number) && !listed.has(number)))
  const [only] = near
  return near.size === 1 ? only : undefined
}

export const listedNumbers = (rows: readonly Row[]): ReadonlySet<string> => new Set(rows.map(({ accountNo }) => plain(accountNo)))

export const missingFrom = (known: ReadonlySet<string>, listed: ReadonlySet<string>): string[] =>
  [...known].filter((number) => !listed.has(number))
