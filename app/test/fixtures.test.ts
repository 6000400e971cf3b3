/** Runs `fixtures/rules` in WebAssembly. `core/tests/fixtures.rs` runs the same files natively. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ErrorBody } from '../src/core/core'
import { names, run } from './rules'

type Case = { name: string; rule?: string; input: Record<string, unknown> | string; output: unknown }

/** Rules that only the server runs. They are not in the WebAssembly build, to keep the download small. */
const onServer = new Set([
  'charges.listed',
  'charges.refusal',
  'charges.shown',
  'bank.check',
  'batch.waits',
  'bill.hold',
  'eInvoice.uuid',
  'eInvoice.longId',
  'eInvoice.check',
  'eInvoice.shown',
  'company.key',
  'company.tin',
  'duitNow.text',
  'duitNow.checksum',
  'deposit.standing',
  'deposit.check',
  'breach.duties',
  'status.state',
])

const folder = new URL('../../fixtures/rules/', import.meta.url)
const files = readdirSync(folder).map((file) => ({
  file,
  cases: (JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Case[]).filter(({ rule }) => !onServer.has(rule ?? '')),
}))

/** Converts a refusal to the form of the fixtures: the code, and the codes of invalid fields if there are any. */
function toFixtureForm(output: unknown): unknown {
  const answer = output as (ErrorBody & { error?: ErrorBody }) | null
  const error = answer?.error ?? (answer?.errorMessage === undefined ? undefined : answer)
  if (!error) return output
  const fields = Object.fromEntries(error.fields.map(({ field, code }) => [field, code]))
  return error.fields.length ? { error: error.code, fields } : { error: error.code }
}

describe.each(files)('$file', ({ cases }) => {
  test('every case holds', () => {
    // The cases of fpx-codes.json name no rule. Their input is an answer code of FPX.
    const answered = cases.map(({ name, rule, input }) => ({
      name,
      output: toFixtureForm(rule ? run(rule, input) : run('fpx.verdict', { code: input })),
    }))
    expect(answered).toEqual(cases.map(({ name, output }) => ({ name, output })))
  })
})

test('every rule has a case', () => {
  const used = new Set(files.flatMap(({ cases }) => cases.map(({ rule }) => rule ?? 'fpx.verdict')))
  expect(names.filter((name) => !used.has(name))).toEqual([])
})
