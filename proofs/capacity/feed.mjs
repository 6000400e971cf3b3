// A month of the feed: the newest bills of the demo and their lines again, with unused numbers.
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { folder } from './processes.mjs'

const lines = (path) => createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
const first = (line) => line.slice(0, line.indexOf(','))
/** Bills of the demo have numbers under 900,000,000,000. */
const renumbered = (number) => `9${number.slice(1)}`

/** Writes the files. Returns their numbers of bills and lines. */
export const feed = async (most) => {
  const known = new Set()
  let [bills, charges] = [0, 0]
  const write = async (name, keep) => {
    const path = `${folder}/${name}`
    const out = createWriteStream(path)
    let isHead = true
    for await (const line of lines(`${folder}/data/demo/${name}`)) {
      if (isHead || keep(first(line))) out.write(`${isHead ? line : renumbered(first(line)) + line.slice(line.indexOf(','))}\n`)
      isHead = false
    }
    await new Promise((resolve) => out.end(resolve))
    return path
  }
  // The file of charges says which bills have lines.
  for await (const line of lines(`${folder}/data/demo/charges.csv`)) {
    const number = first(line)
    if (/^[0-9]{12}$/.test(number) && known.size < most) known.add(number)
  }
  const isKept = (count) => (number) => {
    if (!known.has(number)) return false
    count()
    return true
  }
  const billsFile = await write(
    'bills.csv',
    isKept(() => bills++),
  )
  const chargesFile = await write(
    'charges.csv',
    isKept(() => charges++),
  )
  return { billsFile, chargesFile, bills, charges }
}
