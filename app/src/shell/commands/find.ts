/** Finds commands by typed text. */

interface Findable {
  /** Its name. */
  label: string
  /** Other words by which it is found: its synonyms, and the section that it is in. */
  others?: string | undefined
}

const wordsOf = (text: string) => text.toLocaleLowerCase().split(/[\s›·]+/)

/** Whether the text contains every typed word. */
export const matches = (typed: string, text: string): boolean => {
  const shown = text.toLocaleLowerCase()
  return wordsOf(typed).every((word) => shown.includes(word))
}

/** Returns what is found, that whose name contains every typed word first. Another word is found by its beginning. */
export function find<Item extends Findable>(typed: string, items: readonly Item[]): Item[] {
  const [named, other] = [items.filter(({ label }) => matches(typed, label)), items.filter(({ label }) => !matches(typed, label))]
  const isFound = ({ label, others = '' }: Item) => {
    const known = wordsOf(others)
    return wordsOf(typed).every((word) => matches(word, label) || known.some((one) => one.startsWith(word)))
  }
  return [...named, ...other.filter(isFound)]
}
