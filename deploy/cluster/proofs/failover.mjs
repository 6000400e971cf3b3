// The primary is lost, or handed over, while people pay.
import { setting, wait } from '../../../scripts/bench-portal.mjs'
import { primary, rows, run, switchover, whole } from './cluster.mjs'
import { judged, Payments } from './payments.mjs'

const RATE = setting('CLUSTER_PAYMENTS', 4)
/** In milliseconds: what a payment should wait at most, and what it may; the app asks again for thirty seconds. */
const KILL = { aim: 20_000, most: 30_000 }
const SWITCHOVER = { aim: 3_000, most: 15_000 }

/** Until another node than that one is the primary, and takes writes. */
const promoted = async (old) => {
  const until = Date.now() + 120_000
  for (;;) {
    const name = await primary()
    if (name && name !== old) return name
    if (Date.now() > until) throw new Error(`nobody was promoted after ${old}`)
    await wait(200)
  }
}

const judgedInTime = async (payments, { aim, most }, show) => {
  const wrong = await judged(payments, show)
  const longest = Math.max(...payments.acknowledged.map(({ took }) => took))
  show(`the longest wait                 ${Math.round(longest)} ms (aim: ${aim}; at most ${most})`)
  if (longest > most) wrong.push(`a payment waited for ${Math.round(longest)} ms (at most ${most})`)
  return wrong
}

export const kills = async (show) => {
  const times = setting('CLUSTER_KILLS', 3)
  await whole()
  const payments = await Payments.begin(RATE)
  await wait(3_000)
  for (let kill = 1; kill <= times; kill++) {
    const old = await primary()
    const began = performance.now()
    await run('run.sh', 'kill', old)
    const next = await promoted(old)
    show(
      `kill ${kill} of ${times}: ${old} -> ${next}        a new primary after ${((performance.now() - began) / 1_000).toFixed(1)} s`,
    )
    await wait(4_000)
    // The lost one comes back as a standby (pg_rewind), and the cluster is whole before the next is lost.
    await run('run.sh', 'start', old)
    await whole()
    await wait(2_000)
  }
  return judgedInTime(payments, KILL, show)
}

export const handover = async (show) => {
  await whole()
  const payments = await Payments.begin(RATE)
  await wait(3_000)
  const old = await primary()
  await switchover(old)
  const next = await promoted(old)
  show(`switchover: ${old} -> ${next}`)
  await whole()
  await wait(3_000)
  return judgedInTime(payments, SWITCHOVER, show)
}

/** Every commit is on two machines before it is acknowledged. */
export const synchronous = async (show) => {
  const [[names, commit]] = await rows(
    "select current_setting('synchronous_standby_names'), current_setting('synchronous_commit')",
    'gridbill',
  )
  show(`synchronous_standby_names        ${names}`)
  return names.startsWith('ANY 1 ') && commit === 'on' ? [] : ['a commit waits for no standby']
}
