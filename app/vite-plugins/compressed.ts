/** Compresses the files of the build at the highest quality, for which the server would have no time during a request. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vitest/config'

/** The files to compress. Fonts are already compressed. */
const isCompressible = /\.(js|css|wasm)$/
/** Smaller files stay as they are, because the headers would cost more than compression saves. */
const minBytes = 200
/** The highest quality. Compared with 10 it saves 1%, and 5% of the rules, for which all pages wait. */
const bestQuality = 11
/** For the large rules of `make run` (scripts/wasm.sh), which only this machine loads. The highest quality would take ten seconds. */
const quickQuality = 4
const areRulesQuick = () => existsSync(fileURLToPath(new URL('../../core-wasm/pkg/quick', import.meta.url)))

const compress = promisify(brotliCompress)

export const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const folder = join(dir, 'assets')
    const quality = areRulesQuick() ? quickQuality : bestQuality
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
