// Users read and pay during a fault. Afterwards nothing may be lost or stuck, and no user may have seen an error.
import { quantile, setting, wait } from '../../bench/portal.mjs'
import { somePrimary, whole } from './cluster.mjs'
import { judged, Payments } from './payments.mjs'
import { Pages, processors } from './reads.mjs'
import { Stages } from './stages.mjs'
import { Witness } from './witness.mjs'

const RATE = setting('CLUSTER_RATE', 200)
const PAYMENTS = setting('CLUSTER_PAYMENTS', 4)
/** Payments that are started at the moment of a fault, so that some are in their transaction. */
const BURST = 12

/** Checks the longest wait of a user, in milliseconds, against the aim and the maximum; the app retries for thirty seconds. */
const waited = (what, took, { aim, most }, show) => {
  const longest = quantile(took, 1)
  show(`the longest wait for a ${what}     ${Math.round(longest)} ms (aim: ${aim}; at most ${most})`)
  return longest > most ? [`a ${what} waited for ${Math.round(longest)} ms (at most ${most})`] : []
}

const once = (act) => {
  let acted
  return () => {
    acted ??= act()
    return acted
  }
}

/**
 * Runs `happens` under load. It gets `strike(fault)`, which causes the fault while calls have just started, and `over()`, which checks the
 * effects of the fault.
 */
export const underLoad = async (show, limits, happens) => {
  await whole()
  const payments = await Payments.begin(PAYMENTS)
  const pages = await Pages.begin(RATE - PAYMENTS)
  const wrong = []
  let witness
  let queued
  let stages
  await wait(3_000)
  let undo = async () => {}
  const load = {
    strike: async (fault) => {
      // There would be no payments during the fault.
      if (payments.ranOut) throw new Error('no bill is left to be paid')
      witness = await Witness.begin()
      witness.queue()
      payments.burst(BURST)
      const underWay = () => `${payments.underWay} payments, ${pages.underWay} reads`
      const before = underWay()
      stages = new Stages(await somePrimary())
      const struck = await fault()
      show(`calls under way                  ${before} when it began; ${underWay()} when it had happened`)
      queued = wait(1_000).then(() => witness.queue())
      undo = once(struck.undo)
      return { ...struck, undo }
    },
    over: async () => {
      await queued
      wrong.push(...(await witness.judged(show, () => payments.burst(1))))
      stages.report(payments.acknowledged, show)
    },
  }
  try {
    await happens(load)
  } catch (error) {
    wrong.push(error.stack)
    await undo()
  }
  await pages.end()
  wrong.push(...(await judged(payments, show)))
  pages.figures().forEach(show)
  show(`reads that were repeated         ${pages.repeated} times`)
  show(processors())
  if (pages.failed.length > 0) wrong.push(`${pages.failed.length} reads failed`)
  const paid = payments.acknowledged.map(({ took }) => took)
  wrong.push(...waited('payment', paid, limits, show), ...waited('read   ', pages.took, limits, show))
  return wrong
}
