// Measures a second `serve`: its cost without users and under the same load, and whether both give the same answers. There is no proxy;
// requests alternate between the two.
import { ask, quantile, read, send, setting, wait } from '../bench/portal.mjs'
import { cost, rest } from './meter.mjs'
import { MIX } from './requests.mjs'
import { ofProgram, one, portals, startServe } from './processes.mjs'

const RATE = setting('RATE', 100)
const SECONDS = setting('SECONDS_SECOND', 20)

/** Reads at a steady rate, alternating between the processes. */
const load = async (people, at) => {
  await people.fresh()
  const took = []
  const under = new Set()
  const failed = new Map()
  const readOne = async (number) => {
    const master = people.master(number)
    const call = MIX[Math.floor(number / 7) % MIX.length][1](master, number)
    const began = performance.now()
    try {
      await send(at[number % at.length], { ...call, token: master.token })
      took.push(performance.now() - began)
    } catch (refused) {
      failed.set(refused.status ?? refused.message, (failed.get(refused.status ?? refused.message) ?? 0) + 1)
    }
  }
  const result = await cost(async () => {
    const began = performance.now()
    for (let begun = 0; performance.now() - began < SECONDS * 1_000; await wait(2))
      while (begun < ((performance.now() - began) / 1_000) * RATE) {
        const reading = readOne(begun++).finally(() => under.delete(reading))
        under.add(reading)
      }
    await Promise.all(under)
  })
  const each = (key) => result[key] / result.seconds
  const times = { rate: took.length / result.seconds, median: quantile(took, 0.5), p99: quantile(took, 0.99), failed: [...failed] }
  return { program: each('program'), database: each('database'), statements: each('statements'), ...times }
}
const connections = () => Number(one("select count(*) from pg_stat_activity where usename = 'portal'"))

/** Removes the time of the answer, which differs by milliseconds, before the comparison. */
const untimed = ({ bytes }) =>
  bytes
    .toString('latin1')
    .replace(/"[0-9-]{10}T[0-9:.]{8,}(Z|\+[0-9:]{5})"/g, (at) =>
      Math.abs(Date.parse(at.slice(1, -1)) - Date.now()) < 60_000 ? '"now"' : at,
    )

/** Compares both processes' answers to the same user. Returns the number of comparisons, and the differences. */
const compared = async (people) => {
  await people.fresh()
  let [same, timed] = [0, 0]
  const different = []
  for (let number = 0; number < 12; number++) {
    const master = people.master(number)
    for (const [name, call] of MIX) {
      const asked = { ...call(master, number), token: master.token }
      const [here, there] = await Promise.all(portals.map((portal) => send(portal, asked)))
      if (here.bytes.equals(there.bytes)) same++
      else if (untimed(here) === untimed(there)) timed++
      else different.push(`${name} of ${master.email}`)
    }
  }
  return { same, timed, different }
}

/** Uses, refreshes and ends a session of one process at the other. */
const session = async ({ email }) => {
  const [here, there] = portals
  const user = '/user-svc/api/v1/User'
  const tokens = await ask(there, `${user}/Login`, undefined, { username: email, password: 'Gridbill-demo1' })
  await read(here, `${user}/GetUserProfile`, tokens.accessToken)
  const next = await ask(here, `${user}/RefreshToken`, undefined, { refreshToken: tokens.refreshToken })
  await read(there, `${user}/GetUserProfile`, next.accessToken)
  await ask(there, `${user}/Logout`, next.accessToken, { refreshToken: next.refreshToken })
  const refused = await read(here, `${user}/GetUserProfile`, next.accessToken).then(
    () => 'let in',
    (error) => error.status,
  )
  return refused === 401
}

export const second = async (people) => {
  const phase = async (at) => ({
    processes: ofProgram().length,
    idle: { ...(await rest(SECONDS)), connections: connections() },
    load: { ...(await load(people, at)), connections: connections() },
  })
  const alone = await phase(portals.slice(0, 1))
  await startServe(1)
  await wait(3_000)
  const both = await phase(portals)
  return { rate: RATE, alone, both, ...(await compared(people)), isOneSession: await session(people.master(3)) }
}
