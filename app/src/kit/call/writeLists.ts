/** Sends a long list of numbers as one text, which the firewalls in front of a portal accept (docs/http.md#lists-of-numbers). */
import { numberLists, writeNumbers } from '~/core/core'

/** A shorter list stays an array, which the previous version of the server reads, too. */
const shortest = 100

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string')

/** Returns the value of a request's field as it is sent. */
export function writeList(name: string, value: unknown): unknown {
  if (!numberLists.includes(name) || !isTexts(value) || value.length < shortest) return value
  return writeNumbers(value.toSorted()) ?? value
}
