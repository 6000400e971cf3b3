import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { malayStrings } from '../vite-plugins/malay-strings'
import { withMalay } from '../vite-plugins/react-aria-malay'

type Strings = Record<string, unknown>

/** Loads React Aria's string module with Malay added and other languages removed. */
async function load(name: string) {
  const [library = '', folder] = name.split('/')
  const path = resolve('node_modules', library, 'dist/private', folder ?? '', 'intlStrings.mjs')
  const code = withMalay(readFileSync(path, 'utf8'), path) ?? ''
  const english = /from "(\S+en-US\.mjs)"/.exec(code)?.[1] ?? ''
  const strings: Strings = (await import(pathToFileURL(resolve(path, '..', english)).href)).default
  const body = code.replace(
    /^import (\S+) from "(\S+)";$/gm,
    (_, variable: string, from: string) => `const ${variable} = ${from === english ? 'english' : 'undefined'};`,
  )
  const run = new Function('english', body.replace(/export \{\s*(\S+) as default\s*\};?/, 'const whole = $1;').concat('\nreturn whole'))
  return { english: strings, all: run(strings) as Record<string, Strings> }
}

describe.each(Object.keys(malayStrings))('%s', (name) => {
  it('translates every text of React Aria, and nothing else', async () => {
    const { english, all } = await load(name)
    expect(Object.keys(malayStrings[name] ?? {}).sort()).toEqual(Object.keys(english).sort())
    expect(all['en-US']).toBe(english)
    for (const [key, message] of Object.entries(all['ms-MY'] ?? {})) {
      expect(typeof message, key).toBe(typeof english[key])
    }
  })
})

it('covers all string modules of React Aria, except those of the unused colour pickers', () => {
  const places = ['react-aria', 'react-aria-components', 'react-stately'].flatMap((library) =>
    readdirSync(`node_modules/${library}/dist/private`, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('intlStrings.mjs'))
      .map((path) => [library, ...path.split('/').slice(0, -1)].join('/')),
  )
  expect(places.length).toBeGreaterThan(15)
  expect(places.filter((place) => !place.endsWith('/color')).sort()).toEqual(Object.keys(malayStrings).sort())
})

it('inserts figures and choices, also after the functions were copied as text', async () => {
  type Say = (args: Strings, formatter: { number: (value: number) => string }) => string
  const malay = (await load('react-aria/combobox')).all['ms-MY'] as Record<string, Say>
  const formatter = { number: (value: number) => value.toLocaleString('ms-MY') }
  expect(malay.countAnnouncement?.({ optionCount: 1200 }, formatter)).toBe('1,200 pilihan tersedia.')
  expect(
    malay.focusAnnouncement?.(
      { isGroupChange: true, groupTitle: 'Bank', groupCount: 3, optionText: 'Maybank', isSelected: true },
      formatter,
    ),
  ).toBe('Memasuki kumpulan Bank, dengan 3 pilihan. Maybank, dipilih')
  expect(malay.focusAnnouncement?.({ isGroupChange: false, optionText: 'Maybank', isSelected: false }, formatter)).toBe('Maybank')
})

it('ignores other modules, and refuses a component without words', () => {
  expect(withMalay('x', '/app/src/main.tsx')).toBeUndefined()
  expect(() => withMalay('export {a as default};', '/app/node_modules/react-aria/dist/private/color/intlStrings.mjs')).toThrow(
    "no 'react-aria/color'",
  )
})
