/** The first page is light: what a phone on a slow line loads before it can sign in. */
import { gzipSync } from 'node:zlib'
import { expect, test } from './people'

const mostKilobytes = 130

test(`the sign-in page loads at most ${mostKilobytes} KB of gzipped JavaScript and WebAssembly`, async ({ as }) => {
  const page = await as(null)
  const parts: { name: string; size: number }[] = []
  const reading: Promise<void>[] = []
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname
    if (!/\.(js|mjs|wasm)$/.test(name)) return
    reading.push(response.body().then((body) => void parts.push({ name, size: gzipSync(body, { level: 6 }).length })))
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await Promise.all(reading)

  const listed = parts.map(({ name, size }) => `${size} ${name}`).join('\n')
  expect(
    parts.some(({ name }) => name.endsWith('.wasm')),
    listed,
  ).toBe(true)
  const total = parts.reduce((sum, { size }) => sum + size, 0)
  test.info().annotations.push({ type: 'size', description: `${(total / 1000).toFixed(1)} KB in ${parts.length} files` })
  expect(total, listed).toBeLessThanOrEqual(mostKilobytes * 1000)
})
