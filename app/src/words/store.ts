/**
 * The words of the screens, and the one way to look them up. A library for this weighs more than all else that the sign-in
 * page needs beside React, so these few lines stand in for it. Only those of the language on the screen are loaded.
 */
import type { Language } from '../core/plain'
import type { words as helpWords } from './en/helpWords'
import type { words as identityWords } from './en/identityWords'
import type { words as portalWords } from './en/portalWords'
import type { words as publicWords } from './en/publicWords'
import type { words as staffWords } from './en/staffWords'
import type { words as tourWords } from './en/tourWords'
import { currentLanguage, keepLanguage } from './language'

type Words = typeof publicWords & typeof identityWords & typeof helpWords & typeof portalWords & typeof staffWords & typeof tourWords
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

/** The parts that are loaded by themselves. */
const parts = {
  public: { en: () => import('./en/publicWords'), ms: () => import('./ms/publicWords') },
  identity: { en: () => import('./en/identityWords'), ms: () => import('./ms/identityWords') },
  help: { en: () => import('./en/helpWords'), ms: () => import('./ms/helpWords') },
  portal: { en: () => import('./en/portalWords'), ms: () => import('./ms/portalWords') },
  staff: { en: () => import('./en/staffWords'), ms: () => import('./ms/staffWords') },
  refusals: { en: () => import('./en/refusalWords'), ms: () => import('./ms/refusalWords') },
  tours: { en: () => import('./en/tourWords'), ms: () => import('./ms/tourWords') },
} satisfies Record<string, Record<Language, () => Promise<{ words: Partial<Words> }>>>
type Part = keyof typeof parts

const words: Record<Language, Tree> = { en: {}, ms: {} }
/** The parts that were asked for: another language needs them too. */
const wanted = new Set<Part>()

async function load(part: Part, language: Language) {
  const { words: loaded } = await parts[part][language]()
  Object.assign(words[language], loaded)
}

/** Loads a part in the language on the screen, even when that changes meanwhile. */
export async function loadWords(part: Part): Promise<void> {
  wanted.add(part)
  const language = currentLanguage()
  await load(part, language)
  if (language !== currentLanguage()) await loadWords(part)
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

/** Switches in place, once the words have come; forms keep what was typed. */
export async function speak(language: Language) {
  sessionStorage.setItem(chosenKey, language)
  try {
    await Promise.all([...wanted].map((part) => load(part, language)))
  } catch {
    // The line broke, or a new version has come: loading the page anew says which, or brings the words.
    keepLanguage(language)
    return location.reload()
  }
  keepLanguage(language)
}

keepLanguage(currentLanguage())
