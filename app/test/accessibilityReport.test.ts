/** The accessibility report has the form of OpenACR 0.1.0 and names each criterion once. `core/tests/security.rs` checks what it cites. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const path = fileURLToPath(new URL('../../docs/buyer/accessibility.yaml', import.meta.url))

interface Criterion {
  num: string
  components: { name: string; adherence: { level: string; notes?: string } }[]
}
interface Chapter {
  notes?: string
  disabled?: boolean
  criteria?: Criterion[]
}
interface Report {
  title: string
  product: { name: string; version?: string; description?: string }
  author: { name?: string; email: string }
  chapters: Record<string, Chapter>
  [more: string]: unknown
}

/** The criteria of WCAG 2.2 at levels A and AA. 4.1.1 was removed. */
const criteria = {
  success_criteria_level_a:
    '1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2',
  success_criteria_level_aa:
    '1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3',
}
const levels = ['supports', 'partially-supports', 'does-not-support', 'not-applicable', 'not-evaluated']
/** The fields of OpenACR's schema that are texts, besides the product and the contacts. */
const texts = [
  'title',
  'report_date',
  'last_modified_date',
  'notes',
  'evaluation_methods_used',
  'legal_disclaimer',
  'license',
  'repository',
  'feedback',
  'catalog',
]
const otherChapters = [
  'success_criteria_level_aaa',
  'functional_performance_criteria',
  'hardware',
  'software',
  'support_documentation_and_services',
]

const report = parse(readFileSync(path, 'utf8')) as Report

test('the accessibility report has the form of OpenACR', () => {
  const known = [...texts, 'product', 'author', 'vendor', 'version', 'related_openacrs', 'chapters']
  expect(Object.keys(report).filter((name) => !known.includes(name))).toEqual([])
  expect(texts.filter((name) => report[name] !== undefined && typeof report[name] !== 'string')).toEqual([])
  expect([typeof report.product.name, typeof report.author.email, typeof report.version]).toEqual(['string', 'string', 'number'])
  expect(Object.keys(report.chapters).sort()).toEqual([...Object.keys(criteria), ...otherChapters].sort())
  expect(otherChapters.filter((name) => report.chapters[name]?.disabled !== true)).toEqual([])
})

test('each criterion of WCAG 2.2 A and AA has one level and a remark, and support names its proof', () => {
  for (const [chapter, numbers] of Object.entries(criteria)) {
    const listed = report.chapters[chapter]?.criteria ?? []
    expect(listed.map(({ num }) => num)).toEqual(numbers.split(' '))
    for (const { num, components } of listed) {
      expect(
        components.map(({ name }) => name),
        num,
      ).toEqual(['web'])
      const [web] = components
      expect(levels, num).toContain(web?.adherence.level)
      expect(web?.adherence.notes, num).toBeTruthy()
      // Two criteria are about something that the app does not have.
      const hasProof = web?.adherence.notes?.includes('`') || ['1.4.5', '2.5.7'].includes(num)
      expect(web?.adherence.level !== 'supports' || hasProof, num).toBe(true)
    }
  }
})
