// Replaces the old version by a new one with one more migration, process by process, while users read and pay. Migrations only go forward,
// so this works once per cluster. GRIDBILL_OLD and GRIDBILL_NEW are the two programs, and the cluster was made with the old one
// (GRIDBILL_PROGRAM=$GRIDBILL_OLD make cluster). How to build both: docs/tests.md, "A new version under load".
import { spawnSync } from 'node:child_process'
import { copyFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setting, wait } from '../../bench/portal.mjs'
import { place, rows, run } from './cluster.mjs'
import { restarted } from './faults.mjs'
import { undisturbed } from './rolling.mjs'

const PROCESSES = ['worker1', 'worker2', 'serve1', 'serve2']
/** Milliseconds during which half of the processes are old and half new. */
const SIDE_BY_SIDE = setting('CLUSTER_SIDE_BY_SIDE', 15) * 1_000

const program = join(place, 'bin/gridbill')
const isSame = (one, other) => spawnSync('cmp', ['-s', one, other]).status === 0
/** Installs another program; running processes keep their file. */
const install = async (file) => {
  await copyFile(file, `${program}.new`)
  await rename(`${program}.new`, program)
}
const migrations = async () => Number((await rows('select count(*) from _sqlx_migrations where success'))[0][0])

const replaced = async (names, show) => {
  for (const name of names) {
    await restarted(name)
    show(`the new version                  ${name}`)
    await wait(2_000)
  }
}

export const updated = async (show) => {
  const { GRIDBILL_OLD: older, GRIDBILL_NEW: newer } = process.env
  if (!older || !newer) return ['GRIDBILL_OLD and GRIDBILL_NEW must name the programs of two versions: see docs/tests.md']
  if (!isSame(program, older))
    return ['this cluster does not run GRIDBILL_OLD: make it again with GRIDBILL_PROGRAM=$GRIDBILL_OLD']
  const before = await migrations()
  const wrong = await undisturbed(show, async () => {
    await install(newer)
    const began = performance.now()
    await run('run.sh', 'migrate')
    show(
      `migrated next to the old version in ${Math.round(performance.now() - began)} ms: ${before} -> ${await migrations()} migrations`,
    )
    await wait(3_000)
    await replaced(PROCESSES.slice(0, 3), show)
    await wait(SIDE_BY_SIDE)
    await replaced(PROCESSES.slice(3), show)
    await wait(3_000)
  })
  if ((await migrations()) <= before) wrong.push('there was no migration between the two versions')
  return wrong
}
