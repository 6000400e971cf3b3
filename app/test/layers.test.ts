/**
 * Checks the layers of src: a file may import only files of its own part and of lower layers, and no file imports itself through
 * others.
 */
import { posix } from 'node:path'
import { expect, test } from 'vitest'

const ofKit = (layers: string[][]) => layers.map((names) => names.map((name) => `kit/${name}`))
const mechanisms = ofKit([
  ['call', 'sheet'],
  ['downloads', 'live', 'session'],
  ['announcements', 'page'],
  ['figures', 'form', 'public'],
  ['list'],
  ['queue'],
])
/** What several domains show or do. */
const sharedDomains = ofKit([
  ['queries'],
  ['accounts', 'colleagues', 'company', 'cost', 'notifications', 'paying', 'people', 'registration'],
  ['upload'],
])

/** The parts of src by layer, the lowest first. Each domain of features is a part of its own. */
const layers = [['core', 'words', 'ui'], ...mechanisms, ...sharedDomains, ['features', 'shell'], ['routes'], ['main']]
const layerOf = (part: string) => layers.findIndex((parts) => parts.includes(part.replace(/^features\/.*/, 'features')))
/** Words are in the languages of core, and the sentences of core are loaded with words. */
const areTogether = (one: string, other: string) => [one, other].sort().join() === 'core,words'

const texts = import.meta.glob<string>('../src/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
const files = Object.keys(texts).map((path) => path.replace('../src/', ''))

/** Returns the part of a file, for example `ui` or `features/bills`. */
const partOf = (file: string) => /^((?:features|kit)\/\w+|\w+)/.exec(file)?.[1] ?? ''

/** Returns what a file imports, without the endings of code. Types and dynamic imports count, too. */
function imported(file: string): string[] {
  const found = (texts[`../src/${file}`] ?? '').matchAll(/(?:\bfrom |^import |\bimport\(|\bURL\()'((?:\.{1,2}|~)\/[^']+)'/gm)
  return [...found].map(([, path = '']) => (path.startsWith('~/') ? path.slice(2) : posix.join(posix.dirname(file), path)))
}

const known = new Map(files.flatMap((file) => [file, file.replace(/\.tsx?$/, '')].map((path) => [path, file] as const)))
const imports = new Map(files.map((file) => [file, imported(file).flatMap((path) => known.get(path) ?? [])]))

test('no part imports a higher layer, and no domain imports another', () => {
  const wrong = files.flatMap((file) => {
    const part = partOf(file)
    const others = imported(file).map(partOf)
    return others
      .filter((other) => other !== part && layerOf(other) >= layerOf(part) && !areTogether(part, other))
      .map((other) => `${file}: ${part} imports ${other}, which is not in a lower layer`)
  })
  expect(wrong).toEqual([])
  expect(new Set(files.map((file) => partOf(file).replace(/^features\/.*/, 'features')))).toEqual(new Set(layers.flat()))
})

test('a file of a domain in kit has at least two users, which are domains, shell or routes', () => {
  const users = new Map(files.map((file) => [file, new Set<string>()]))
  for (const user of files.filter((file) => !file.startsWith('kit/') && !file.includes('.test.'))) {
    const remaining = [...(imports.get(user) ?? [])]
    for (let file = remaining.pop(); file !== undefined; file = remaining.pop()) {
      if (!file.startsWith('kit/') || users.get(file)?.has(partOf(user))) continue
      users.get(file)?.add(partOf(user))
      remaining.push(...(imports.get(file) ?? []))
    }
  }
  const shared = files.filter((file) => sharedDomains.flat().includes(partOf(file)) && !file.includes('.test.'))
  expect(shared.filter((file) => (users.get(file)?.size ?? 0) < 2)).toEqual([])
})

test('no file imports itself through others', () => {
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '))
    if (done.has(file) || path.includes(file)) return
    for (const next of imports.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  expect(circles).toEqual([])
})
