// A small disk for one node of the database: a file system in memory. Shrinking it to the size of its content makes it full. Only root
// can mount one.
import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { wait } from '../../bench/portal.mjs'
import { place, primary, run, somePrimary, switchover, whole } from '../proofs/cluster.mjs'

const later = promisify(execFile)
const NODE = 'node3'
const folder = join(place, 'postgres', NODE)
const SIZE = '8g'

const used = async () => {
  const { stdout } = await later('df', ['--output=used', '-k', folder], { encoding: 'utf8' })
  return Number(stdout.split('\n')[1])
}
const resize = (size) => later('mount', ['-o', `remount,size=${size}`, folder])

/** Waits until another node leads. */
const handedOn = async () => {
  while ((await somePrimary()) === NODE) {
    await whole()
    await switchover(NODE)
    for (let left = 60; left > 0 && (await primary()) === NODE; left--) await wait(500)
  }
}

export class SmallDisk {
  node = NODE

  /** Returns the disk, to which the node was copied again, or the reason why there is none. */
  static async make() {
    if (process.getuid() !== 0) return { why: 'only root can mount a small disk' }
    try {
      await handedOn()
      const { uid, gid } = statSync(folder)
      await run('run.sh', 'stop', NODE)
      await later('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=700,uid=${uid},gid=${gid}`, 'gridbill-chaos', folder])
    } catch (error) {
      await run('run.sh', 'start', NODE)
      return { why: `a small disk cannot be mounted: ${error.message.trim()}` }
    }
    await run('run.sh', 'start', NODE)
    await whole(300)
    return { disk: new SmallDisk() }
  }

  async fill() {
    for (let more = 0; ; more += 64) {
      try {
        await resize(`${(await used()) + more}k`)
        return
      } catch (error) {
        if (more > 1_024) throw error
      }
    }
  }

  free() {
    return resize(SIZE)
  }

  /** Gives the node its old folder back; the node catches up. */
  async remove() {
    await handedOn()
    await run('run.sh', 'stop', NODE)
    await later('umount', [folder])
    await run('run.sh', 'start', NODE)
    await whole(300)
  }
}
