/**
 * Writes the pages behind the sign-in: one for each screen (screens/<its name in core's list>.html), and portal.html for addresses
 * where none stands. Each names the code, styles, rules and words that are needed until the screen can be used. Left to the code,
 * one file would be asked for behind the other, and on a slow line each costs a wait of its own. The server knows which address
 * is whose.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { screensIn } from './screens.ts'

const source = (file: string) => fileURLToPath(new URL(`../src/${file}`, import.meta.url))

const isRules = (file: string) => file.endsWith('pkg/rules/gridbill_core_bg.wasm')

/** What the portal says before its first screen (src/main.tsx). */
const wordsOfAll = ['publicWords.ts', 'frameWords.ts', 'refusalWords.ts']

/** The first script draws the frame, and asks for the data: it comes before these. */
const behind = 'crossorigin fetchpriority="low"'

/**
 * How many files of code are asked for beside the first script: the largest, which keep a slow line busy. The others are asked for once
 * the script has asked for data, which would otherwise wait for one of the six connections that a browser has.
 */
const besideScript = 2

interface Wanted {
  how: string
  /** Of words: the person's language is known to the first script only. */
  language?: string
}

/** Where each module is. */
function partsIn(bundle: Rolldown.OutputBundle): Map<string, Rolldown.OutputChunk> {
  const parts = Object.values(bundle).filter((file) => file.type === 'chunk')
  const found = new Map(parts.flatMap((part) => part.moduleIds.map((id) => [id, part] as const)))
  for (const part of parts) if (part.facadeModuleId) found.set(part.facadeModuleId, part)
  return found
}

/** What a part imports, and what that imports in turn. */
function filesOf(part: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, found = new Map<string, Rolldown.OutputChunk>()) {
  if (found.has(part.fileName)) return found
  found.set(part.fileName, part)
  for (const file of part.imports) {
    const imported = bundle[file]
    if (imported?.type === 'chunk') filesOf(imported, bundle, found)
  }
  return found
}

/** The page with the files of these modules, the words in each language. */
function pageMaker(dir: string, bundle: Rolldown.OutputBundle) {
  // What draws all pages comes behind, too: the frame needs none of it.
  const page = readFileSync(join(dir, 'index.html'), 'utf8').replace(/^.*"\/assets\/base-.*\n/m, '')
  const parts = partsIn(bundle)
  const rules = Object.values(bundle).filter((file) => file.type === 'asset' && file.originalFileNames.some(isRules))
  if (rules.length !== 1) throw new Error('the rules are no file of their own')

  const filesWith = (modules: readonly string[]) => {
    const found = new Map<string, Rolldown.OutputChunk>()
    for (const module of modules) {
      const part = parts.get(module)
      if (!part) throw new Error(`${module} is in no file`)
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
    // Code waits for its styles.
    for (const part of code) for (const style of part.viteMetadata?.importedCss ?? []) want(style, { how: 'rel="preload" as="style"' })
    for (const { fileName } of code) want(fileName, { how: 'rel="modulepreload"' })
    for (const language of ['en', 'ms'])
      for (const { fileName } of filesWith(words.map((file) => source(`words/${language}/${file}`))))
        want(fileName, { how: 'rel="modulepreload"', language })
    // Compiled as they come; code waits until all of it has come, and is run meanwhile.
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
    // What proofs/browser measures is built in the same way.
    if (!this.getModuleInfo(source('main.tsx'))) return
    const pageWith = pageMaker(dir, bundle)
    const portal = source('routes/portal.tsx')
    writeFileSync(join(dir, 'portal.html'), pageWith([portal], wordsOfAll))
    mkdirSync(join(dir, 'screens'), { recursive: true })
    const read = (file: string) => readFileSync(source(`routes/${file}`), 'utf8')
    const routes = `${read('customers.ts')}${read('staff.ts')}`
    for (const { name, code, words } of screensIn(routes, read('screenWords.ts')))
      writeFileSync(join(dir, 'screens', `${name}.html`), pageWith([portal, source(code)], [...wordsOfAll, ...words]))
  },
})
