/**
 * The words of the screens, and the one way to look them up. A library for this weighs more than all else that the sign-in
 * page needs beside React, so these few lines stand in for it. Only those of the language on the screen are loaded, and of
 * those only the namespaces that it needs.
 */
import type { Language } from '../core/plain'
import { currentLanguage, keepLanguage } from './language'
import type { PortalFiles } from './portalFiles'
import { publicFiles, type WordFile } from './publicFiles'

type Files = typeof publicFiles & PortalFiles
type FileName = keyof Files
type In<Name extends FileName> = Files[Name] extends WordFile<infer Found> ? Found : never

/** These come in one file with others; each other namespace is a file of its own, of the same name. */
const together = {
  common: 'public',
  downloads: 'frame',
  form: 'frame',
  identity: 'public',
  list: 'frame',
  sentences: 'public',
  shell: 'frame',
} as const satisfies Record<keyof In<'public'> | keyof In<'frame'>, FileName>
/** Every screen behind the sign-in has them. */
type AlwaysThere = keyof typeof together

/** A namespace that is a file of its own. */
export type Alone = Exclude<FileName, 'frame' | 'public' | 'refusals'>

const fileOf = (name: Namespace): FileName => (name in together ? together[name as AlwaysThere] : (name as Alone))

type Words = In<'public'> & In<'frame'> & { [Name in Alone]: In<Name> }
export type Namespace = keyof Words
/** One namespace, or several, the first of which is meant where a key names none. */
export type Named = Namespace | readonly [Namespace, ...Namespace[]]

/** Of `bills_one` and `bills_other` the key is `bills`, with a `count` among the values. */
type Leaves<Part> = {
  [Key in keyof Part & string]: Part[Key] extends string
    ? Key extends `${infer Stem}_${'one' | 'other'}`
      ? Stem
      : Key
    : `${Key}.${Leaves<Part[Key]>}`
}[keyof Part & string]

type OwnKeys<Names extends Named> = Names extends Namespace
  ? Leaves<Words[Names]>
  : Names extends readonly [infer First extends Namespace, ...unknown[]]
    ? Leaves<Words[First]>
    : never
type WithName = { [Name in Namespace]: `${Name}:${Leaves<Words[Name]>}` }
type KeysWithName<Names extends Named> = Names extends Namespace
  ? WithName[Names]
  : Names extends readonly (infer Name extends Namespace)[]
    ? WithName[Name]
    : never

/** A key of the first namespace; one of any that is named or always there, behind its name: `common:skip`. */
export type KeyOf<Names extends Named> = string & (OwnKeys<Names> | KeysWithName<Names> | WithName[AlwaysThere])
export type Values = Record<string, string | number>

type Tree = { [key: string]: string | Tree }

const files: Partial<Record<FileName, WordFile<object>>> = { ...publicFiles }

/** Those behind the sign-in are known there only. */
export const knowFiles = (more: typeof files) => Object.assign(files, more)

const words: Record<Language, Tree> = { en: {}, ms: {} }
const asked: Record<Language, Map<FileName, Promise<void>>> = { en: new Map(), ms: new Map() }
const failed = new Set<Promise<void>>()
/** The files that were asked for: another language needs them too. */
const wanted = new Set<FileName>()

async function fetchFile(name: FileName, language: Language) {
  const file = files[name]
  if (!file) throw new Error(`nobody knows where the words of ${name} are`)
  const { default: loaded } = await file[language]()
  const isOfSeveral = name === 'public' || name === 'frame' || name === 'refusals'
  Object.assign(words[language], isOfSeveral ? loaded : { [name]: loaded })
}

/** Asks for a file once, and again where it could not be loaded. */
function load(name: FileName, language: Language): Promise<void> {
  wanted.add(name)
  const known = asked[language].get(name)
  if (known && !failed.has(known)) return known
  const coming = fetchFile(name, language)
  asked[language].set(name, coming)
  coming.catch(() => failed.add(coming))
  return coming
}

/** Loads a file in the language on the screen, even when that changes meanwhile. */
export async function loadWords(name: FileName): Promise<void> {
  const language = currentLanguage()
  await load(name, language)
  if (language !== currentLanguage()) await loadWords(name)
}

/** Code together with its words, so that neither waits for the other. */
export const withWords =
  <Code>(names: readonly Alone[], fetch: () => Promise<Code>) =>
  async (): Promise<Code> => {
    const [code] = await Promise.all([fetch(), ...names.map(loadWords)])
    return code
  }

/**
 * What is awaited before these namespaces can be read; undefined once all are there. It is the same promise while it is awaited,
 * and stays so when it fails: asked anew each time that a component is drawn, it would be asked for without end.
 */
export function awaited(names: readonly Namespace[], language: Language): Promise<void> | undefined {
  const missing = names.filter((name) => !(name in words[language])).map(fileOf)
  return missing.map((name) => asked[language].get(name) ?? load(name, language))[0]
}

/** What could not be loaded is asked for anew by whoever is drawn next. */
export function forgetFailed() {
  for (const ofLanguage of Object.values(asked)) {
    for (const [name, coming] of ofLanguage) if (failed.has(coming)) ofLanguage.delete(name)
  }
  failed.clear()
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

let chosenLast: Language | undefined

/**
 * Switches in place, once the words have come, also those that are asked for meanwhile; forms keep what was typed. False where
 * another language was chosen before they had come.
 */
export async function speak(language: Language): Promise<boolean> {
  chosenLast = language
  sessionStorage.setItem(chosenKey, language)
  try {
    for (let loaded = 0; loaded < wanted.size; ) {
      loaded = wanted.size
      await Promise.all([...wanted].map((name) => load(name, language)))
    }
  } catch {
    // The line broke, or a new version has come: loading the page anew says which, or brings the words.
    if (chosenLast !== language) return false
    keepLanguage(language)
    location.reload()
    return true
  }
  if (chosenLast !== language) return false
  keepLanguage(language)
  return true
}

keepLanguage(currentLanguage())
