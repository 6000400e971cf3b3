import { chromium } from '@playwright/test'
import { findBrowser } from './browser.ts'
const base = process.env.BASE ?? 'http://127.0.0.1:8400'
const found = await findBrowser()
const browser = await chromium.launch({ executablePath: found.executablePath, env: found.env, args: found.args ?? [] })
const shots = JSON.parse(process.env.SHOTS ?? '[]')
for (const { name, path, width = 1280, height = 800, dark = false, ms = false, email = 'ict@utility.example', full = false, click } of shots) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light', locale: ms ? 'ms-MY' : 'en-US' })
  const r = await context.request.post(`${base}/user-svc/api/v1/Admin/Login`, { data: { username: email, password: 'Gridbill-demo1' }, headers: { 'X-Session': 'cookie' } })
  if (!r.ok()) console.log(await r.text())
  await context.request.post(`${base}/user-svc/api/v1/User/SetUserPreference`, { data: { preferenceCode: 'language', configValue: ms ? 'ms' : 'en' }, headers: { 'X-Session': 'cookie' } })
  await context.request.post(`${base}/user-svc/api/v1/User/SetUserPreference`, { data: { preferenceCode: 'theme', configValue: dark ? 'dark' : 'light' }, headers: { 'X-Session': 'cookie' } })
  const page = await context.newPage()
  page.on('console', (m) => m.type() === 'error' && console.log(name, m.text()))
  page.on('pageerror', (e) => console.log(name, e.message))
  await page.goto(base + path)
  await page.waitForTimeout(2500)
  if (click) { await page.locator(click).first().click(); await page.waitForTimeout(800) }
  await page.screenshot({ path: `/tmp/shots-ops/${name}.png`, fullPage: full })
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  if (over) console.log(name, 'overflows', over)
  await context.close()
}
await browser.close()
