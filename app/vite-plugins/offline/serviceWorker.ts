/**
 * Writes the service worker (worker.js) with the list of this build's files. Its version is a hash of the list, of the page
 * and of the worker, so it changes only with them.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'

const source = fileURLToPath(new URL('./worker.js', import.meta.url))
const isStored = /\.(js|css|wasm|woff2)$/

/** The plugin runs after the one that writes portal.html. */
export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    handler({ dir = '' }) {
      const page = join(dir, 'portal.html')
      // The builds of proofs/browser use this plugin, too, but have no portal.
      if (!existsSync(page)) return
      const files = readdirSync(join(dir, 'assets'))
        .filter((file) => isStored.test(file))
        .sort()
        .map((file) => `/assets/${file}`)
      const worker = readFileSync(source, 'utf8')
      const version = createHash('sha256').update(worker).update(readFileSync(page)).update(files.join()).digest('hex').slice(0, 16)
      writeFileSync(join(dir, 'sw.js'), worker.replace("'__FILES__'", JSON.stringify(files)).replace('__VERSION__', version))
    },
  },
})
