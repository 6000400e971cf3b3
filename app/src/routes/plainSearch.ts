/**
 * Parses addresses with plain texts (`?search=200000000017`) instead of JSON, in which a long number would lose its last
 * digits.
 */
import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

function noJson(): never {
  throw new SyntaxError('addresses contain no JSON')
}

export const parseSearch = parseSearchWith(noJson)
export const stringifySearch = stringifySearchWith(JSON.stringify, noJson)
