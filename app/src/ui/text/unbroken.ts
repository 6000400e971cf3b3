const wordJoiner = '\u2060'

/** A number with hyphens, which does not go on in the next line after one of them. */
export const unbroken = (number: string) => number.replaceAll('-', `${wordJoiner}-${wordJoiner}`)
