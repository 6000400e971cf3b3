/** Writes every file of the built app once more, compressed as small as it gets: the server has no time for that while it answers. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vitest/config'

/** Fonts are compressed already. Of what is smaller, the headers weigh more than what is saved. */
const isWorthIt = /\.(js|css|wasm)$/
const LEAST_BYTES = 200
/** The highest there is. The last step saves a hundredth; of the rules, which all pages wait for, a twentieth. */
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
