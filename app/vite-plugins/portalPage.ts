/**
 * Writes the pages of the signed-in part: one for each screen (screens/<its name in core's list>.html), and portal.html
 * for other addresses. Each links the code, styles, rules and words that its screen needs. Otherwise the browser would
 * find the files one after the other, and on a slow connection each costs an extra round trip. The server chooses the
 * page by address.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { screensIn } from './screens.ts'

const source = (file: string) => fileURLToPath(new URL(`../src/${file}`, import.meta.url))

const isRules = (file: string) => file.endsWith('pkg/rules/gridbill_core_bg.wasm')

/** Words that the portal needs before its first screen (src/main.tsx). */
const wordsOfAll = ['publicWords.ts', 'frameWords.ts', 'refusalWords.ts']

/** Low priority, because the first script draws the frame and requests the data, and should load before these. */
const behind = 'crossorigin fetchpriority="low"'

/**
 * Number of code files requested together with the first script: the largest, which keep a slow connection busy. The
 * others are requested after the script's data requests, because a browser opens only six connections.
 */
const besideScript = 2

interface Wanted {
  how: string
  /** Set for word files, because only the first script knows the user's language. */
  language?: string
}

/** Returns the file of each module. */
function partsIn(bundle: Rolldown.OutputBundle): Map<string, Rolldown.OutputChunk> {
  const parts = Object.values(bundle).filter((file) => file.type === 'chunk')
  const found = new Map(parts.flatMap((part) => part.moduleIds.map((id) => [id, part] as const)))
  for (const part of parts) if (part.facadeModuleId) found.set(part.facadeModuleId, part)
  return found
}

/** Returns a file and all files that it imports, directly or indirectly. */
function filesOf(part: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, found = new Map<string, Rolldown.OutputChunk>()) {
  if (found.has(part.fileName)) return found
  found.set(part.fileName, part)
  for (const file of part.imports) {
    const imported = bundle[file]
    if (imported?.type === 'chunk') filesOf(imported, bundle, found)
  }
  return found
}

/** Returns a function that writes a page with links to the files of these modules, and to the words in each language. */
function pageMaker(dir: string, bundle: Rolldown.OutputBundle) {
  // Removes the link to the base file, which then loads with the others: the static frame does not need it.
  const page = readFileSync(join(dir, 'index.html'), 'utf8').replace(/^.*"\/assets\/base-.*\n/m, '')
  const parts = partsIn(bundle)
  const rules = Object.values(bundle).filter((file) => file.type === 'asset' && file.originalFileNames.some(isRules))
  if (rules.length !== 1) throw new Error('expected exactly one file with the rules')

  const filesWith = (modules: readonly string[]) => {
    const found = new Map<string, Rolldown.OutputChunk>()
    for (const module of modules) {
      const part = parts.get(module)
      if (!part) throw new Error(`${module} is not in the build`)
      filesOf(part, bundle, found)
    }
    return [...found.values()]
  }

  return (modules: readonly string[], words: readonly string[]) => {
    const wanted = new Map<string, Wanted>()
    const want = (file: string, how: Wanted) => {
      if (!wanted.has(file) && !page.includes(`"/${file}"`)) wanted.set(file, how)
    }
    const code = filesWith(modules)
    // First, because code waits for its styles.
    for (const part of code) for (const style of part.viteMetadata?.importedCss ?? []) want(style, { how: 'rel="preload" as="style"' })
    for (const { fileName } of code) want(fileName, { how: 'rel="modulepreload"' })
    for (const language of ['en', 'ms'])
      for (const { fileName } of filesWith(words.map((file) => source(`words/${language}/${file}`))))
        want(fileName, { how: 'rel="modulepreload"', language })
    // Last, because the browser compiles the rules while they arrive. A script runs only once it is complete, so
    // scripts come first and run meanwhile.
    for (const { fileName } of rules) want(fileName, { how: 'rel="preload" as="fetch"' })

    const size = (file: string) => statSync(join(dir, file)).size
    const largest = code
      .map(({ fileName }) => fileName)
      .sort((one, other) => size(other) - size(one))
      .slice(0, besideScript)
    const links = [...wanted].map(([file, { how, language }]) => {
      const link = `<link ${how} ${behind}${language ? ` lang="${language}"` : ''} href="/${file}">\n`
      return { link, isBesideScript: largest.includes(file) }
    })
    const lines = (areBesideScript: boolean, indent: string) =>
      links.flatMap(({ link, isBesideScript }) => (isBesideScript === areBesideScript ? [indent + link] : [])).join('')
    return page
      .replace('  </head>', `${lines(true, '    ')}  </head>`)
      .replace('  </body>', `    <template id="parts">\n${lines(false, '      ')}    </template>\n  </body>`)
  }
}

export const portalPage = (): Plugin => ({
  name: 'portal-page',
  apply: 'build',
  writeBundle({ dir = '' }, bundle) {
    // The builds of proofs/browser use this plugin too, but have no portal.
    if (!this.getModuleInfo(source('main.tsx'))) return
    const pageWith = pageMaker(dir, bundle)
    const portal = source('routes/portal.tsx')
    writeFileSync(join(dir, 'portal.html'), pageWith([portal], wordsOfAll))
    mkdirSync(join(dir, 'screens'), { recursive: true })
    const read = (file: string) => readFileSync(source(`routes/${file}`), 'utf8')
    const staff = source('routes/staff.ts')
    const sides = [
      { routes: read('customers.ts'), modules: [portal] },
      { routes: read('staff.ts'), modules: [portal, staff] },
    ]
    for (const { routes, modules } of sides)
      for (const { name, code, words } of screensIn(routes, read('screenWords.ts')))
        writeFileSync(join(dir, 'screens', `${name}.html`), pageWith([...modules, source(code)], [...wordsOfAll, ...words]))
  },
})
