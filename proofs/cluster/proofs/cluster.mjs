// Access to the cluster as its operator has it: processes, the members of Patroni, SQL.
import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { wait } from '../../bench/portal.mjs'

/** The scripts that run the cluster. */
export const scripts = join(dirname(fileURLToPath(import.meta.url)), '../../../deploy/cluster')
export const place = process.env.CLUSTER_FOLDER ?? join(scripts, '../../target/cluster')
const later = promisify(execFile)

/** Runs a script of the cluster in the background and returns its output. */
export const run = async (script, ...how) => {
  const { stdout } = await later('sh', [join(scripts, script), ...how], { encoding: 'utf8', maxBuffer: 1 << 26 })
  return stdout.trim()
}
const now = (...how) => execFileSync('sh', [join(scripts, 'run.sh'), ...how], { encoding: 'utf8' }).trim()
export const port = (name) => now('port', name)
export const address = (role, at = 'database', database = 'gridbill') => now('address', role, at, database)

export const portal = `http://127.0.0.1:${port('http')}`

/** Returns the rows of a query as texts. */
export const rows = async (query, role = 'gridbill_owner', at = 'database') => {
  const { stdout } = await later('psql', ['-XqAtF|', '-v', 'ON_ERROR_STOP=1', address(role, at), '-c', query], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('|'))
}

const patronis = [1, 2, 3].map((n) => `http://127.0.0.1:${port(`patroni${n}`)}`)
/** Returns the members of Patroni. Every node that reaches etcd knows all members. */
const members = async () => {
  for (const patroni of patronis) {
    try {
      const answer = await fetch(`${patroni}/cluster`, { signal: AbortSignal.timeout(2_000) })
      const { members } = await answer.json()
      if (members) return members
    } catch {
      // Try the next node.
    }
  }
  return []
}
/** Whether a node leads. Asks the node itself, like HAProxy, because that also works without etcd. */
const leads = async (patroni, place) => {
  const answer = await fetch(`${patroni}/primary`, { signal: AbortSignal.timeout(2_000) })
  if (!answer.ok || (await answer.json()).role !== 'primary') throw new Error(`${patroni} does not lead`)
  return `node${place + 1}`
}
export const primary = () => Promise.any(patronis.map(leads)).catch(() => undefined)
/** Waits until there is a primary. */
export const somePrimary = async (seconds = 60) => {
  const until = Date.now() + seconds * 1_000
  for (;;) {
    const name = await primary()
    if (name) return name
    if (Date.now() > until) throw new Error('no primary')
    await wait(200)
  }
}

/** Whether both standbys stream, and a commit waits for one. */
const isWhole = async () => {
  const all = await members()
  const standbys = all.filter(({ role, state }) => role === 'quorum_standby' && state === 'streaming')
  return all.length === 3 && standbys.length === 2 && Boolean(await primary())
}
export const whole = async (seconds = 180) => {
  const until = Date.now() + seconds * 1_000
  while (!(await isWhole())) {
    if (Date.now() > until) throw new Error(`not whole: ${JSON.stringify(await members())}`)
    await wait(500)
  }
}
/** Sends a change to Patroni, with its password (deploy/patroni/node.env). */
export const tell = async (url, body, seconds = 300) => {
  const password = readFileSync(join(place, 'etc/patroni.password'), 'utf8').trim()
  const authorization = `Basic ${Buffer.from(`patroni:${password}`).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(seconds * 1_000) })
}
/** Asks Patroni for a switchover, like `patronictl switchover`. */
export const switchover = async (from) => {
  const { api_url } = (await members()).find(({ name }) => name === from)
  const answer = await tell(api_url.replace('/patroni', '/switchover'), { leader: from })
  if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`)
}

export const answers = async (url) => {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}
