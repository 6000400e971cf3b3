// The faults of the plan, each with its undo. Faults that the proofs also use are in proofs/faults.mjs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { wait } from '../../bench/portal.mjs'
import { answers, place, port, primary, rows, run as script, somePrimary, tell, whole } from '../proofs/cluster.mjs'
import { crashed, frozen, handedOver, killed, linkedNodes, primaryFrozen, primaryKilled, terminated } from '../proofs/faults.mjs'
import { isHeavy } from './plan.mjs'
import { Random } from './random.mjs'

export const PROGRAM = ['serve1', 'serve2', 'worker1', 'worker2']
const SUPERVISED = [...PROGRAM, 'sandbox', 'store', 'haproxy']
const NODES = ['etcd1', 'etcd2', 'etcd3', 'node1', 'node2', 'node3']
const nothing = async () => {}

/** Whether a process runs. A process id can be reused, so the start time is compared as well (lib.sh). */
const isRunning = (name) => {
  try {
    const [pid, start] = readFileSync(join(place, 'run', `${name}.pid`), 'utf8')
      .trim()
      .split(' ')
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /s, '').split(' ')[19] === start
  } catch {
    return false
  }
}

/** A fault that is not possible here, with the reason for the report. */
class Skipped extends Error {}

const linked =
  (act) =>
  async (fault, { links }) => {
    const name = fault.process ?? 'clients'
    const link = links.get(name)
    act(link, fault)
    return { name, undo: async () => link.heal() }
  }
const standbyLost = async () => {
  const lead = await somePrimary()
  return killed(['node1', 'node2', 'node3'].find((name) => name !== lead))
}
const BEGIN = {
  kill: ({ process }) => killed(process),
  stop: ({ process }) => terminated(process),
  freeze: ({ process }) => frozen(process),
  gatewayHangs: () => frozen('sandbox'),
  storeHangs: () => frozen('store'),
  gatewayCloses: async ({ what }, { gateway }) => {
    await gateway.switch(what, false)
    return { name: what, undo: () => gateway.switch(what, true) }
  },
  // Existing connections are cut off, and new ones get no answer.
  cutDatabase: linked((link) => {
    link.cut()
    link.hangUp()
  }),
  silentDatabase: linked((link) => link.cut()),
  slowDatabase: linked((link, { delay }) => link.slow(delay)),
  cutClients: linked((link) => {
    link.cut()
    link.hangUp()
  }),
  slowClients: linked((link, { delay }) => link.slow(delay)),
  clientsVanish: async ({ n, within }, { portal, seed }) => {
    const random = new Random(seed, `vanish ${n}`)
    portal.leaving = () => random.between(0, within)
    const undo = async () => {
      portal.leaving = undefined
    }
    return { name: 'clients', undo }
  },
  // Calls that pay or read payments wait and hold a connection.
  fullPool: async ({ seconds }) => {
    const held = rows(`begin; lock table payment in access exclusive mode; select pg_sleep(${seconds}); rollback`).catch(nothing)
    return { name: 'payment', undo: () => held }
  },
  mail: async ({ mode }, { mailbox }) => {
    mailbox.mode = mode
    const undo = async () => {
      mailbox.mode = 'take'
    }
    return { name: mode, undo }
  },
  primaryLost: () => primaryKilled(),
  primaryFrozen: () => primaryFrozen(),
  switchover: () => handedOver(),
  standbyLost,
  etcdLost: async ({ n }) => {
    const lost = ['etcd1', 'etcd2', 'etcd3'].toSpliced(n % 3, 1)
    const ends = []
    for (const name of lost) ends.push(await killed(name))
    return { name: lost.join(' and '), undo: () => Promise.all(ends.map(({ undo }) => undo())) }
  },
  primaryCut: async () => {
    const links = await linkedNodes()
    const cut = await links.primaryCut()
    const undo = async () => {
      await cut.undo()
      await links.remove()
    }
    return { name: cut.name, undo }
  },
  backendKilled: crashed,
  fullDisk: async ({ leads }, { disk, whyNoDisk }) => {
    if (!disk) throw new Skipped(whyNoDisk)
    if (leads) for (let tries = 0; tries < 4 && (await somePrimary()) !== disk.node; tries++) await given(disk.node)
    const name = `${disk.node}, ${(await primary()) === disk.node ? 'the primary' : 'a standby'}`
    await disk.fill()
    return { name, undo: () => disk.free() }
  },
  clockJumps: async ({ process: name, by }, { clocks, whyNoClocks }) => {
    if (!clocks) throw new Skipped(whyNoClocks)
    clocks.put(name, by)
    return { name, undo: async () => clocks.put(name, 0) }
  },
}

/** Makes this node the primary. */
const given = async (candidate) => {
  const leader = await somePrimary()
  const url = `http://127.0.0.1:${port(leader.replace('node', 'patroni'))}/switchover`
  await tell(url, { leader, candidate }, 60)
  for (let left = 60; left > 0 && (await primary()) !== candidate; left--) await wait(500)
  await whole()
}

/** Copies a standby that does not return again, as an operator would. */
export const mended = async (say) => {
  try {
    await whole(120)
  } catch (error) {
    const lead = await somePrimary(120)
    for (const n of [1, 2, 3]) {
      const url = `http://127.0.0.1:${port(`patroni${n}`)}`
      if (`node${n}` === lead || (await answers(`${url}/replica`))) continue
      say(`node${n} does not return and is copied again: ${error.message.slice(0, 200)}`)
      await tell(`${url}/reinitialize`, { force: true }).catch(nothing)
    }
    await whole(300)
  }
}

export class Faults {
  done = []
  #busy = new Set()
  #running = new Set()
  #heavy = Promise.resolve()
  #isOver = false

  constructor(run, end) {
    Object.assign(this, { run, end })
  }

  #note(fault, more) {
    const entry = { t: 'fault', ...fault, planned: fault.at, at: Math.round(this.run.elapsed()), ...more }
    this.done.push(entry)
    this.run.record.add(entry)
  }

  /** Starts a fault now, or after the previous heavy one. */
  begin(fault) {
    const play = isHeavy(fault.kind) ? () => this.#afterOthers(fault) : () => this.#play(fault)
    const playing = isHeavy(fault.kind) ? (this.#heavy = this.#heavy.then(play)) : play()
    this.#running.add(playing)
    playing.finally(() => this.#running.delete(playing))
  }

  async #afterOthers(fault) {
    await mended((what) => this.#note(fault, { what: 'mended', why: what })).catch((error) =>
      this.#note(fault, { what: 'failed', why: error.message }),
    )
    if (this.run.elapsed() > this.end) return this.#note(fault, { what: 'skipped', why: 'the run was over' })
    await this.#play(fault)
  }

  async #play(fault) {
    const target =
      fault.process ??
      { gatewayHangs: 'sandbox', gatewayCloses: 'sandbox', storeHangs: 'store', cutClients: 'clients', slowClients: 'clients' }[
        fault.kind
      ] ??
      fault.kind
    if (this.#busy.has(target)) return this.#note(fault, { what: 'skipped', why: 'another fault was there' })
    this.#busy.add(target)
    try {
      const began = this.run.elapsed()
      const { name, undo } = await BEGIN[fault.kind](fault, this.run)
      await wait(fault.seconds * 1_000)
      await undo()
      this.#note(fault, { what: 'injected', name, began: Math.round(began) })
    } catch (error) {
      this.#note(fault, { what: error instanceof Skipped ? 'skipped' : 'failed', why: error.message.slice(0, 300) })
    } finally {
      this.#busy.delete(target)
    }
  }

  /** Restarts processes that ended by themselves, like systemd. */
  async supervise() {
    while (!this.#isOver) {
      for (const name of SUPERVISED) {
        if (this.#busy.has(name) || isRunning(name)) continue
        this.#note({ kind: 'ended by itself', process: name, at: 0 }, { what: 'restarted', name })
        await script('run.sh', 'start', name).catch(nothing)
      }
      await wait(1_000)
    }
  }

  /** Waits until all faults are over and every process runs. */
  async over() {
    while (this.#running.size > 0) await Promise.all(this.#running)
    this.#isOver = true
    for (const name of [...NODES, ...SUPERVISED]) {
      await script('run.sh', 'thaw', name)
      await script('run.sh', 'start', name)
    }
    for (const link of this.run.links.values()) link.heal()
    await this.run.disk?.free()
    await mended((why) => this.#note({ kind: 'the end', at: 0 }, { what: 'mended', why }))
  }
}
