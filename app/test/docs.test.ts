/** Pages and headings that comments and documents cite exist, and so do source files that documents name. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const sources = [
  'docs',
  'core',
  'core-wasm/src',
  'server',
  'app/src',
  'app/e2e',
  'app/test',
  'app/vite-plugins',
  'migrations',
  'scripts',
  'proofs',
]
const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md']

const isText = (path: string) =>
  !path.includes('/node_modules/') && /\.(md|rs|sql|sh|mjs|tsx?|css|toml)$/.test(path) && statSync(root + path).isFile()
const below = (folder: string) => readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`)
const files = [...documents, ...sources.flatMap(below)].filter(isText)
const read = (path: string) => readFileSync(root + path, 'utf8')

/** Returns the anchor of a heading. */
const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replace(/ /g, '-')
const headings = (page: string) => [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => slug(heading ?? ''))

const all = (paths: string[], pattern: RegExp) =>
  paths.flatMap((path) => [...read(path).matchAll(pattern)].map((match) => ({ path, cited: match[1] ?? '' })))
const describeAll = (citations: { path: string; cited: string }[]) => citations.map(({ path, cited }) => `${path} cites ${cited}`)

function exists(cited: string): boolean {
  const [page = '', heading] = cited.split('#')
  return existsSync(root + page) && (heading === undefined || headings(page).includes(heading))
}

test('every cited page and heading exists', () => {
  const citations = all(files, /(?<![\w./-])(docs\/[\w./-]+\.(?:md|png)(?:#[\w-]+)?)/g)
  expect(citations.filter(({ path }) => path.endsWith('.rs')).length).toBeGreaterThan(0)
  expect(describeAll(citations.filter(({ cited }) => !exists(cited)))).toEqual([])
})

test('links within a page lead to a heading', () => {
  const links = all(files, /\]\((#[\w-]+)\)/g)
  expect(describeAll(links.filter(({ path, cited }) => !exists(path + cited)))).toEqual([])
})

test('a link leads to a file and a heading', () => {
  const pages = files.filter((path) => path.endsWith('.md'))
  const links = all(pages, /\]\((?!https?:|#)([\w./#-]+)\)/g)
  expect(links.length).toBeGreaterThan(30)
  const target = ({ path, cited }: { path: string; cited: string }) =>
    decodeURI(new URL(cited, `file:///${path}`).href.slice('file:///'.length))
  expect(describeAll(links.filter((link) => !exists(target(link))))).toEqual([])
})

test('a page names another page as a link', () => {
  const pages = files.filter((path) => path.endsWith('.md') && path !== 'docs/README.md' && !path.startsWith('proofs/'))
  expect(describeAll(all(pages, /`(docs\/[\w/-]+\.md(?:#[\w-]+)?)`/g))).toEqual([])
})

test('the README has at most 130 lines', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(131)
})

test('every file that a document names exists', () => {
  const pages = files.filter((path) => path.endsWith('.md') && !path.includes('/fonts/'))
  const names = all(pages, /`((?:core|core-wasm|server|app|migrations|fixtures|scripts|proofs)\/[\w./-]+)`/g)
  const built = /^app\/(dist|node_modules)/
  expect(describeAll(names.filter(({ cited }) => !built.test(cited) && !existsSync(root + cited)))).toEqual([])
})
