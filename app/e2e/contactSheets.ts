/**
 * Screenshots of every screen at four widths, in both themes and languages, on sheets for visual review. `npm run sheets` writes them to
 * target/sheets. This is not a test, so its name does not end in `.spec.ts`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { test } from './people'
import { sides } from './screens'
import { walkTo } from './walk'

test.describe.configure({ mode: 'parallel' })

const folder = '../target/sheets'
/** Widths at which the portal is loaded. The width at loading decides the height of rows, so each kind needs its own load. */
const windows = [
  { opened: 1024, widths: [320, 768, 1024] },
  { opened: 1440, widths: [1440] },
]
const languages = ['en', 'ms'] as const
const themes = ['light', 'dark'] as const
/** Returns the number of pictures on a sheet. */
const sheetSize = (width: number) => (width < 700 ? 24 : 12)

interface ScreenPicture {
  name: string
  data: string
}

async function sheet(page: Page, name: string, width: number, pictures: ScreenPicture[]) {
  const shown = width < 700 ? 200 : 480
  const figures = pictures.map(
    ({ name, data }) => `<figure><img src="data:image/jpeg;base64,${data}" width="${shown}"><figcaption>${name}</figcaption></figure>`,
  )
  const style = `body { margin: 8px; display: flex; flex-wrap: wrap; gap: 12px; align-items: start; background: #888; font: 13px sans-serif }
    figure { margin: 0; inline-size: ${shown}px } figcaption { color: #fff; padding-block: 4px }`
  await page.setViewportSize({ width: (shown + 12) * (width < 700 ? 8 : 4) + 16, height: 600 })
  await page.setContent(`<style>${style}</style>${figures.join('')}`)
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

for (const { side, who, screens } of sides)
  for (const [language, { opened, widths }] of languages.flatMap((one) => windows.map((window) => [one, window] as const)))
    test(`${side} ${language} ${opened}`, async ({ as, browser }) => {
      mkdirSync(folder, { recursive: true })
      const locale = language === 'ms' ? 'ms-MY' : 'en-US'
      const page = await as(who, { locale, reducedMotion: 'reduce', viewport: { width: opened, height: 800 } })
      const pictures = new Map(
        themes.flatMap((theme) => widths.map((width) => [`${width}-${theme}`, { width, all: [] as ScreenPicture[] }])),
      )
      const wrong: string[] = []
      for (const screen of await screens(page)) {
        await walkTo(page, screen)
        for (const width of widths) {
          await page.setViewportSize({ width, height: width < 700 ? 700 : 800 })
          // Change the theme in place, because opening each screen again would double the time.
          for (const theme of themes) {
            await page.emulateMedia({ colorScheme: theme })
            const data = await page.screenshot({ type: 'jpeg', quality: 60, animations: 'disabled', caret: 'hide' })
            pictures.get(`${width}-${theme}`)?.all.push({ name: screen.name, data: data.toString('base64') })
          }
          const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
          if (tooWide > 0) wrong.push(`${screen.name} is ${tooWide} px too wide at ${width} px`)
        }
      }
      const context = await browser.newContext()
      const table = await context.newPage()
      for (const [name, { width, all }] of pictures)
        for (let first = 0, part = 1; first < all.length; first += sheetSize(width), part++)
          await sheet(table, `${side}-${name}-${language}-${part}`, width, all.slice(first, first + sheetSize(width)))
      await context.close()
      writeFileSync(`${folder}/${side}-${language}-${opened}.txt`, wrong.map((line) => `${line}\n`).join(''))
    })
