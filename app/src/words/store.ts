/**
 * The words of the screens in both languages, and the one way to look them up. A library for this weighs more
 * than all else that the sign-in page needs beside React, so these few lines stand in for it.
 */
import type { Language } from '../core/first'
import commonEn from './en/common.json'
import identityEn from './en/identity.json'
import type { IdentityPagesWords } from './identityPages'
import { currentLanguage, keepLanguage } from './language'
import commonMs from './ms/common.json'
import identityMs from './ms/identity.json'
import type { PortalWords } from './portal'

interface PublicWords {
  common: typeof commonEn
  identity: typeof identityEn
}
interface LaterWords extends PortalWords {
  identityPages: IdentityPagesWords
}
type Words = PublicWords & LaterWords
export type Namespace = keyof Words

/** Of `bills_one` and `bills_other` the key is `bills`, with a `count` among the values. */
type Leaves<Part> = {
  [Key in keyof Part & string]: Part[Key] extends string
    ? Key extends `${infer Stem}_${'one' | 'other'}`
      ? Stem
      : Key
    : `${Key}.${Leaves<Part[Key]>}`
}[keyof Part & string]

/** A key of the first namespace, or one of another behind its name: `common:skip`. */
export type KeyOf<First extends Namespace> = Leaves<Words[First]> | { [Other in Namespace]: `${Other}:${Leaves<Words[Other]>}` }[Namespace]
export type Values = Record<string, string | number>

type Tree = { [key: string]: string | Tree }

/** What every page needs, the sign-in page too. The rest joins through `identityPages.ts` and `portal.ts`. */
const first: Record<Language, PublicWords> = {
  en: { common: commonEn, identity: identityEn },
  ms: { common: commonMs, identity: identityMs },
}
const words: Record<Language, Tree> = { en: { ...first.en }, ms: { ...first.ms } }

export function join(more: Record<Language, Partial<LaterWords>>) {
  Object.assign(words.en, more.en)
  Object.assign(words.ms, more.ms)
}

export function lookUp(language: Language, namespace: Namespace, key: string, values: Values): string {
  const [, other, rest] = /^(\w+):(.+)$/.exec(key) ?? []
  const path = (rest ?? key).split('.')
  const last = path.pop() ?? ''
  const branch = path.reduce<string | Tree | undefined>(
    (part, step) => (typeof part === 'object' ? part[step] : undefined),
    words[language][other ?? namespace],
  )
  const leaf = typeof branch === 'object' ? (branch[last] ?? branch[`${last}_${pluralForm(language, values.count)}`]) : undefined
  if (typeof leaf !== 'string') throw new Error(`there are no words for ${namespace}:${key} in ${language}`)
  return leaf.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

const pluralForm = (language: Language, count: string | number | undefined) => new Intl.PluralRules(language).select(Number(count))

const chosenKey = 'gridbill.languageChosen'

/** Whether the language was chosen in this tab since it was asked last. */
export function wasLanguageChosen(): boolean {
  const was = sessionStorage.getItem(chosenKey) !== null
  sessionStorage.removeItem(chosenKey)
  return was
}

/** Switches in place; forms keep what was typed. */
export function speak(language: Language) {
  keepLanguage(language)
  sessionStorage.setItem(chosenKey, language)
}

keepLanguage(currentLanguage())
