/** Compresses every file of the build at the highest quality, which would take the server too long while answering. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vitest/config'

/** Fonts are already compressed. For smaller files, in bytes, the headers cost more than compression saves. */
const isWorthIt = /\.(js|css|wasm)$/
const LEAST_BYTES = 200
/** The highest quality. Its last step saves 1%, and 5% of the rules, which all pages wait for. */
const QUALITY = 11

const compress = promisify(brotliCompress)

export const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const folder = join(dir, 'assets')
    const write = async (name: string) => {
      const bytes = readFileSync(join(folder, name))
      if (bytes.length < LEAST_BYTES) return
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_QUALITY]: QUALITY }
      writeFileSync(join(folder, `${name}.br`), await compress(bytes, { params }))
    }
    await Promise.all(
      readdirSync(folder)
        .filter((file) => isWorthIt.test(file))
        .map(write),
    )
  },
})
