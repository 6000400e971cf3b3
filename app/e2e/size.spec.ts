/** The size of the files that a phone on a slow connection loads before the sign-in page is usable. */

import { gzipSync } from 'node:zlib'
import { holdBack } from './gate'
import { expect, fillIn, people, test } from './people'

/** Limits in bytes, gzipped. */
const maxUntilUsable = 103_000
const maxRules = 93_000

interface Part {
  name: string
  size: number
}
const sizeOf = (parts: Part[]) => parts.reduce((sum, { size }) => sum + size, 0)
const listed = (parts: Part[]) => parts.map(({ name, size }) => `${size} ${name}`).join('\n')

test('the sign-in page is usable after 100 KB of JavaScript and CSS, before the rules load', async ({ as }) => {
  const page = await as(null)
  const scripts: Part[] = []
  const rules: Part[] = []
  const reading: Promise<void>[] = []
  let isEnded = false
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname
    // The WebAssembly and the JavaScript that calls it.
    const isOfRules = name.endsWith('.wasm') || name.includes('gridbill_core')
    const into = isOfRules ? rules : /\.(js|mjs|css)$/.test(name) ? scripts : undefined
    const read = async () => void into?.push({ name, size: gzipSync(await response.body(), { level: 6 }).length })
    // Code may still arrive when the test ends, which is no error.
    if (into && !isEnded) reading.push(read().catch((error: unknown) => (isEnded ? undefined : Promise.reject(error))))
  })
  // The rules are delayed, so that the page is used without them.
  const release = await holdBack(page, '**/*.wasm')
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByLabel('E-mail address')).toBeEditable()
  await page.waitForLoadState('load')
  await Promise.all(reading)
  const untilUsable = sizeOf(scripts)
  expect(untilUsable, listed(scripts)).toBeLessThanOrEqual(maxUntilUsable)

  release()
  await expect.poll(() => rules.some(({ name }) => name.endsWith('.wasm'))).toBe(true)
  await Promise.all(reading)
  expect(sizeOf(rules), listed(rules)).toBeLessThanOrEqual(maxRules)
  const inAll = sizeOf(scripts) + sizeOf(rules)
  test.info().annotations.push({ type: 'size', description: `${untilUsable} bytes until usable, ${inAll} in all` })
  // The words of the other language load only when the user switches.
  expect(scripts.filter(({ name }) => name.includes('publicWords'))).toHaveLength(1)
  isEnded = true
})

test('signing in works without the rules, with the same refusals', async ({ as }) => {
  const page = await as(null)
  // The rules are requested but never arrive.
  await page.route('**/*.wasm', () => {})
  await page.goto('/')
  const email = page.getByLabel('E-mail address')
  const summary = page.getByRole('alert').or(page.getByRole('group')).filter({ hasText: 'Please check what you entered' })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(summary).toBeFocused()
  await expect(email).toHaveAccessibleDescription('Please enter an email address.')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Please enter your password.')
  await fillIn(page, 'payer@sinar')
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address.')

  await page.getByRole('button', { name: 'Bahasa Melayu' }).click()
  await expect(page.getByLabel('Alamat e-mel')).toHaveValue('payer@sinar')
  await page.getByRole('button', { name: 'Log masuk' }).click()
  await expect(page.getByLabel('Alamat e-mel')).toHaveAccessibleDescription('Sila masukkan alamat e-mel yang sah.')
  await page.getByRole('button', { name: 'English' }).click()
  await fillIn(page, people.viewer)
  await expect(page).toHaveURL('/home')
  // The portal's frame is also rendered without them.
  await expect(page.getByRole('banner')).toContainText('Gridbill')
})
