/** Screens and lazily loaded modules are loaded with exactly the words that their code uses. */
import { posix } from 'node:path'
import { expect, test, vi } from 'vitest'
import { paths } from '../src/core/links'
import { screenWords } from '../src/routes/screenWords'
import frameWords from '../src/words/en/frameWords'
import publicWords from '../src/words/en/publicWords'

vi.mock('../src/words/language', () => ({ currentLanguage: () => 'en', setLanguage: () => {} }))

const sources = import.meta.glob<string>('../src/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
const read = (file: string) => sources[file] ?? ''
const alwaysThere = new Set(Object.keys({ ...publicWords, ...frameWords }))

/** Returns the names in `'bills'` or `['bills', 'groups']`. */
const namesIn = (written: string) => [...written.matchAll(/\w+/g)].map(([name]) => name)

const given = `('\\w+'|\\[[^\\]]*\\])`
const lists = new Map(
  Object.values(sources).flatMap((text) =>
    [...text.matchAll(new RegExp(`^export const (\\w+) = list\\('\\w+', ${given}`, 'gm'))].map(
      ([, name = '', written = '']) => [name, namesIn(written)] as const,
    ),
  ),
)

function resolve(from: string, path: string): string[] {
  const to = path.startsWith('~/') ? `../src/${path.slice(2)}` : posix.join(posix.dirname(from), path)
  return [`${to}.ts`, `${to}.tsx`].filter((file) => file in sources)
}

/** Computes a value once for each file, because most files are imported by many. */
function once<Value>(of: (file: string) => Value) {
  const known = new Map<string, Value>()
  return (file: string) => {
    const value = known.get(file) ?? of(file)
    known.set(file, value)
    return value
  }
}

/** Returns a file's static imports: names and source. */
const imports = once((file) =>
  [...read(file).matchAll(/^(?:import (?!type )(?:([\w$*{},\s]+) from )?|export (?:\*|\{[^}]*\}) from )'([.~][^']+)'/gm)].map(
    ([, names = '', path = '']) => ({ names: namesIn(names), files: resolve(file, path) }),
  ),
)

/** Returns the file and all files that it imports statically, directly or not. */
function importClosure(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const { files } of imports(file)) for (const next of files) importClosure(next, found)
  return found
}

/** Returns the namespaces that a file uses itself. */
const usedBy = once((file): string[] => [
  ...[...read(file).matchAll(new RegExp(`useTranslation\\(${given}\\)|^ +list\\(name, ${given}`, 'gm'))].flatMap(([, hook, ofList]) =>
    namesIn(hook ?? ofList ?? ''),
  ),
  // A file may declare several lists. Only imported lists count.
  ...imports(file).flatMap(({ names }) => names.flatMap((name) => lists.get(name) ?? [])),
])

/** Returns the namespaces that must be loaded before a file's exports are rendered. */
const namespacesOf = (file: string) => new Set([...importClosure(file)].flatMap(usedBy).filter((name) => !alwaysThere.has(name)))

const routes = '../src/routes/routes.ts'
const screens = ['customers', 'staff', 'routes'].flatMap((file) =>
  [...read(`../src/routes/${file}.ts`).matchAll(/\bscreen\(paths\.(\w+), (?:\(\) => import\('([^']+)'\)|messages)/g)].map(
    ([, name = '', from = '../kit/page/Message']) => {
      const path: string = paths[name as keyof typeof paths]
      return { path, file: resolve(routes, from)[0] ?? '' }
    },
  ),
)

test('every screen has its words', () => {
  expect(screens.map(({ path }) => path).sort()).toEqual(Object.keys(screenWords).sort())
  expect(lists.size).toBeGreaterThan(30)
  const needed = Object.fromEntries(screens.map(({ path, file }) => [path, [...namespacesOf(file)].sort()]))
  const declared = Object.fromEntries(Object.entries(screenWords).map(([path, names]) => [path, [...names].sort()]))
  expect(declared).toEqual(needed)
})

/** Matches dynamic imports, with the words that `withWords` names for them. */
const dynamicImports = /(?:\bwithWords\((\[[^\]]*\]),(?:(?!withWords\()[\s\S])*?)?\bimport\('([.~][^']+)'\)/g

test('a module that loads later names the words that its importer does not have', () => {
  for (const file of Object.keys(sources).filter((one) => /^\.\.\/src\/(features|kit|shell)\//.test(one))) {
    const loaded = namespacesOf(file)
    for (const [, written = '', path = ''] of read(file).matchAll(dynamicImports)) {
      const needed = resolve(file, path).flatMap((piece) => [...namespacesOf(piece)].filter((name) => !loaded.has(name)))
      expect({ file, path, words: namesIn(written).sort() }).toEqual({ file, path, words: needed.sort() })
    }
  }
})

test('the frame uses only the words that every screen has', () => {
  expect([...namespacesOf('../src/shell/Shell.tsx')]).toEqual([])
})

const englishFiles = import.meta.glob<object>('../src/words/en/*.json', { import: 'default', eager: true })

/** Returns the texts of a word file, by key. */
const textsOf = (words: object, prefix: string): [string, string][] =>
  Object.entries(words).flatMap(([key, text]: [string, string | object]) =>
    typeof text === 'string' ? [[`${prefix}.${key}`, text]] : textsOf(text, `${prefix}.${key}`),
  )

/** Texts whose number is never 1, or never the number of the noun. */
const alwaysSeveral = [
  'accounting.preview.first',
  'apiDocs.guide.errors.all',
  'bankStatements.match.paymentsOf',
  'bills.details.usedSummary',
  'common.ui.severalOptions',
  'findings.settings.inUse',
  'list.print.part',
  'list.print.partExport',
  'list.print.partOnly',
  'operations.limits.unit.months',
  'operations.rejected.first',
  'paying.hold.note',
  'registration.found.captionOf',
]

test('a number before a noun that may be 1 has a singular', () => {
  const texts = Object.entries(englishFiles).flatMap(([file, words]) => textsOf(words, posix.basename(file, '.json')))
  const found = texts.filter(
    ([key, text]) =>
      !/_(one|other)$/.test(key) &&
      /\{\{(accounts|all|bills|count|flagged|groups|shown|total)\}\} (\w+ )?(?!has\b|is\b)\w\w+s\b/.test(text),
  )
  expect(found.map(([key]) => key).sort()).toEqual(alwaysSeveral)
})
