// `make cluster-test`: proofs on a running cluster (`make cluster`), with their figures.
//   node proofs/cluster/test.mjs [proof ...]
// CLUSTER_KILLS, CLUSTER_PAYMENTS (a second), CLUSTER_RATE (requests a second), CLUSTER_SECONDS (of the rolling restart) and
// CLUSTER_CUT (seconds of a cut) can be set. `update` needs two programs, and is skipped without them. 20 kills need CLUSTER_PAYMENTS=3:
// the companies that pay have about 3,700 bills to be paid.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hangUp } from '../bench/portal.mjs'
import { browser } from './proofs/browser.mjs'
import { invariants } from './proofs/check.mjs'
import { place } from './proofs/cluster.mjs'
import { primaryCut, processCut } from './proofs/cuts.mjs'
import { crash, etcd, frozenPrimary, handover, kills, synchronous } from './proofs/failover.mjs'
import { files } from './proofs/files.mjs'
import { parts } from './proofs/parts.mjs'
import { standby } from './proofs/standby.mjs'
import { disaster, restored } from './proofs/restoring.mjs'
import { roles } from './proofs/roles.mjs'
import { rolling } from './proofs/rolling.mjs'
import { updated } from './proofs/updating.mjs'

const proofs = {
  files: ['The files of deploy', files],
  roles: ['Roles of the database', roles],
  parts: ['One portal of many processes', parts],
  standby: ['Exports read a standby, and miss nothing', standby],
  synchronous: ['Replication is synchronous', synchronous],
  kills: ['The primary is killed while users read and pay', kills],
  switchover: ['Switchover while users read and pay', handover],
  crash: ['Switchover while the primary recovers from a crash', crash],
  frozen: ['The primary hangs while users read and pay', frozenPrimary],
  cut: ['A cut without a word between the proxy and the primary', primaryCut],
  'cut-process': ['A cut without a word between a process and the database', processCut],
  etcd: ['etcd loses its majority while users read and pay', etcd],
  browser: ["A browser's pages through a failover", browser],
  rolling: ['Every process is restarted under load', rolling],
  update: ['A new version, with a migration, under load', updated],
  restore: ['Restored to a second before a deletion', restored],
  disaster: ['Restored after the data of all nodes are lost', disaster],
  check: ['Every invariant holds', invariants()],
}

if (!existsSync(join(place, 'run/haproxy.pid'))) {
  console.error('no cluster runs here: `make cluster` starts one')
  process.exit(1)
}
const wanted = process.argv.slice(2)
let failed = 0
const all = Object.keys(proofs).filter((name) => name !== 'update' || process.env.GRIDBILL_NEW)
const chosen = wanted.length > 0 ? wanted : all
for (const name of chosen) {
  const [title, proof] = proofs[name] ?? []
  if (!proof) throw new Error(`no proof: ${name}; there are ${Object.keys(proofs).join(', ')}`)
  console.log(`\n${title}`)
  const show = (line) => console.log(`  ${line}`)
  const wrong = await proof(show).catch((error) => [error.stack])
  hangUp()
  if (wrong.length > 0) failed++
  for (const what of wrong) console.log(`  FAIL: ${what}`)
  if (wrong.length === 0) console.log('  pass')
}
console.log(`\n${chosen.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
