// The primary is lost, hangs, or is switched over, and etcd loses its majority, while users read and pay.
import { setting, wait } from '../../bench/portal.mjs'
import { primary, rows, somePrimary, whole } from './cluster.mjs'
import { etcdLost, frozen, handedOver, handedOverInRecovery, killed } from './faults.mjs'
import { underLoad } from './load.mjs'

const FAILOVER = { aim: 20_000, most: 30_000 }
const SWITCHOVER = { aim: 3_000, most: 15_000 }
/** Longer than the leader's lock lives (ttl), and than the app retries. */
const WITHOUT_ETCD = 40_000

const seconds = (since) => `${((performance.now() - since) / 1_000).toFixed(1)} s`

/** Waits until a node other than this one is the primary and accepts writes. */
const promoted = async (old) => {
  const until = Date.now() + 120_000
  for (;;) {
    const name = await primary()
    if (name && name !== old) return name
    if (Date.now() > until) throw new Error(`no standby was promoted after ${old}`)
    await wait(200)
  }
}

export const kills = (show) => {
  const times = setting('CLUSTER_KILLS', 3)
  return underLoad(show, FAILOVER, async ({ strike, over }) => {
    for (let kill = 1; kill <= times; kill++) {
      // Start at a random point of Patroni's loop: the duration depends on the last renewal of the lock.
      await wait(2_000 + Math.random() * 10_000)
      const old = await somePrimary()
      const { undo } = await strike(() => killed(old))
      const began = performance.now()
      const next = await promoted(old)
      show(`kill ${kill} of ${times}: ${old} -> ${next}        a new primary after ${seconds(began)}`)
      await wait(4_000)
      // The lost node returns as a standby (pg_rewind), and the cluster recovers before the next is lost.
      await undo()
      await over()
      await whole()
    }
  })
}

export const handover = (show) =>
  underLoad(show, SWITCHOVER, async ({ strike, over }) => {
    const { name } = await strike(handedOver)
    show(`switchover: ${name} -> ${await promoted(name)}`)
    await over()
    await whole()
  })

/**
 * PostgreSQL 15 never stops if it is told to while it recovers from a crash; Patroni kills it after primary_stop_timeout. In most runs
 * Patroni notices the crash first, and fails over.
 */
export const crash = (show) =>
  underLoad(show, FAILOVER, async ({ strike, over }) => {
    const began = performance.now()
    const { name } = await strike(handedOverInRecovery)
    show(`crash and switchover: ${name} -> ${await promoted(name)}  after ${seconds(began)}`)
    await over()
    await whole()
  })

/** A hung machine: a standby is promoted. The old primary does not know this, but acknowledges nothing when it continues. */
export const frozenPrimary = (show) =>
  underLoad(show, FAILOVER, async ({ strike, over }) => {
    const old = await somePrimary()
    const { undo } = await strike(() => frozen(old))
    const began = performance.now()
    show(`frozen: ${old} -> ${await promoted(old)}             a new primary after ${seconds(began)}`)
    await wait(10_000)
    await undo()
    show(`it goes on after                 ${seconds(began)}`)
    await over()
    await whole()
  })

/** No user has to wait: the primary continues while it reaches all other nodes. */
export const etcd = (show) =>
  underLoad(show, SWITCHOVER, async ({ strike, over }) => {
    const before = await somePrimary()
    const { name, undo } = await strike(etcdLost)
    const began = performance.now()
    let without = 0
    while (performance.now() - began < WITHOUT_ETCD) {
      if ((await primary()) !== before) without++
      await wait(500)
    }
    await undo()
    show(`without ${name}          for ${seconds(began)}; looked at every half second, ${before} led but for ${without} times`)
    await over()
    await whole()
  })

/** Checks that every commit is on two machines before it is acknowledged. */
export const synchronous = async (show) => {
  const [[names, commit]] = await rows(
    "select current_setting('synchronous_standby_names'), current_setting('synchronous_commit')",
    'gridbill',
  )
  show(`synchronous_standby_names        ${names}`)
  return names.startsWith('ANY 1 ') && commit === 'on' ? [] : ['a commit waits for no standby']
}
