/**
 * Parses addresses with plain texts (`?search=200000000017`) instead of JSON, in which a long number would lose its last
 * digits.
 */
import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

function noJson(): never {
  throw new SyntaxError('addresses contain no JSON')
}

const parseValues = parseSearchWith(noJson)

/** Parses an address. A number stays a text: the router converts only texts that the number gives back unchanged. */
export const parseSearch: typeof parseValues = (address) =>
  Object.fromEntries(
    Object.entries(parseValues(address)).map(([param, value]) => [param, typeof value === 'number' ? String(value) : value]),
  )

export const stringifySearch = stringifySearchWith(JSON.stringify, noJson)
