// Sets a run up and tears it down: links that can be cut between each process of the program and the database, and between clients and
// the proxy; a mail server; clocks; higher limits, because all users have one address.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { address, place, port } from '../proofs/cluster.mjs'
import { restarted } from '../proofs/faults.mjs'
import { Link } from '../proofs/link.mjs'
import { PROGRAM } from './faults.mjs'

const LIMITS = [
  'GRIDBILL_REGISTRATIONS_PER_ADDRESS',
  'GRIDBILL_EMAILS_PER_ADDRESS',
  'GRIDBILL_CHECKS_PER_ADDRESS',
  'GRIDBILL_UNSIGNED_MESSAGES_PER_ADDRESS',
  'GRIDBILL_UPLOADS_PER_PERSON',
]
const fileOf = (name) => join(place, 'etc', `${name}.env`)
/** Acts on one `serve` and one `worker` at a time. */
const inTurns = async (act) => {
  for (const n of [1, 2]) await Promise.all([act(`serve${n}`), act(`worker${n}`)])
}

export const prepare = async (mailbox, clocks) => {
  const links = new Map([['clients', await Link.to(Number(port('http')))]])
  for (const name of PROGRAM) links.set(name, await Link.to(Number(port('database'))))
  await inTurns(async (name) => {
    const url = new URL(address('gridbill'))
    url.port = links.get(name).port
    const limits = LIMITS.map((limit) => `${limit}=1000000`)
    const settings = [`DATABASE_URL=${url}`, `SMTP_URL=${mailbox.url}`, ...limits, ...(clocks?.settingsOf(name) ?? [])]
    writeFileSync(fileOf(name), `${settings.join('\n')}\n`, { mode: 0o600 })
    await restarted(name)
  })
  return links
}

export const putBack = async (links) => {
  for (const link of links.values()) link.heal()
  await inTurns(async (name) => {
    rmSync(fileOf(name), { force: true })
    await restarted(name)
  })
  for (const link of links.values()) await link.close()
}
