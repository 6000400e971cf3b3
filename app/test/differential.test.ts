/**
 * Runs all rules in WebAssembly with at least 100,000 random inputs in total, and compares the answers with the native answers. Inputs and
 * native answers come from `core/examples/differential.rs`, with a fixed seed.
 */
import { execFileSync } from 'node:child_process'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { names, run } from './rules'

const root = new URL('../..', import.meta.url)
const command = ['run', '--quiet', '--example', 'differential']

test('the browser gives the same answers as the server', { timeout: 300_000 }, () => {
  const lines = execFileSync('cargo', command, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 29 })
    .trimEnd()
    .split('\n')
  const differences: unknown[] = []
  const answered = new Map<string, number>()
  for (const line of lines) {
    const [rule, input, native] = JSON.parse(line) as [string, unknown, unknown]
    const browser = run(rule, input)
    answered.set(rule, (answered.get(rule) ?? 0) + 1)
    if (!isDeepStrictEqual(browser, native)) differences.push({ rule, input, native, browser })
  }
  expect(differences.slice(0, 5)).toEqual([])
  expect(lines.length).toBeGreaterThanOrEqual(100_000)
  expect(names.filter((name) => (answered.get(name) ?? 0) < 1_000)).toEqual([])
})
