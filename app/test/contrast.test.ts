/**
 * Text can be read on whatever it stands on, in either theme (WCAG 2.2, 1.4.3), and what is a control's only edge can be seen
 * (1.4.11). The journeys look at every screen in the light theme; this looks at every pair of colours in both.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { contrast, type Theme } from './colours'

const themes: readonly Theme[] = ['light', 'dark']
const tones = ['neutral', 'progress', 'good', 'warning', 'bad']

/** What text stands on. */
const plain = ['page', 'surface', 'raised']
const tinted = ['sunken', 'hover', 'pressed', 'accent-soft', ...tones.map((tone) => `${tone}-soft`)]
const grounds = [...plain, ...tinted]
/** Read on any of them. */
const texts = ['text', 'text-muted', 'accent-text', ...tones.map((tone) => `${tone}-text`)]
/** For what is said beside, and never on a tint: there it is what cannot be used now, which need not be read. */
const faint = 'text-faint'
/** What is filled with a colour of its own, and what is written on it. */
const filled: readonly [text: string, on: string][] = [
  ...['', '-hover', '-pressed'].map((state) => ['var(--accent-on)', `var(--accent-solid${state})`] as [string, string]),
  ...['', '-hover'].map((state) => ['#ffffff', `var(--bad-solid${state})`] as [string, string]),
  ['light-dark(#ffffff, #16211f)', 'light-dark(#16211f, #e8eeee)'],
]
/** Edges of controls, and rings around what has the focus. */
const edges = ['line-control', 'accent-text', 'bad-text']

const of = (name: string) => `var(--${name})`
const pairs = (some: readonly string[], on: readonly string[]) => some.flatMap((one) => on.map((ground) => [of(one), of(ground)] as const))

/** Pairs that are less apart than that. */
const tooNear = (all: readonly (readonly [string, string])[], least: number, theme: Theme) =>
  all.flatMap(([one, other]) => {
    const apart = contrast(one, other, theme)
    return apart < least ? [`${one} on ${other}: ${apart.toFixed(2)}`] : []
  })

test('contrast is that of the guidelines', () => {
  expect(contrast('#000000', 'white', 'light')).toBeCloseTo(21)
  // The example of the guidelines' own explanation.
  expect(contrast('#767676', 'white', 'light')).toBeCloseTo(4.54, 2)
  // As browsers compute it: oklch(from #0f766e …) and color-mix(in oklab, #0f766e 8%, white).
  expect(contrast('var(--accent-solid)', 'white', 'light')).toBeCloseTo(5.47, 1)
  expect(contrast('var(--accent-soft)', '#edf4f3', 'light')).toBeCloseTo(1, 1)
})

test.each(themes)('text can be read on whatever it stands on, %s', (theme) => {
  expect(tooNear(pairs(texts, grounds), 4.5, theme)).toEqual([])
  expect(tooNear(pairs([faint], theme === 'light' ? plain : grounds), 4.5, theme)).toEqual([])
  expect(tooNear(filled, 4.5, theme)).toEqual([])
})

test.each(themes)('the edges of controls can be seen, %s', (theme) => {
  // A ticked box is filled, and has no other edge.
  expect(tooNear(pairs(['accent-solid'], [...plain, 'sunken', 'hover']), 3, theme)).toEqual([])
  // So has a bar of a chart.
  expect(tooNear(pairs(['chart-warning'], [...plain]), 3, theme)).toEqual([])
  expect(tooNear(pairs(edges, grounds), 3, theme)).toEqual([])
})

/** Nothing is written on these: lines, bars, marks, and what lies over the page while a dialogue is open. */
const marks = [
  ...['line', 'line-strong', 'line-control', 'progress-line', 'progress-text', 'accent', 'chart-warning', 'scrim'].map(of),
  'color-mix(in oklab, var(--line-control) 38%, var(--surface))',
]
/** By whatever is around it, or by the system. */
const given = ['inherit', 'none', 'transparent', 'GrayText', 'CanvasText', 'Highlight', 'HighlightText']

test('no style sheet writes in, or fills with, another colour', () => {
  const isKnown = {
    color: [...[...texts, faint, 'tone-text', 'accent'].map(of), ...filled.map(([text]) => text), ...given],
    background: [...[...grounds, 'tone-soft'].map(of), ...filled.map(([, on]) => on), ...marks, ...given, '#ffffff'],
  }
  const others: string[] = []
  const folder = fileURLToPath(new URL('../src/', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))
  expect(files.length).toBeGreaterThan(50)
  for (const file of files) {
    for (const [, kind = '', value = ''] of readFileSync(folder + file, 'utf8').matchAll(/[\s{](color|background)(?:-color)?: ([^;]+);/g)) {
      // Images, gradients and what stands in where nothing is set are made of the same tokens.
      const colours = value.includes('gradient') || /var\([^)]*,|\bcenter\b/.test(value) ? value.match(/var\(--(?!s\d)[\w-]+\)/g) : [value]
      for (const colour of colours ?? [])
        if (!isKnown[kind as keyof typeof isKnown].includes(colour)) others.push(`${file}: ${kind}: ${colour}`)
    }
  }
  expect(others).toEqual([])
})
