/** The words of the screens are those of docs/glossary.md. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Tree = { [key: string]: string | Tree }

const folder = new URL('../src/words/', import.meta.url)

function texts(tree: Tree, path: string): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${path}.${key}`, value.replace(/\{\{\w+\}\}/g, '…')] as [string, string]]
      : texts(value, `${path}.${key}`),
  )
}

const wordsOf = (language: string) =>
  readdirSync(new URL(`${language}/`, folder))
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => texts(JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')) as Tree, file))

/** A form that is not used, and what stands in its place. */
const forbidden: Record<string, readonly (readonly [RegExp, string])[]> = {
  en: [
    [/\bletters?\b(?! (of a|and digits|of a reference))/i, 'e-mail'],
    [/\bemails?\b/i, 'e-mail'],
    [/\bauthorizer/i, 'authoriser'],
    [/\bparted by\b/i, 'separate with'],
    [/\bon their way\b|\bon its way\b/i, 'in progress'],
    [/\breally paid\b/i, 'amount received'],
    [/\bgo to the start\b/i, 'go to home'],
    [/\bon show\b/i, 'shown'],
    [/\bwhat happened so far\b|\baction log\b/i, 'history'],
    [/\blog ?in\b/i, 'sign in'],
  ],
  ms: [
    [/\bsurat\b(?!-menyurat)/i, 'e-mel'],
    [/\bemel\b|\bemail\b/i, 'e-mel'],
    [/\bdibuat asal\b/i, 'dibatalkan'],
    [/\bkontak\b/i, 'orang hubungan'],
    [/\bpermulaan\b/i, 'Utama'],
  ],
}

test.each(Object.entries(forbidden))('no other word than that of the glossary, %s', (language, forms) => {
  const words = wordsOf(language)
  expect(words.length).toBeGreaterThan(1000)
  const others = words.flatMap(([key, text]) =>
    forms.filter(([form]) => form.test(text)).map(([, instead]) => `${key}: ${text} (${instead})`),
  )
  expect(others).toEqual([])
})

test('every term of the glossary has its Malay', () => {
  const rows = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8').match(/^\| [^|]+ \| [^|]+ \| [^|]+ \|$/gm) ?? []
  expect(rows.length).toBeGreaterThan(30)
  const terms = rows.map((row) => row.split(' | ')[0]?.slice(2).toLowerCase() ?? '').filter((term) => term !== 'term')
  expect(terms).toEqual([...terms].sort((one, other) => one.replace('-', '').localeCompare(other.replace('-', ''))))
})
