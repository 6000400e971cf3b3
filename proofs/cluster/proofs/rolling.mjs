// Restarts every process of the program, one by one, like an update, while users read and pay through the proxy.
import { setting, wait } from '../../bench/portal.mjs'
import { restarted } from './faults.mjs'
import { judged, Payments } from './payments.mjs'
import { processors, SteadyReads } from './reads.mjs'

const RATE = setting('CLUSTER_RATE', 200)
const SECONDS = setting('CLUSTER_SECONDS', 60)
/** The share of calls that change something. */
const WRITES = 0.05

/** Checks that no call fails or has to be repeated during `happens`. */
export const undisturbed = async (show, happens) => {
  const reads = await SteadyReads.begin(RATE * (1 - WRITES))
  const writes = await Payments.begin(RATE * WRITES)
  await wait(3_000)
  await happens()
  await reads.end()
  const seconds = (performance.now() - writes.began) / 1_000
  const wrong = await judged(writes, show)
  show(`requests a second                ${((reads.took.length + reads.failed.length + writes.asked) / seconds).toFixed(0)}`)
  reads.figures().forEach(show)
  show(processors())
  if (reads.failed.length > 0) wrong.push(`${reads.failed.length} reads failed`)
  if (writes.errors.size > 0) wrong.push('payments had to be repeated')
  return wrong
}

export const rolling = (show) =>
  undisturbed(show, async () => {
    const until = performance.now() + SECONDS * 1_000
    let restarts = 0
    do {
      for (const name of ['worker1', 'worker2', 'serve1', 'serve2']) {
        await restarted(name)
        restarts++
        // The proxy notices within half a second; then restart the next process.
        await wait(2_000)
      }
    } while (performance.now() < until)
    show(`restarts of serve and worker     ${restarts}`)
  })
