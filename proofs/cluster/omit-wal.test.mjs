// Tests deploy/omit-wal.sh, which tells a primary what WAL not to archive.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../../deploy/omit-wal.sh', import.meta.url))
/** Where timelines ended. 10 and 11 are of a run of `make chaos` in which archiving stopped at the last segment of 11. */
const ENDS = { 10: '0/B0A06A00', 11: '0/B90000A0', 31: '1/0' }

const history = (...timelines) => timelines.map((number) => `${number}\t${ENDS[number]}\tno recovery target specified\n`).join('\n')

/** Returns whether a node with these histories archives each of these files. */
const archived = (histories, names) => {
  const folder = mkdtempSync(join(tmpdir(), 'wal-'))
  try {
    mkdirSync(join(folder, 'pg_wal'))
    for (const [name, text] of Object.entries(histories)) writeFileSync(join(folder, 'pg_wal', name), text)
    return names.map((name) => {
      const { status, stdout } = spawnSync('sh', [script, name], { cwd: folder, encoding: 'utf8' })
      if (status === 1) return true
      assert.equal(status, 0)
      assert.match(stdout, new RegExp(`^${name} is not archived: timeline \\d+ ended at [0-9A-F]+/[0-9A-F]+\n$`))
      return false
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
const newest = { '0000000C.history': history(10, 11), '0000000B.history': history(10) }

test('the segment in which a timeline ended is omitted, and those before and of the next timeline are archived', () => {
  assert.deepEqual(
    archived(newest, ['0000000B00000000000000B8', '0000000B00000000000000B9', '0000000B00000000000000BA', '0000000C00000000000000B9']),
    [true, false, false, true],
  )
  assert.deepEqual(archived(newest, ['0000000A00000000000000AF', '0000000A00000000000000B0']), [true, false])
})

test('a timeline without a known end is archived whole', () => {
  const names = ['0000000B00000000000000B0', '0000000B00000000000000B9', '0000000B0000000100000000']
  assert.deepEqual(archived({ '0000000B.history': history(10) }, names), [true, true, true])
  assert.deepEqual(archived({}, ['000000010000000000000001']), [true])
})

test('the end may be the first byte of a segment, and of the next four gigabytes', () => {
  const names = ['0000001F00000000000000FF', '0000001F0000000100000000', '0000001F0000000200000000']
  assert.deepEqual(archived({ '00000020.history': history(10, 31) }, names), [true, false, false])
})

test('histories, labels of backups and partial segments are archived', () => {
  const names = ['0000000C.history', '0000000B00000000000000B9.partial', '0000000B00000000000000B9.00000028.backup']
  assert.deepEqual(archived(newest, names), [true, true, true])
})

test('of two histories, the newer one counts', () => {
  const both = { '0000000C.history': history(10, 11), '0000000D.history': '11\t0/BB000000\tno recovery target specified\n' }
  assert.deepEqual(archived(both, ['0000000B00000000000000B9', '0000000B00000000000000BB']), [true, false])
})
