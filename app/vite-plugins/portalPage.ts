/**
 * Writes portal.html: the page for addresses behind the sign-in, which asks at once for what all of them need. Left to the first
 * script, that would be asked for a second later on a slow line. The server knows which address is whose.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

const main = fileURLToPath(new URL('../src/main.tsx', import.meta.url))

const isRules = (file: string) => file.endsWith('pkg/rules/gridbill_core_bg.wasm')

/** The first script draws the frame, and asks for the data: it comes before these. */
const behind = 'crossorigin fetchpriority="low"'

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

export const portalPage = (): Plugin => ({
  name: 'portal-page',
  apply: 'build',
  writeBundle({ dir = '' }, bundle) {
    // What app/bench measures is built in the same way.
    if (!this.getModuleInfo(main)) return
    // What draws all pages comes behind, too: the frame needs none of it.
    const page = readFileSync(join(dir, 'index.html'), 'utf8').replace(/^.*"\/assets\/base-.*\n/m, '')
    const portal = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/src/routes/portal.tsx'))
    if (portal?.type !== 'chunk') throw new Error('src/routes/portal.tsx is no file of its own')
    const parts = [...filesOf(portal, bundle).values()]
    const styles = new Set(parts.flatMap((part) => [...(part.viteMetadata?.importedCss ?? [])]))
    const rules = Object.values(bundle).filter((file) => file.type === 'asset' && file.originalFileNames.some(isRules))
    if (rules.length !== 1) throw new Error('the rules are no file of their own')
    const links = [
      ...parts.map(({ fileName }) => ['rel="modulepreload"', fileName]),
      ...[...styles].map((fileName) => ['rel="preload" as="style"', fileName]),
      ...rules.map(({ fileName }) => ['rel="preload" as="fetch"', fileName]),
    ]
    const added = links.filter(([, file]) => !page.includes(`"/${file}"`))
    const lines = added.map(([how, file]) => `    <link ${how} ${behind} href="/${file}">\n`)
    writeFileSync(join(dir, 'portal.html'), page.replace('  </head>', `${lines.join('')}  </head>`))
  },
})
