/** Writes the user guides and the films to app/public/guides, by `npm run guides`: not a test, so not among them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { people, test } from '../people'
import en from './en.json' with { type: 'json' }
import { figuresOf, withFigures } from './figures'
import { film } from './film'
import ms from './ms.json' with { type: 'json' }
import { pageOf, type Shown } from './pdf'
import { type Guide, guides } from './steps'

const folder = 'public/guides'
const languages = { en, ms }
type Language = keyof typeof languages
export type Text = { title: string; lead: string; steps: Record<string, { title: string; body: string }> }

test.beforeAll(() => mkdirSync(folder, { recursive: true }))

for (const language of Object.keys(languages) as Language[])
  for (const guide of guides)
    test(`${guide.id} ${language}`, async ({ as, browser }) => {
      const options = {
        locale: language === 'ms' ? 'ms-MY' : 'en-US',
        reducedMotion: 'reduce',
        viewport: { width: 1280, height: 800 },
      } as const
      const text: Text = languages[language].guides[guide.id]
      const page = await as(guide.who, options)
      const figures = await figuresOf(await as(people.master, options))
      const shown = await pictures(page, guide, text, figures)
      const printed = await (await browser.newContext()).newPage()
      await printed.setContent(pageOf(language, { ...text, lead: withFigures(text.lead, figures) }, shown, languages[language].made))
      writeFileSync(
        `${folder}/${guide.id}.${language}.pdf`,
        await printed.pdf({ format: 'A4', tagged: true, outline: true, printBackground: true, preferCSSPageSize: true }),
      )
      // One film is enough: paying is what people come for.
      if (guide.id === 'paying') {
        const made = await film(printed, shown)
        writeFileSync(`${folder}/${guide.id}.${language}.webm`, made.bytes)
        writeFileSync(`${folder}/${guide.id}.${language}.vtt`, made.captions)
      }
      // What was named, so that a test sees when core says otherwise.
      writeFileSync(`${folder}/figures.json`, `${JSON.stringify(figures, null, 2)}\n`)
      await printed.context().close()
    })

async function pictures(page: Page, guide: Guide, text: Text, figures: Record<string, string>): Promise<Shown[]> {
  const shown: Shown[] = []
  for (const { id, show } of guide.steps) {
    const words = text.steps[id]
    if (!words) throw new Error(`${guide.id} says nothing of ${id}`)
    await show(page)
    await page.evaluate(() => document.fonts.ready)
    const picture = await page.screenshot({ type: 'jpeg', quality: 72, animations: 'disabled', caret: 'hide' })
    shown.push({ title: words.title, body: withFigures(words.body, figures), picture: picture.toString('base64') })
  }
  return shown
}
