// Clocks of processes that can be put forward and back: a library of ours before the C library's. It needs a C compiler, as the
// build of the program does, and not root. PostgreSQL's clock is the machine's and stays.
import { execFile } from 'node:child_process'
import { openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { place, scripts } from '../proofs/cluster.mjs'

const library = join(place, 'run/clock.so')

export class Clocks {
  #files = new Map()

  /** Why there are none, or the clocks. */
  static async make() {
    try {
      await promisify(execFile)('cc', ['-shared', '-fPIC', '-O2', '-o', library, join(scripts, '../../proofs/cluster/chaos/clock.c'), '-ldl'])
      return { clocks: new Clocks() }
    } catch (error) {
      return { why: `clocks need a C compiler: ${error.message.split('\n')[0]}` }
    }
  }

  /** For the environment of that process. */
  settingsOf(name) {
    const path = join(place, 'run', `${name}.clock`)
    writeFileSync(path, Buffer.alloc(8), { mode: 0o644 })
    this.#files.set(name, openSync(path, 'r+'))
    return [`LD_PRELOAD=${library}`, `CHAOS_CLOCK=${path}`]
  }

  put(name, seconds) {
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64LE(BigInt(Math.round(seconds * 1_000)))
    writeSync(this.#files.get(name), bytes, 0, 8, 0)
  }
}
