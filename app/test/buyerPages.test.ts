/** The tables of `docs/buyer` that map standards are complete, and name no control or duty that the page does not have. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** Returns the cells of each row of the tables below a heading, without the heads of the tables. */
function rowsBelow(text: string, heading: string): string[][] {
  const section = text.split(/^##? /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  )
}

/** Returns the numbers of a text such as "5.15 to 5.18, 8.2". */
function numbersOf(text = ''): string[] {
  return [...text.matchAll(/(\d+)\.(\d+)(?: to \d+\.(\d+))?/g)].flatMap(([, part, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${part}.${Number(first) + index}`),
  )
}

const standards = read('docs/buyer/standards.md')
const ofPortal = rowsBelow(standards, 'ISO 27001:2022, Annex A').flatMap(([control]) => numbersOf(control))
const bySection = rowsBelow(standards, 'ASVS by section')

test('each of the 93 controls of Annex A is served by the portal or left to the operator', () => {
  const ofOperator = numbersOf(standards.match(/^Not by the portal: .*$/m)?.[0])
  const all = numbersOf('5.1 to 5.37, 6.1 to 6.8, 7.1 to 7.14, 8.1 to 8.34')
  expect(all.length).toBe(93)
  expect([...ofPortal, ...ofOperator].sort()).toEqual(all.sort())
})

test('each section of ASVS with a requirement that applies is mapped once, to controls and duties of the page', () => {
  const pages = ['v1-v5', 'v6-v9', 'v10-v14', 'v15-v17'].map((page) => read(`docs/security/${page}.md`)).join('\n')
  const requirements = pages.matchAll(/^\| (\d+\.\d+)\.\d+ \| \d \| [^|]+ \| (met|deviated) \|/gm)
  const applying = new Set([...requirements].map(([, section]) => section))
  expect(bySection.flatMap(([sections]) => numbersOf(sections)).sort()).toEqual([...applying].sort())
  const duties = rowsBelow(standards, 'Cyber Security Act 2024 (Act 854)').flatMap(([duty]) => duty?.match(/(?<=section )\d+/g) ?? [])
  for (const [sections, , controls, ofAct] of bySection) {
    expect(numbersOf(controls).length, sections).toBeGreaterThan(0)
    expect(numbersOf(controls).filter((control) => !ofPortal.includes(control))).toEqual([])
    expect(ofAct?.split(', ').filter((duty) => !duties.includes(duty))).toEqual([])
  }
})

test('each penetration test names the version of the program, its commit and the day', () => {
  const rows = rowsBelow(read('docs/buyer/penetration-tests.md'), 'Penetration tests')
  const without = rows.filter(([, version]) => !/^(from )?\d+\.\d+\.\d+, `[0-9a-f]{8}`, \d+ \w{3} \d{4}/.test(version ?? ''))
  expect(without.map(([attack]) => attack)).toEqual(['known vulnerabilities of dependencies'])
})
