/** Writes the user guides and films to app/public/guides. Not a test: `npm run guides` runs it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { people, test } from '../people'
import en from './en.json' with { type: 'json' }
import { figuresOf, withFigures } from './figures'
import { film, type Scene, sceneOf } from './film'
import ms from './ms.json' with { type: 'json' }
import { footerOf, type GuideStep, pageOf } from './pdf'
import { pictureOf } from './pictureOf'
import { type Guide, guides } from './steps'

const folder = 'public/guides'
const languages = { en, ms }
type Language = keyof typeof languages
export type Text = { title: string; lead: string; steps: Record<string, { title: string; body: string; caption?: string }> }

test.beforeAll(() => mkdirSync(folder, { recursive: true }))

for (const language of Object.keys(languages) as Language[]) {
  const options = {
    locale: language === 'ms' ? 'ms-MY' : 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  } as const
  for (const guide of guides)
    test(`guide ${guide.id} ${language}`, async ({ as, browser }) => {
      const text: Text = languages[language].guides[guide.id]
      const figures = await figuresOf(await as(people.master, options))
      const shown = await pictures(await as(guide.who, options), guide, text, figures)
      const page = await (await browser.newContext()).newPage()
      await page.setContent(pageOf(language, { ...text, lead: withFigures(text.lead, figures) }, shown, languages[language].made))
      const printed = await page.pdf({
        format: 'A4',
        tagged: true,
        outline: true,
        printBackground: true,
        preferCSSPageSize: true,
        displayHeaderFooter: true,
        headerTemplate: '<span></span>',
        footerTemplate: footerOf(language, text.title, languages[language].page),
      })
      writeFileSync(`${folder}/${guide.id}.${language}.pdf`, printed)
      // The figures are stored, so that a test fails when core changes them.
      writeFileSync(`${folder}/figures.json`, `${JSON.stringify(figures, null, 2)}\n`)
      await page.context().close()
    })

  // Only paying has a film, because it is what most users do.
  const [paying] = guides
  test(`film ${language}`, async ({ as, browser }) => {
    const figures = await figuresOf(await as(people.master, options))
    const payer = await as(paying.who, options)
    const text: Text = languages[language].guides[paying.id]
    const scenes: Scene[] = []
    for (const step of paying.steps) scenes.push(await sceneOf(payer, step, withFigures(text.steps[step.id]?.caption ?? '', figures)))
    const page = await (await browser.newContext()).newPage()
    const made = await film(page, scenes)
    writeFileSync(`${folder}/${paying.id}.${language}.jpg`, Buffer.from(scenes[0]?.shots[0]?.picture ?? '', 'base64'))
    writeFileSync(`${folder}/${paying.id}.${language}.webm`, made.bytes)
    writeFileSync(`${folder}/${paying.id}.${language}.vtt`, made.captions)
    await page.context().close()
  })
}

async function pictures(page: Page, guide: Guide, text: Text, figures: Record<string, string>): Promise<GuideStep[]> {
  const shown: GuideStep[] = []
  for (const { id, show } of guide.steps) {
    const words = text.steps[id]
    if (!words) throw new Error(`${guide.id} has no text for ${id}`)
    await show(page)
    shown.push({ title: words.title, body: withFigures(words.body, figures), picture: await pictureOf(page) })
  }
  return shown
}
