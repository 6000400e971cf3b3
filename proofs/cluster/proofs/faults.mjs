// Faults, a function for each. It returns the affected process or node, and its undo, which is called once, when the fault is over.
//   const { name, undo } = await primaryKilled()
// Cuts and slow networks need links in between (`linkedNodes`, `linkedProcess`), which stay until they are removed.
import { rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { wait } from '../../bench/portal.mjs'
import { address, answers, place, port, rows, run, somePrimary, switchover } from './cluster.mjs'
import { Link } from './link.mjs'

const NODES = ['node1', 'node2', 'node3']

/** Simulates a power failure; for a node it kills Patroni and PostgreSQL. The undo starts it again. */
export const killed = async (name) => {
  await run('run.sh', 'kill', name)
  return { name, undo: () => run('run.sh', 'start', name) }
}
/** Sends SIGTERM and waits until the process has ended. The undo starts it again. */
export const terminated = async (name) => {
  await run('run.sh', 'stop', name)
  return { name, undo: () => run('run.sh', 'start', name) }
}
/** Simulates a hung machine: SIGSTOP, for a node to Patroni and all processes of PostgreSQL. The undo sends SIGCONT. */
export const frozen = async (name) => {
  await run('run.sh', 'freeze', name)
  return { name, undo: () => run('run.sh', 'thaw', name) }
}

/** Kills the primary. The undo brings it back as a standby (pg_rewind). */
export const primaryKilled = async () => killed(await somePrimary())
export const primaryFrozen = async () => frozen(await somePrimary())
/** Switches over to any standby; there is nothing to undo. */
export const handedOver = async () => {
  const name = await somePrimary()
  await switchover(name)
  return { name, undo: async () => {} }
}
/** Kills one of PostgreSQL's processes, which then ends all of them and recovers; there is nothing to undo. */
export const crashed = async () => {
  const name = await somePrimary()
  // Only the superuser sees the kind of another role's connections.
  const query = `select pid from pg_stat_activity where usename = 'gridbill' and backend_type = 'client backend'
    order by state = 'active' desc limit 1`
  const [found] = await rows(query, 'postgres')
  if (!found) throw new Error('the program has no connection')
  process.kill(Number(found[0]), 'SIGKILL')
  return { name, undo: async () => {} }
}
/** Asks for a switchover while the primary recovers from the crash of a process. */
export const handedOverInRecovery = async () => {
  // What is rolled back is recovered, too, so the recovery takes a while.
  const work = `begin; create table of_a_proof as select n, repeat('x', 100) as x from generate_series(1, 2000000) n; rollback`
  await rows(work, 'postgres')
  const struck = await crashed()
  await switchover(struck.name)
  return struck
}
/** Kills two of three members, so that no node gets or keeps the leader's lock. The undo starts them again. */
export const etcdLost = async () => {
  const lost = ['etcd1', 'etcd2', 'etcd3'].toSpliced(Math.floor(Math.random() * 3), 1)
  for (const name of lost) await run('run.sh', 'kill', name)
  const undo = async () => {
    for (const name of lost) await run('run.sh', 'start', name)
  }
  return { name: lost.join(' and '), undo }
}

/** Sends commands to HAProxy's socket. */
const proxy = (...commands) =>
  new Promise((resolve, reject) => {
    const socket = connect(join(place, 'run/haproxy.sock'), () => socket.end(`${commands.join('; ')}\n`))
    let said = ''
    socket.on('data', (part) => {
      said += part
    })
    socket.on('end', () =>
      /no such|invalid|unknown|denied|require/i.test(said) ? reject(new Error(`HAProxy: ${said}`)) : resolve(),
    )
    socket.on('error', reject)
  })

/** Makes HAProxy use these ports for a node and its Patroni; existing connections reconnect. */
const reached = async (node, database, patroni) => {
  for (const backend of ['primary', 'standbys'])
    await proxy(
      `set server ${backend}/${node} addr 127.0.0.1 port ${database}`,
      `set server ${backend}/${node} check-port ${patroni}`,
      `shutdown sessions server ${backend}/${node}`,
    )
}

/** Adds links between HAProxy and the nodes. The nodes still see each other and etcd, so a cut promotes no standby. */
export const linkedNodes = async () => {
  const links = new Map()
  for (const node of NODES) {
    const database = await Link.to(Number(port(node)))
    const patroni = await Link.to(Number(port(node.replace('node', 'patroni'))))
    links.set(node, [database, patroni])
    await reached(node, database.port, patroni.port)
  }
  const healed = (node) => async () => {
    for (const link of links.get(node)) link.heal()
  }
  return {
    primaryCut: async () => {
      const name = await somePrimary()
      for (const link of links.get(name)) link.cut()
      return { name, undo: healed(name) }
    },
    primarySlow: async (milliseconds) => {
      const name = await somePrimary()
      links.get(name)[0].slow(milliseconds)
      return { name, undo: healed(name) }
    },
    remove: async () => {
      for (const node of NODES) {
        await reached(node, port(node), port(node.replace('node', 'patroni')))
        for (const link of links.get(node)) await link.close()
      }
    },
  }
}

const started = async (name) => {
  const isServe = name.startsWith('serve')
  const url = `http://127.0.0.1:${port(isServe ? name : `metrics-${name}`)}${isServe ? '/readyz' : '/metrics'}`
  for (let left = 300; !(await answers(url)); left--) {
    if (left === 0) throw new Error(`${name} does not come back`)
    await wait(200)
  }
}
/** Restarts a process of the program and waits until it is ready. */
export const restarted = async (name) => {
  await run('run.sh', 'stop', name)
  await run('run.sh', 'start', name)
  await started(name)
}

/** Adds a link between one `serve` or `worker` and the database; this restarts the process. */
export const linkedProcess = async (name) => {
  const link = await Link.to(Number(port('database')))
  const file = join(place, 'etc', `${name}.env`)
  const url = new URL(address('gridbill'))
  url.port = link.port
  writeFileSync(file, `DATABASE_URL=${url}\n`, { mode: 0o600 })
  await restarted(name)
  const undo = async () => link.heal()
  return {
    cut: async () => {
      link.cut()
      return { name, undo }
    },
    slow: async (milliseconds) => {
      link.slow(milliseconds)
      return { name, undo }
    },
    remove: async () => {
      rmSync(file)
      await restarted(name)
      await link.close()
    },
  }
}
