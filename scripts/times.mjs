/**
 * Prints how long each part of the last run took, and the ten slowest tests of each runner, so that they can be ranked.
 * `scripts/part.sh` writes the parts. The runners write their own reports.
 */
import { existsSync, readFileSync } from 'node:fs'

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
const seconds = (of) => `${of.toFixed(1).padStart(8)} s`

function print(title, rows) {
  if (rows.length === 0) return
  console.log(`times: ${title}`)
  for (const { name, took } of rows) console.log(`${seconds(took)}  ${name}`)
}

const parts = read('target/parts')
  .split('\n')
  .filter(Boolean)
  .map((line) => line.split('\t'))
  .map(([took, name]) => ({ name, took: Number(took) }))

/** Tests of cargo-nextest. Its report is XML, one element a test. */
const rust = [...read('target/nextest/default/junit.xml').matchAll(/<testcase name="([^"]+)" classname="([^"]+)"[^>]* time="([\d.]+)"/g)].map(
  ([, name, program, took]) => ({ name: `${program} ${name}`, took: Number(took) }),
)

const app = (JSON.parse(read('target/vitest.json') || '{}').testResults ?? []).flatMap(({ assertionResults }) =>
  assertionResults.map(({ fullName, duration }) => ({ name: fullName, took: (duration ?? 0) / 1000 })),
)

/** Journeys of a file, of its groups too. */
const journeysOf = ({ specs = [], suites = [] }) => [
  ...specs.map(({ file, title, tests }) => ({
    name: `${file} › ${title}`,
    took: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration / 1000, 0),
  })),
  ...suites.flatMap(journeysOf),
]
const journeys = journeysOf(JSON.parse(read('target/journeys.json') || '{}'))

const slowest = (tests) => tests.sort((one, other) => other.took - one.took).slice(0, 10)
const count = (tests) => `${tests.length} tests, ${Math.round(tests.reduce((sum, { took }) => sum + took, 0))} s in all lanes`

print('parts', parts)
print(`core and server, the slowest of ${count(rust)}`, slowest(rust))
print(`app, the slowest of ${count(app)}`, slowest(app))
print(`browser, the slowest of ${count(journeys)}`, slowest(journeys))
