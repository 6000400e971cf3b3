// Tests the verdict: `node --test proofs/cluster/chaos/*.test.mjs`. A good run passes; each changed run fails.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verdict } from './verdict.mjs'

const acks = (count) => Array.from({ length: count }, (_, n) => ({ t: 'ack', n }))
const fault = (more) => ({ t: 'fault', kind: 'kill', planned: 3_000, what: 'injected', ...more })
/** A good run: a thousand commands, two faults of which one was omitted, and faults noted by others. */
const well = () => ({
  record: [
    ...acks(999),
    { t: 'refused', n: 1_000, code: 'duplicatePayment' },
    fault(),
    fault({ what: 'skipped', why: 'another fault was there' }),
    { t: 'fault', kind: 'gateway: lose', n: 1 },
    fault({ kind: 'ended by itself', planned: 0, what: 'restarted' }),
  ],
  findings: [],
  isWhole: true,
  planned: { faults: 2 },
  failedJobs: [],
  archive: { failing: 0, waiting: 1 },
  errors: [],
})
const after = (change) => {
  const run = well()
  change(run)
  return verdict(run)
}
const fails = (why, change) => assert.deepEqual(after(change), [why])

test('a run that went well passes', () => assert.deepEqual(verdict(well()), []))

test('a finding, a broken invariant, a failed job, WAL that is not archived and a mistake fail', () => {
  fails('1 findings', ({ findings }) => findings.push({ kind: 'lost', what: 'P1' }))
  fails('an invariant is broken', (run) => Object.assign(run, { isWhole: false }))
  fails('jobs failed: 4 x post_payment', ({ failedJobs }) => failedJobs.push(['post_payment', '4', 'no']))
  fails('WAL is not archived: failing 1, waiting 1', ({ archive }) => Object.assign(archive, { failing: 1 }))
  fails('WAL is not archived: failing 0, waiting 2', ({ archive }) => Object.assign(archive, { waiting: 2 }))
  fails('WAL is not archived: failing NaN, waiting NaN', (run) => Object.assign(run, { archive: { failing: NaN, waiting: NaN } }))
  fails('1 mistakes of this program', ({ errors }) => errors.push('command 1: TypeError'))
})

test('a portal that acknowledges nothing fails', () => {
  const without = (run, t) => Object.assign(run, { record: run.record.map((one) => (one.t === 'ack' ? { ...one, t } : one)) })
  fails('nothing of 1000 commands was acknowledged', (run) => without(run, 'refused'))
  assert.deepEqual(
    after((run) => without(run, 'unknown')),
    ['nothing of 1000 commands was acknowledged', '999 of 1000 commands were never answered'],
  )
  fails('nothing of 0 commands was acknowledged', (run) => Object.assign(run, { record: [fault()] }))
})

test('of a thousand commands one may stay without an answer', () => {
  const unknown = { t: 'unknown', n: 1_001 }
  assert.deepEqual(
    after(({ record }) => record.push(unknown)),
    [],
  )
  fails('2 of 1002 commands were never answered', ({ record }) => record.push(unknown, unknown))
  fails('1 of 100 commands were never answered', (run) => Object.assign(run, { record: [...acks(99), unknown, fault()] }))
})

test('a run without a fault of its plan fails; one that planned none passes', () => {
  const skipped = ({ record }) => Object.assign(record.find(({ what }) => what === 'injected'), { what: 'skipped' })
  fails('none of 2 faults could be made', skipped)
  assert.deepEqual(
    after((run) => {
      skipped(run)
      run.planned.faults = 0
    }),
    [],
  )
})
