// Runs `gridbill check`, which verifies every invariant of the database.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { address, place } from './cluster.mjs'

export const invariants = (database) => (show) =>
  new Promise((resolve) => {
    const began = performance.now()
    const url = database ?? address('gridbill')
    const settings = { DATABASE_URL: url, RUST_LOG: 'warn', GRIDBILL_DATA: join(place, 'data'), PATH: process.env.PATH }
    execFile(join(place, 'bin/gridbill'), ['check'], { env: settings, maxBuffer: 1 << 26 }, (failed, stdout, stderr) => {
      const lines = stdout.trim().split('\n')
      for (const line of failed ? [...lines, stderr.trim()] : lines.slice(-1)) show(line)
      show(`gridbill check                   ${((performance.now() - began) / 1_000).toFixed(1)} s`)
      resolve(failed ? ['an invariant is broken'] : [])
    })
  })
