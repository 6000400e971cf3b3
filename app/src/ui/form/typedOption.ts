/** Which options of a combo box a typed text stands for. Case, spaces and diacritics do not matter. */
import type { Option } from './Options'

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase()

const canBeChosen = ({ whyNot }: Option) => whyNot === undefined

/** Returns the options whose labels contain the text. */
export function matchingOptions(options: readonly Option[], text: string): readonly Option[] {
  const part = fold(text)
  return part === '' ? options : options.filter(({ label }) => fold(label).includes(part))
}

function namedOptions(matches: readonly Option[], text: string) {
  const name = fold(text)
  return matches.filter(({ label, code }) => fold(label) === name || (code !== undefined && fold(code) === name))
}

/** Returns the option that the text names, or the only one of the matches. Undefined if there is none, or if it cannot be chosen. */
export function typedOption(matches: readonly Option[], text: string): Option | undefined {
  const named = namedOptions(matches, text)
  const meant = named.length > 0 ? named : matches.filter(canBeChosen)
  return meant.length === 1 ? meant.find(canBeChosen) : undefined
}

/** Returns the option to highlight while the user types: the one that the text names, or the first. */
export const highlightedOption = (matches: readonly Option[], text: string): Option | undefined =>
  namedOptions(matches, text).find(canBeChosen) ?? matches.find(canBeChosen)

/** Returns why the text stands for no option: nothing matches, several do, or the option cannot be chosen. */
export function typedProblem(
  matches: readonly Option[],
  text: string,
): { is: 'none' } | { is: 'several'; count: number } | { is: 'closed'; option: Option } {
  const closed = namedOptions(matches, text)[0] ?? (matches.some(canBeChosen) ? undefined : matches[0])
  if (closed && !canBeChosen(closed)) return { is: 'closed', option: closed }
  const count = matches.filter(canBeChosen).length
  return count === 0 ? { is: 'none' } : { is: 'several', count }
}
