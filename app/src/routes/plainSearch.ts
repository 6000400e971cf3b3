/** Addresses hold plain texts (`?search=200000000017`), no JSON: read as a number, a long one would lose its last digits. */
import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

function noJson(): never {
  throw new SyntaxError('an address holds no JSON')
}

export const parseSearch = parseSearchWith(noJson)
export const stringifySearch = stringifySearchWith(JSON.stringify, noJson)
