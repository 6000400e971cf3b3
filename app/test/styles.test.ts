/** Tests styles: those that the server's content security policy allows by their hashes, and selectors that are slow. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const allowed = readFileSync(new URL('../../server/src/http/headers.rs', import.meta.url), 'utf8')

test.each(['interactions/usePress', 'overlays/usePreventScroll'])('the style of %s has its hash in the policy', (name) => {
  const source = readFileSync(new URL(`../node_modules/react-aria/dist/private/${name}.mjs`, import.meta.url), 'utf8')
  const texts = [...source.matchAll(/textContent = `([^`]*)`/g)].map(([, text]) => text ?? '')
  expect(texts).toHaveLength(1)
  // The template uses constants of the module.
  const constants = new Map([...source.matchAll(/^const (\S+) = '([^']*)';$/gm)].map(([, constant, value]) => [constant, value]))
  const style = texts[0]?.replace(/\$\{([^}]+)\}/g, (_, constant: string) => constants.get(constant) ?? '').trim() ?? ''
  expect(allowed).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
})

test('`:root:has()` selects only the root itself', () => {
  const sources = new URL('../src/', import.meta.url)
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))
  expect(files.length).toBeGreaterThan(50)
  // With `:root:has(.a) .b`, browsers recalculate all styles of the page when an element is added anywhere.
  const slow = files.flatMap((file) =>
    [...readFileSync(new URL(file, sources), 'utf8').matchAll(/^\s*:root:has\([^{},]*\)\s*[^\s{},][^{},]*/gm)].map(
      ([selector]) => `${file}: ${selector.trim()}`,
    ),
  )
  expect(slow).toEqual([])
})
