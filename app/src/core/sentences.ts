/** The loaded sentences of refusals, for packages of rules that load later. */
import type { Language } from './generatedData'

type GiveSentences = (sentences: readonly string[], language: Language) => boolean

const stored = new Map<Language, readonly string[]>()
const packages: GiveSentences[] = []

function give(giveSentences: GiveSentences, sentences: readonly string[], language: Language) {
  if (!giveSentences(sentences, language)) throw new Error('the rules and the sentences have different codes')
}

/** Stores the sentences of a language, and gives them to the packages that have loaded. */
export function storeSentences(sentences: readonly string[], language: Language) {
  stored.set(language, sentences)
  for (const giveSentences of packages) give(giveSentences, sentences, language)
}

/** Gives a package the sentences of the languages that have loaded, and of those that load later. */
export function addSentencesTo(giveSentences: GiveSentences) {
  packages.push(giveSentences)
  for (const [language, sentences] of stored) give(giveSentences, sentences, language)
}
