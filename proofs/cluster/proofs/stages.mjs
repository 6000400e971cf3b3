// The stages of a failover and their times: what users wait for.
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { wait } from '../../bench/portal.mjs'
import { answers, place, port } from './cluster.mjs'

const NODES = ['node1', 'node2', 'node3']
const PROCESSES = ['serve1', 'serve2']
/** Milliseconds between two looks. */
const INTERVAL = 40
const LOCK = Buffer.from('/service/gridbill/leader').toString('base64')

/** Sends commands to HAProxy's socket and returns its answer. */
export const proxy = (...commands) =>
  new Promise((resolve, reject) => {
    const socket = connect(join(place, 'run/haproxy.sock'), () => socket.end(`${commands.join('; ')}\n`))
    let said = ''
    socket.on('data', (part) => {
      said += part
    })
    socket.on('end', () => resolve(said))
    socket.on('error', reject)
  })

/** Returns the node that holds the lock in etcd, or nothing if it has expired. */
const lockHolder = async (etcd) => {
  const answer = await fetch(`${etcd}/v3/kv/range`, {
    method: 'POST',
    body: JSON.stringify({ key: LOCK }),
    signal: AbortSignal.timeout(1_000),
  })
  const { kvs } = await answer.json()
  return kvs && Buffer.from(kvs[0].value, 'base64').toString()
}

/** Returns the node to which HAProxy sends writes, or nothing. */
const proxyTarget = async () => {
  const lines = (await proxy('show servers state primary')).split('\n').map((line) => line.split(' '))
  return lines.find((fields) => NODES.includes(fields[3]) && fields[5] === '2')?.[3]
}

/** Events of PostgreSQL's log that are stages, for the node that is promoted and for the others. */
const PROMOTED = {
  'promotion begins': /received promote request/,
  'PostgreSQL accepts writes': /archive recovery complete|database system is ready to accept connections/,
}
const FOLLOWS = { 'a standby streams': /started streaming WAL from primary|restarted WAL streaming/ }

/** Returns the time of the first such line of a node's log after a time, in milliseconds since 1970. */
const logged = (node, pattern, after) => {
  for (const line of readFileSync(join(place, `log/${node}.log`), 'utf8').split('\n')) {
    const [, day, time] = /^(\S+) (\S+) UTC \[/.exec(line) ?? []
    const at = Date.parse(`${day}T${time}Z`)
    if (at >= after && pattern.test(line)) return at
  }
}

/** Looks at the lock, the proxy and the processes from a fault until `report`. */
export class Stages {
  #at = new Map()
  #isOver = false

  constructor(old) {
    this.old = old
    this.began = Date.now()
    const etcds = ['etcd1', 'etcd2', 'etcd3'].map((name) => `http://127.0.0.1:${port(name)}`)
    this.#look(async () => {
      const holder = await Promise.any(etcds.map(lockHolder))
      if (holder !== old) this.#reach('the lock is free')
      if (holder && holder !== old) this.#reach('another node has the lock')
    })
    this.#look(async () => {
      const target = await proxyTarget()
      if (target !== old) this.#reach('the proxy left the old primary')
      if (target && this.#at.has('the proxy left the old primary')) this.#reach('the proxy uses a primary')
    })
    for (const name of PROCESSES) {
      const url = `http://127.0.0.1:${port(name)}/readyz`
      this.#look(async () => {
        if (!(await answers(url))) this.#reach(`${name} is not ready`)
        else if (this.#at.has(`${name} is not ready`)) this.#reach(`${name} is ready`)
      })
    }
  }

  async #look(once) {
    for (; !this.#isOver; await wait(INTERVAL)) await once().catch(() => {})
  }

  #reach(stage) {
    if (!this.#at.has(stage)) this.#at.set(stage, Date.now())
  }

  /** Ends the looks, and prints the stages in their order, and the attempts of the payment that took longest. */
  report(paid, show) {
    this.#isOver = true
    const others = NODES.filter((node) => node !== this.old)
    const promoted = others.find((node) => logged(node, PROMOTED['promotion begins'], this.began))
    if (promoted) {
      const start = logged(promoted, PROMOTED['promotion begins'], this.began)
      for (const [stage, pattern] of Object.entries(PROMOTED)) this.#at.set(stage, logged(promoted, pattern, start))
      const standbys = NODES.filter((node) => node !== promoted)
      for (const [stage, pattern] of Object.entries(FOLLOWS))
        this.#at.set(stage, Math.min(...standbys.map((node) => logged(node, pattern, start) ?? Infinity)))
    }
    const since = (at) => ((at - this.began) / 1_000).toFixed(2)
    const stages = [...this.#at].filter(([, at]) => at < Infinity).sort(([, one], [, other]) => one - other)
    for (const [stage, at] of stages) show(`  ${stage.padEnd(31)}${since(at)} s`)
    const during = paid.filter(({ at }) => performance.timeOrigin + at > this.began)
    if (during.length === 0) return
    const longest = during.reduce((one, other) => (other.took > one.took ? other : one))
    const told = (at) => since(performance.timeOrigin + at)
    const refused = longest.refusedAt.map(told).join(', ') || 'never'
    show(`  the longest payment            ${told(longest.at - longest.took)} to ${told(longest.at)} s; refused at ${refused}`)
    const first = Math.min(...during.filter(({ refusedAt }) => refusedAt.length > 0).map(({ at }) => at))
    if (first < Infinity) show(`  the first repeated payment     ${told(first)} s`)
  }
}
