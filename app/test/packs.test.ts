/** The cases of `fixtures/packs` in WebAssembly. `core/tests/packs` has them for native runs. */
import { readFileSync } from 'node:fs'
import { type Outcome, verifyPack } from 'gridbill-core/packs'
import { expect, test } from 'vitest'

interface Case {
  name: string
  find?: string
  offset?: number
  cut?: number
  outcome: Outcome
  codes: string[]
}

const file = (name: string) => readFileSync(new URL(`../../fixtures/packs/${name}`, import.meta.url))
const cases: Case[] = JSON.parse(file('cases.json').toString())

test.each(cases)('a pack with $name', ({ find, offset = 0, cut = 0, outcome, codes }) => {
  const archive = Buffer.from(file('eft.zip'))
  if (find !== undefined) {
    const place = archive.indexOf(find) + offset
    archive[place] = (archive[place] ?? 0) ^ 1
  }
  const found = verifyPack(Uint8Array.from(archive.subarray(0, archive.length - cut)), 'en')
  const remarks = found.packs.flatMap(({ rules }) => rules.flatMap(({ remarks }) => remarks.map(({ remark }) => remark.code)))
  expect(found.outcome).toBe(outcome)
  for (const code of codes) expect(remarks).toContain(code)
})
