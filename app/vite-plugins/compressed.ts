/** Writes every file of the built app once more, compressed as small as it gets: the server has no time for that while it answers. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin } from 'vitest/config'

/** Fonts are compressed already. Of what is smaller, the headers weigh more than what is saved. */
const isWorthIt = /\.(js|css|wasm)$/
const LEAST_BYTES = 200

export const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  writeBundle({ dir = '' }) {
    const folder = join(dir, 'assets')
    for (const name of readdirSync(folder).filter((file) => isWorthIt.test(file))) {
      const bytes = readFileSync(join(folder, name))
      if (bytes.length < LEAST_BYTES) continue
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_QUALITY]: 11 }
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
    }
  },
})
