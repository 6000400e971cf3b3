/**
 * The accessibility report is valid by OpenACR's schema and names each criterion once. `core/tests/security.rs` checks what it cites.
 * The schema is the file of @openacr/openacr 0.3.5 on npm (CC0-1.0), unchanged. The package itself would add 4,900 files.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Ajv from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(root + path, 'utf8')

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
const report = parse(read('docs/buyer/accessibility.yaml')) as Report
const schema = JSON.parse(read('fixtures/openacr-0.1.0.json'))

test('the accessibility report is valid by the schema of OpenACR', () => {
  const validate = new Ajv({ allErrors: true, strict: false }).compile(schema)
  validate(report)
  expect(validate.errors).toBeNull()
  expect(validate({ ...report, author: {} }), 'the schema refuses an author without an address').toBe(false)
  // The schema allows other names, too, and misspelt ones.
  expect(Object.keys(report).filter((name) => !(name in schema.properties))).toEqual([])
  const chapters = Object.keys(schema.properties.chapters.properties)
  expect(Object.keys(report.chapters).sort()).toEqual([...chapters].sort())
  expect(chapters.filter((name) => report.chapters[name]?.disabled !== true)).toEqual(Object.keys(criteria))
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
      expect(web?.adherence.level !== 'supports' || web.adherence.notes?.includes('`'), num).toBe(true)
    }
  }
})

/** Returns the source files of the app that match, without tests. */
function filesWith(pattern: RegExp): string[] {
  const files = readdirSync(`${root}app/src`, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  return sources.filter((path) => pattern.test(read(`app/src/${path}`))).sort()
}

test('pictures are drawn where criterion 1.4.5 says', () => {
  // A dialogue's picture is given by its caller, and no caller gives one. A declaration is the file that the applicant uploaded.
  expect(filesWith(/<(img|image|picture|canvas|video|embed)\b/)).toEqual([
    'features/identity/help/Guides.tsx',
    'features/registration/staff/review/DeclarationCard.tsx',
    'ui/overlay/ModalDialog.tsx',
  ])
  expect(filesWith(/\bimage=\{/)).toEqual([])
  // Text in SVG is text: the QR codes and charts have no paths of letters.
  expect(filesWith(/<svg\b/)).toEqual([
    'features/bills/bill/QrPicture.tsx',
    'features/home/Months.tsx',
    'features/identity/factors/AddTotp.tsx',
    'ui/chart/YearChart.tsx',
  ])
})

test('only a file is dragged, and its field has an input', () => {
  expect(
    filesWith(/\bonDrag|\bonDrop\b|\bdraggable\b|\buseDrag|\buseDrop|\buseMove\b|<Slider\b|<RangeCalendar\b|<ColumnResizer\b/),
  ).toEqual(['kit/form/FileField.tsx'])
  expect(read('app/src/kit/form/FileField.tsx')).toContain('type="file"')
})

test.each(['en', 'ms'])('the captions of the film are the steps of its guide: %s', (language) => {
  const steps: Record<string, { caption?: string }> = JSON.parse(read(`app/e2e/guides/${language}.json`)).guides.paying.steps
  const cues = read(`app/public/guides/paying.${language}.vtt`).split('\n\n').slice(1)
  const patterns = Object.values(steps).map(({ caption }) => caption?.replace(/\{\w+\}/g, '*'))
  expect(cues.map((cue) => cue.split('\n').slice(1).join(' ').trim().replace(/\d+/g, '*'))).toEqual(patterns)
})
