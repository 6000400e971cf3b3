/**
 * Text has enough contrast on every background in both themes (WCAG 2.2, 1.4.3), and so have the edges of controls (1.4.11). The journeys
 * check the screens only in the light theme; this test checks every pair of colours in both themes.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { contrast, type Theme } from './colours'

const themes: readonly Theme[] = ['light', 'dark']
const tones = ['neutral', 'progress', 'good', 'warning', 'bad']

/** Backgrounds of text. */
const plain = ['page', 'surface', 'raised']
const tinted = ['sunken', 'hover', 'pressed', 'accent-soft', ...tones.map((tone) => `${tone}-soft`)]
const backgrounds = [...plain, ...tinted]
/** Text colours that may be on any background. */
const texts = ['text', 'text-muted', 'accent-text', ...tones.map((tone) => `${tone}-text`)]
/** For secondary text on plain backgrounds. On tinted backgrounds only disabled text has it, which needs no contrast. */
const faint = 'text-faint'
/** Solid fills and the text on them. */
const filled: readonly [text: string, on: string][] = [
  ...['', '-hover', '-pressed'].map((state) => ['var(--accent-on)', `var(--accent-solid${state})`] as [string, string]),
  ...['', '-hover'].map((state) => ['#ffffff', `var(--bad-solid${state})`] as [string, string]),
  ['light-dark(#ffffff, #16211f)', 'light-dark(#16211f, #e8eeee)'],
]
/** Edges of controls, and focus rings. */
const edges = ['line-control', 'accent-text', 'bad-text']

const of = (name: string) => `var(--${name})`
const pairs = (some: readonly string[], on: readonly string[]) =>
  some.flatMap((one) => on.map((background) => [of(one), of(background)] as const))

/** Returns the pairs whose contrast ratio is less than `least`. */
const lowContrast = (all: readonly (readonly [string, string])[], least: number, theme: Theme) =>
  all.flatMap(([one, other]) => {
    const ratio = contrast(one, other, theme)
    return ratio < least ? [`${one} on ${other}: ${ratio.toFixed(2)}`] : []
  })

test('the computed contrast matches the guidelines', () => {
  expect(contrast('#000000', 'white', 'light')).toBeCloseTo(21)
  // The example in the guidelines.
  expect(contrast('#767676', 'white', 'light')).toBeCloseTo(4.54, 2)
  // The results of browsers for oklch(from #0f766e …) and color-mix(in oklab, #0f766e 8%, white).
  expect(contrast('var(--accent-solid)', 'white', 'light')).toBeCloseTo(5.47, 1)
  expect(contrast('var(--accent-soft)', '#edf4f3', 'light')).toBeCloseTo(1, 1)
})

test.each(themes)('text has enough contrast on every background, %s', (theme) => {
  expect(lowContrast(pairs(texts, backgrounds), 4.5, theme)).toEqual([])
  expect(lowContrast(pairs([faint], theme === 'light' ? plain : backgrounds), 4.5, theme)).toEqual([])
  expect(lowContrast(filled, 4.5, theme)).toEqual([])
})

test.each(themes)('the edges of controls have enough contrast, %s', (theme) => {
  // A ticked checkbox is filled and has no other edge.
  expect(lowContrast(pairs(['accent-solid'], [...plain, 'sunken', 'hover']), 3, theme)).toEqual([])
  // A bar of a chart has no other edge either.
  expect(lowContrast(pairs(['chart-warning'], [...plain]), 3, theme)).toEqual([])
  expect(lowContrast(pairs(edges, backgrounds), 3, theme)).toEqual([])
})

/** Colours that never carry text: lines, bars, marks, and the overlay behind a dialogue. */
const marks = [
  ...['line', 'line-strong', 'line-control', 'progress-line', 'progress-text', 'accent', 'chart-warning', 'scrim'].map(of),
  'color-mix(in oklab, var(--line-control) 55%, var(--surface))',
]
/** Inherited values and system colours. */
const given = ['inherit', 'none', 'transparent', 'GrayText', 'CanvasText', 'Highlight', 'HighlightText']

test('no style sheet uses another colour for text or background', () => {
  const isKnown = {
    color: [...[...texts, faint, 'tone-text', 'accent'].map(of), ...filled.map(([text]) => text), ...given],
    background: [...[...backgrounds, 'tone-soft'].map(of), ...filled.map(([, on]) => on), ...marks, ...given, '#ffffff'],
  }
  const others: string[] = []
  const folder = fileURLToPath(new URL('../src/', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))
  expect(files.length).toBeGreaterThan(50)
  for (const file of files) {
    for (const [, kind = '', value = ''] of readFileSync(folder + file, 'utf8').matchAll(/[\s{](color|background)(?:-color)?: ([^;]+);/g)) {
      // Images, gradients and fallback values use the same tokens.
      const colours = value.includes('gradient') || /var\([^)]*,|\bcenter\b/.test(value) ? value.match(/var\(--(?!s\d)[\w-]+\)/g) : [value]
      for (const colour of colours ?? [])
        if (!isKnown[kind as keyof typeof isKnown].includes(colour)) others.push(`${file}: ${kind}: ${colour}`)
    }
  }
  expect(others).toEqual([])
})
