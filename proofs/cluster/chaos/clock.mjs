// Moves the clocks of single processes forward and back, with our own library in front of the C library. It needs a C compiler, like the
// build of the program, but not root. PostgreSQL uses the machine's clock, which does not change.
import { execFile } from 'node:child_process'
import { openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { place, scripts } from '../proofs/cluster.mjs'

const library = join(place, 'run/clock.so')

export class Clocks {
  #files = new Map()

  /** Returns the clocks, or the reason why there are none. */
  static async make() {
    try {
      await promisify(execFile)('cc', ['-shared', '-fPIC', '-O2', '-o', library, join(scripts, '../../proofs/cluster/chaos/clock.c'), '-ldl'])
      return { clocks: new Clocks() }
    } catch (error) {
      return { why: `clocks need a C compiler: ${error.message.split('\n')[0]}` }
    }
  }

  /** Returns the environment variables for a process. */
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
