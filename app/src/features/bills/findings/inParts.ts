/** Splits a list into parts of at most `most` values, in order. */
export function inParts<Value>(values: readonly Value[], most: number): Value[][] {
  const parts: Value[][] = []
  for (let at = 0; at < values.length; at += most) parts.push(values.slice(at, at + most))
  return parts
}
