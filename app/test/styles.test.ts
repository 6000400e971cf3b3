/** The server's content security policy allows the style elements that React Aria adds, by their hashes. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
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
