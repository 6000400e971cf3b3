const wordJoiner = '\u2060'

/** Prevents a number with hyphens from breaking across lines. */
export const unbroken = (number: string) => number.replaceAll('-', `${wordJoiner}-${wordJoiner}`)
