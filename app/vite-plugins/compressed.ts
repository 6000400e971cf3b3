/** Compresses the files of the build at the highest quality, for which the server would have no time during a request. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vitest/config'

/** The files to compress. Fonts are already compressed. */
const isCompressible = /\.(js|css|wasm)$/
/** Smaller files stay as they are, because the headers would cost more than compression saves. */
const minBytes = 200
/** The highest quality. Compared with 10 it saves 1%, and 5% of the rules, for which all pages wait. */
const quality = 11

const compress = promisify(brotliCompress)

export const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const folder = join(dir, 'assets')
    const write = async (name: string) => {
      const bytes = readFileSync(join(folder, name))
      if (bytes.length < minBytes) return
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_QUALITY]: quality }
      writeFileSync(join(folder, `${name}.br`), await compress(bytes, { params }))
    }
    await Promise.all(
      readdirSync(folder)
        .filter((file) => isCompressible.test(file))
        .map(write),
    )
  },
})
