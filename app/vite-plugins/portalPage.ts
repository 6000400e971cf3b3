/**
 * Writes the pages of the signed-in part: one for each screen (screens/<name in core's list>.html), and portal.html for
 * other addresses. The server selects the page by the address. A page links to the code, styles, rules and words that its
 * screen needs. Without the links, the browser would find the files one after the other, each after a round trip.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { screensIn } from './screens.ts'

const source = (file: string) => fileURLToPath(new URL(`../src/${file}`, import.meta.url))

const isRules = (file: string) => file.endsWith('pkg/rules/gridbill_core_bg.wasm')

/** The words that the portal needs before its first screen (src/main.tsx). */
const commonWords = ['publicWords.ts', 'frameWords.ts', 'refusalWords.ts']

/** Attributes for low priority: the first script shows the frame and requests the data, so it should load before these files. */
const lowPriority = 'crossorigin fetchpriority="low"'

/**
 * Number of code files that are requested together with the first script: the largest, which keep a slow connection busy.
 * The script requests the others after the data, because a browser opens only six connections.
 */
const filesWithScript = 2

interface PreloadLink {
  attributes: string
  /** The language of a word file. Only the first script knows the user's language, and removes the others. */
  language?: string
}

/** Returns the file of the build in which each module is. */
function filesByModule(bundle: Rolldown.OutputBundle): Map<string, Rolldown.OutputChunk> {
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
  // Removes the link to the base file, because the static frame does not need it. The file loads with the others.
  const page = readFileSync(join(dir, 'index.html'), 'utf8').replace(/^.*"\/assets\/base-.*\n/m, '')
  const parts = filesByModule(bundle)
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
    const linked = new Map<string, PreloadLink>()
    const addLink = (file: string, link: PreloadLink) => {
      if (!linked.has(file) && !page.includes(`"/${file}"`)) linked.set(file, link)
    }
    const code = filesWith(modules)
    // Styles are first, because code waits for its styles.
    for (const part of code)
      for (const style of part.viteMetadata?.importedCss ?? []) addLink(style, { attributes: 'rel="preload" as="style"' })
    for (const { fileName } of code) addLink(fileName, { attributes: 'rel="modulepreload"' })
    for (const language of ['en', 'ms'])
      for (const { fileName } of filesWith(words.map((file) => source(`words/${language}/${file}`))))
        addLink(fileName, { attributes: 'rel="modulepreload"', language })
    // The rules are last, because the browser compiles them while they arrive. Scripts run only once they are complete, so
    // they come first and run meanwhile.
    const packages = code.flatMap((part) => [...(part.viteMetadata?.importedAssets ?? [])].filter((file) => file.endsWith('.wasm')))
    for (const file of [...rules.map(({ fileName }) => fileName), ...packages]) addLink(file, { attributes: 'rel="preload" as="fetch"' })

    const size = (file: string) => statSync(join(dir, file)).size
    const largest = code
      .map(({ fileName }) => fileName)
      .sort((one, other) => size(other) - size(one))
      .slice(0, filesWithScript)
    const links = [...linked].map(([file, { attributes, language }]) => {
      const link = `<link ${attributes} ${lowPriority}${language ? ` lang="${language}"` : ''} href="/${file}">\n`
      return { link, isWithScript: largest.includes(file) }
    })
    const lines = (areWithScript: boolean, indent: string) =>
      links.flatMap(({ link, isWithScript }) => (isWithScript === areWithScript ? [indent + link] : [])).join('')
    return page
      .replace('  </head>', `${lines(true, '    ')}  </head>`)
      .replace('  </body>', `    <template id="parts">\n${lines(false, '      ')}    </template>\n  </body>`)
  }
}

export const portalPage = (): Plugin => ({
  name: 'portal-page',
  apply: 'build',
  writeBundle({ dir = '' }, bundle) {
    // The builds of proofs/browser use this plugin, too, but have no portal.
    if (!this.getModuleInfo(source('main.tsx'))) return
    const pageWith = pageMaker(dir, bundle)
    const portal = source('routes/portal.tsx')
    writeFileSync(join(dir, 'portal.html'), pageWith([portal], commonWords))
    mkdirSync(join(dir, 'screens'), { recursive: true })
    const read = (file: string) => readFileSync(source(`routes/${file}`), 'utf8')
    const staff = source('routes/staff.ts')
    const sides = [
      { routes: read('customers.ts'), modules: [portal] },
      { routes: read('staff.ts'), modules: [portal, staff] },
    ]
    for (const { routes, modules } of sides)
      for (const { name, code, words } of screensIn(routes, read('screenWords.ts')))
        writeFileSync(join(dir, 'screens', `${name}.html`), pageWith([...modules, source(code)], [...commonWords, ...words]))
  },
})
