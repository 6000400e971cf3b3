/**
 * Loads and looks up the words of the screens. Loads only the current language, and only the namespaces that a screen
 * needs. Written here, because a library would be the largest part of the sign-in page after React.
 */
import type { Language } from '../core/generatedData'
import { currentLanguage, setLanguage } from './language'
import type { PortalFiles } from './portalFiles'
import { files, type publicFiles, type WordFile } from './publicFiles'

type Files = typeof publicFiles & PortalFiles
type FileName = keyof Files
type WordsOf<Name extends FileName> = Files[Name] extends WordFile<infer Found> ? Found : never

/** Namespaces that share a file. Every other namespace has a file with its name. */
const sharedFiles = {
  common: 'public',
  downloads: 'frame',
  form: 'frame',
  identity: 'public',
  list: 'frame',
  sentences: 'public',
  shell: 'frame',
} as const satisfies Record<keyof WordsOf<'public'> | keyof WordsOf<'frame'>, FileName>
/** Namespaces that every signed-in screen has. */
type SharedNamespace = keyof typeof sharedFiles

/** A namespace with its own file. */
export type OwnFileNamespace = Exclude<FileName, 'frame' | 'public' | 'refusals'>

const fileOf = (name: Namespace): FileName => (name in sharedFiles ? sharedFiles[name as SharedNamespace] : (name as OwnFileNamespace))

type Words = WordsOf<'public'> & WordsOf<'frame'> & { [Name in OwnFileNamespace]: WordsOf<Name> }
export type Namespace = keyof Words
/** A namespace, or several. The first is used for keys without a namespace. */
export type Namespaces = Namespace | readonly [Namespace, ...Namespace[]]

/** The keys of a namespace. `bills_one` and `bills_other` form the key `bills`, with a `count` among the values. */
type Leaves<Part> = {
  [Key in keyof Part & string]: Part[Key] extends string
    ? Key extends `${infer Stem}_${'one' | 'other'}`
      ? Stem
      : Key
    : `${Key}.${Leaves<Part[Key]>}`
}[keyof Part & string]

type OwnKeys<Names extends Namespaces> = Names extends Namespace
  ? Leaves<Words[Names]>
  : Names extends readonly [infer First extends Namespace, ...unknown[]]
    ? Leaves<Words[First]>
    : never
type WithName = { [Name in Namespace]: `${Name}:${Leaves<Words[Name]>}` }
type KeysWithName<Names extends Namespaces> = Names extends Namespace
  ? WithName[Names]
  : Names extends readonly (infer Name extends Namespace)[]
    ? WithName[Name]
    : never

/** A key of the first namespace, or a key with a prefix, such as `common:skip`, of a listed or always available namespace. */
export type KeyOf<Names extends Namespaces> = string & (OwnKeys<Names> | KeysWithName<Names> | WithName[SharedNamespace])
export type Values = Record<string, string | number>

type Tree = { [key: string]: string | Tree }

const words: Record<Language, Tree> = { en: {}, ms: {} }
const requests: Record<Language, Map<FileName, Promise<void>>> = { en: new Map(), ms: new Map() }
const failed = new Set<Promise<void>>()
/** The files requested so far. A new language needs them, too. */
const requestedFiles = new Set<FileName>()

async function fetchFile(name: FileName, language: Language) {
  const file = files[name]
  if (!file) throw new Error(`there is no word file for ${name}`)
  const { default: loaded } = await file[language]()
  const isShared = name === 'public' || name === 'frame' || name === 'refusals'
  Object.assign(words[language], isShared ? loaded : { [name]: loaded })
}

/** Loads a file once, and again after a failure. */
function load(name: FileName, language: Language): Promise<void> {
  requestedFiles.add(name)
  const pending = requests[language].get(name)
  if (pending && !failed.has(pending)) return pending
  const request = fetchFile(name, language)
  requests[language].set(name, request)
  request.then(
    // React reads a promise with this field without waiting.
    () => Object.assign(request, { status: 'fulfilled' }),
    () => failed.add(request),
  )
  return request
}

/** Loads a file in the current language, even if the language changes meanwhile. */
export async function loadWords(name: FileName): Promise<void> {
  const language = currentLanguage()
  await load(name, language)
  if (language !== currentLanguage()) await loadWords(name)
}

/** Loads code and its words in parallel. */
export const withWords =
  <Code>(names: readonly OwnFileNamespace[], fetch: () => Promise<Code>) =>
  async (): Promise<Code> => {
    const [code] = await Promise.all([fetch(), ...names.map(loadWords)])
    return code
  }

/**
 * Returns the requests of the namespaces' files. Returns the same promises each time, also after a failure, because a new promise in
 * each render would request the file endlessly.
 */
export const requestsOf = (names: readonly Namespace[], language: Language): Promise<void>[] =>
  names.map(fileOf).map((name) => requests[language].get(name) ?? load(name, language))

/** Forgets failed files, so that the next render requests them again. */
export function resetFailedFiles() {
  for (const ofLanguage of Object.values(requests)) {
    for (const [name, request] of ofLanguage) if (failed.has(request)) ofLanguage.delete(name)
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
  // Malay has no plural forms, but says some things of one otherwise than of several: "this finding", "all 20 bills".
  const form = Number(values.count) === 1 ? 'one' : 'other'
  const leaf = typeof branch === 'object' ? (branch[last] ?? branch[`${last}_${form}`]) : undefined
  if (typeof leaf !== 'string') throw new Error(`there are no words for ${namespace}:${key} in ${language}`)
  return leaf.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

const chosenKey = 'gridbill.languageChosen'

/** Returns whether the user chose a language in this tab since the last call, and clears the mark. */
export function takeLanguageChoice(): boolean {
  const was = sessionStorage.getItem(chosenKey) !== null
  sessionStorage.removeItem(chosenKey)
  return was
}

let lastChoice: Language | undefined

/**
 * Changes the language once its words are loaded, including those requested meanwhile. Needs no page load, so forms keep
 * typed values. Returns false if another language was chosen meanwhile. `reload` is called after a failure.
 */
export async function changeLanguage(language: Language, reload = () => location.reload()): Promise<boolean> {
  lastChoice = language
  sessionStorage.setItem(chosenKey, language)
  try {
    for (let loaded = 0; loaded < requestedFiles.size; ) {
      loaded = requestedFiles.size
      await Promise.all([...requestedFiles].map((name) => load(name, language)))
    }
  } catch {
    // The connection failed, or a new version was deployed. A reload shows the failure, or loads the new version.
    if (lastChoice !== language) return false
    setLanguage(language)
    reload()
    return true
  }
  if (lastChoice !== language) return false
  setLanguage(language)
  return true
}

setLanguage(currentLanguage())
