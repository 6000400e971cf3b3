// People read and pay while a fault happens; afterwards nothing is lost or stuck, and nobody has seen an error.
import { setting, wait } from '../../../scripts/bench-portal.mjs'
import { whole } from './cluster.mjs'
import { judged, Payments } from './payments.mjs'
import { Pages } from './reads.mjs'
import { Witness } from './witness.mjs'

const RATE = setting('CLUSTER_RATE', 200)
const PAYMENTS = setting('CLUSTER_PAYMENTS', 4)
/** Payments that are begun at the instant of a fault, so that some are in their transaction. */
const BURST = 12

/** The longest wait of a person, in milliseconds: the aim, and what may be; the app asks again for thirty seconds. */
const waited = (what, took, { aim, most }, show) => {
  const longest = Math.max(...took)
  show(`the longest wait for a ${what}     ${Math.round(longest)} ms (aim: ${aim}; at most ${most})`)
  return longest > most ? [`a ${what} waited for ${Math.round(longest)} ms (at most ${most})`] : []
}

/**
 * `happens` is given `strike(fault)`, which makes the fault under calls that have just begun, and `over()`, which looks at what
 * the fault has left behind.
 */
export const underLoad = async (show, limits, happens) => {
  await whole()
  const payments = await Payments.begin(PAYMENTS)
  const pages = await Pages.begin(RATE - PAYMENTS)
  const wrong = []
  let witness
  await wait(3_000)
  await happens({
    strike: async (fault) => {
      witness = await Witness.begin()
      witness.queue()
      payments.burst(BURST)
      const struck = await fault()
      show(`calls under way at that instant  ${payments.underWay} payments, ${pages.underWay} reads`)
      setTimeout(() => witness.queue(), 1_000)
      return struck
    },
    over: async () => {
      wrong.push(...(await witness.judged(show, () => payments.burst(1))))
    },
  })
  await pages.end()
  wrong.push(...(await judged(payments, show)))
  pages.figures().forEach(show)
  show(`reads that were repeated         ${pages.repeated} times`)
  if (pages.failed.length > 0) wrong.push(`${pages.failed.length} reads failed`)
  wrong.push(
    ...waited(
      'payment',
      payments.acknowledged.map(({ took }) => took),
      limits,
      show,
    ),
  )
  wrong.push(...waited('read   ', pages.took, limits, show))
  return wrong
}
