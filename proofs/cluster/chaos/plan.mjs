// Makes the plan of commands and faults from the seed alone, each with its time in milliseconds from the start.
import { Random } from './random.mjs'

const COMMANDS = { transfer: 36, fpx: 26, rivals: 8, register: 5, group: 12, export: 13 }
const METHODS = { EFT_GIRO: 60, EFT_RENTAS: 15, CHEQUE: 25 }
/** How a transfer ends: by staff's decision, by two officers at the same time, by a line of a bank statement, or not at all. */
const ENDS = { accept: 38, reject: 10, short: 12, over: 10, both: 8, statement: 17, wait: 5 }
const MAKER = { confirm: 84, cancel: 8, timeout: 4, leave: 4 }
const AUTHORIZER = { approve: 84, reject: 9, leave: 7 }
/** What the sandbox does to a confirmation (server/platform/src/fpx/sandbox/fault.rs). */
export const GATEWAY = { duplicate: 3, reorder: 2, lose: 2, delay: 2, forge: 1, amount: 2, amountUnsigned: 1 }

const MAKES = {
  transfer: (random) => ({
    bills: random.between(1, 4),
    method: random.weighed(METHODS),
    ends: random.weighed(ENDS),
    numbers: random.between(1, 3),
    looks: random.chance(0.4),
  }),
  fpx: (random) => ({
    bills: random.between(1, 3),
    bank: random.of(['TEST0021', 'TEST0022', 'TEST0023']),
    maker: random.weighed(MAKER),
    authorizer: random.weighed(AUTHORIZER),
    returns: random.chance(0.5),
    looks: random.chance(0.4),
    gateway: [random.chance(0.5), random.chance(0.2)].filter(Boolean).map(() => random.weighed(GATEWAY)),
  }),
  rivals: (random) => ({ bills: random.between(1, 2), apart: random.between(0, 40) }),
  register: (random) => ({ accounts: random.between(2, 4), isApproved: random.chance(0.85) }),
  group: (random) => ({ isRenamed: random.chance(0.4), loses: random.chance(0.4), isDeleted: random.chance(0.5) }),
  export: (random) => ({ list: random.of(['outstandingBills', 'groups', 'payments']), format: random.of(['xlsx', 'csv']) }),
}

const PROGRAM = ['serve1', 'serve2', 'worker1', 'worker2']
/** Faults that may overlap. */
const LIGHT = {
  kill: [12, (random) => ({ process: random.of([...PROGRAM, 'sandbox', 'store', 'haproxy']), seconds: random.between(0, 3) })],
  stop: [8, (random) => ({ process: random.of([...PROGRAM, 'sandbox']), seconds: random.between(0, 3) })],
  freeze: [5, (random) => ({ process: random.of(PROGRAM), seconds: random.between(1, 6) })],
  gatewayHangs: [4, (random) => ({ seconds: random.between(2, 12) })],
  gatewayCloses: [
    3,
    (random) => ({ what: random.of(['TEST0021', 'TEST0022', 'TEST0023', 'hours']), seconds: random.between(3, 10) }),
  ],
  storeHangs: [3, (random) => ({ seconds: random.between(2, 12) })],
  cutDatabase: [6, (random) => ({ process: random.of(PROGRAM), seconds: random.between(1, 8) })],
  silentDatabase: [6, (random) => ({ process: random.of(PROGRAM), seconds: random.between(2, 12) })],
  slowDatabase: [5, (random) => ({ process: random.of(PROGRAM), seconds: random.between(3, 10), delay: random.between(5, 80) })],
  cutClients: [4, (random) => ({ seconds: random.between(0, 3) })],
  slowClients: [4, (random) => ({ seconds: random.between(3, 10), delay: random.between(20, 300) })],
  clientsVanish: [8, (random) => ({ seconds: random.between(1, 3), within: random.between(5, 150) })],
  fullPool: [4, (random) => ({ seconds: random.between(1, 5) })],
  clockJumps: [4, (random) => ({ process: random.of(PROGRAM), by: random.between(-600, 600), seconds: random.between(2, 15) })],
  mail: [5, (random) => ({ mode: random.of(['refuse', 'close', 'hang']), seconds: random.between(3, 10) })],
}
/** Faults that run one after the other, each until the database has recovered. */
const HEAVY = {
  primaryLost: [5, (random) => ({ seconds: random.between(1, 10) })],
  switchover: [4, () => ({ seconds: 0 })],
  primaryFrozen: [2, (random) => ({ seconds: random.between(3, 35) })],
  primaryCut: [2, (random) => ({ seconds: random.between(2, 15) })],
  backendKilled: [2, () => ({ seconds: 0 })],
  standbyLost: [3, (random) => ({ seconds: random.between(1, 10) })],
  etcdLost: [2, (random) => ({ seconds: random.between(1, 8) })],
  fullDisk: [3, (random) => ({ leads: random.chance(0.7), seconds: random.between(4, 12) })],
}
export const KINDS = [...Object.keys(LIGHT), ...Object.keys(HEAVY)]
export const isHeavy = (kind) => kind in HEAVY

const faultsOf = (table, random, mean, end, wanted) => {
  const weights = Object.fromEntries(Object.entries(table).map(([kind, [weight]]) => [kind, weight]))
  const faults = []
  for (let at = 3_000 + random.pause(mean); at < end - 5_000; at += Math.max(500, random.pause(mean))) {
    const kind = random.weighed(weights)
    const fault = { at: Math.round(at), kind, ...table[kind][1](random) }
    if (!wanted || wanted.includes(kind)) faults.push(fault)
  }
  return faults
}

const numbered = (list) => list.sort((one, other) => one.at - other.at).map((item, place) => ({ n: place + 1, ...item }))

/**
 * @param {{ seed: number, minutes: number, rate: number, every: number, heavy: number, faults?: string[] }} how
 *   `rate`: commands begun in a second; `every` and `heavy`: seconds between two faults, and between two heavy ones
 */
export const planOf = ({ seed, minutes, rate, every, heavy, faults }) => {
  const end = minutes * 60_000
  const random = new Random(seed, 'commands')
  const commands = []
  for (let at = random.pause(1_000 / rate); at < end; at += random.pause(1_000 / rate)) {
    const kind = random.weighed(COMMANDS)
    // These fractions choose company and users later, when they are known.
    const parts = { company: random.next(), who: random.next(), pause: Math.round(random.pause(2_500)) }
    commands.push({ at: Math.round(at), kind, ...parts, ...MAKES[kind](random) })
  }
  const light = faultsOf(LIGHT, new Random(seed, 'faults'), every * 1_000, end, faults)
  const hard = faultsOf(HEAVY, new Random(seed, 'heavy faults'), heavy * 1_000, end, faults)
  return { commands: numbered(commands), faults: numbered([...light, ...hard]) }
}
