// Silent network cuts while users read and pay: between the proxy and the primary, and between one process and the database.
import { setting, wait } from '../../bench/portal.mjs'
import { linkedNodes, linkedProcess } from './faults.mjs'
import { underLoad } from './load.mjs'

const SECONDS = setting('CLUSTER_CUT', 10)
/** No standby is promoted for it, so calls that need the primary wait until it is over. */
const UNTIL_IT_IS_OVER = { aim: SECONDS * 1_000 + 3_000, most: 30_000 }

const cutFor = async ({ strike, over }, cut, show) => {
  const { name, undo } = await strike(cut)
  show(`cut off                          ${name}, for ${SECONDS} s`)
  await wait(SECONDS * 1_000)
  await undo()
  await over()
}

export const primaryCut = async (show) => {
  const links = await linkedNodes()
  try {
    return await underLoad(show, UNTIL_IT_IS_OVER, (load) => cutFor(load, links.primaryCut, show))
  } finally {
    await links.remove()
  }
}

/** New calls go to the other process as soon as this one is not ready. Running calls get no answer until the cut is over. */
export const processCut = async (show) => {
  const link = await linkedProcess('serve1')
  try {
    return await underLoad(show, UNTIL_IT_IS_OVER, (load) => cutFor(load, link.cut, show))
  } finally {
    await link.remove()
  }
}
