/** Every screen behind the sign-in has a page (vite-plugins/portalPage.ts) that names its code and words. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { paths, sharedPaths } from '../src/core/links'
import { screenWords } from '../src/routes/screenWords'
import { screensIn } from '../vite-plugins/screens'

vi.mock('../src/words/language', () => ({ currentLanguage: () => 'en', setLanguage: () => {} }))

const source = (file: string) => new URL(`../src/${file}`, import.meta.url)
const read = (file: string) => readFileSync(source(`routes/${file}`), 'utf8')
const screens = screensIn(`${read('customers.ts')}${read('staff.ts')}`, read('screenWords.ts'))

test('a screen names the words that its route requests', () => {
  // Screens that are also public use the page of the public addresses.
  const routed = Object.entries(screenWords).filter(([path]) => !sharedPaths.includes(path))
  const named = Object.fromEntries(screens.map(({ name, words }) => [paths[name as keyof typeof paths], words]))
  expect(named).toEqual(Object.fromEntries(routed.map(([path, names]) => [path, names.map((name) => `${name}.json`)])))
})

test('the words that a screen names exist', () => {
  for (const { code, words } of screens)
    for (const file of [code, ...words.flatMap((name) => [`words/en/${name}`, `words/ms/${name}`])])
      expect(existsSync(source(file)), file).toBe(true)
})
