/** The content security policy in the browser. Every journey checks that no screen violates it. */
import { expect, test } from './people'

test('an inline style in a page is blocked, and a style set by a script is allowed', async ({ browser }) => {
  const page = await browser.newPage()
  const policy = (await page.goto('/'))?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("style-src 'self'")
  expect(policy).not.toContain('unsafe-inline')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const widths = await page.evaluate(async () => {
    const forbidden: string[] = []
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) => forbidden.push(effectiveDirective))
    document.body.insertAdjacentHTML('beforeend', '<p id="written" style="inline-size: 123px"></p><p id="set"></p>')
    const element = (id: string) => document.getElementById(id) as HTMLElement
    element('set').style.inlineSize = '123px'
    document.head.append(Object.assign(document.createElement('style'), { textContent: '#written { inline-size: 123px }' }))
    await new Promise((done) => setTimeout(done, 100))
    const isWide = (id: string) => element(id).getBoundingClientRect().width === 123
    return { written: isWide('written'), set: isWide('set'), forbidden: forbidden.toSorted() }
  })
  expect(widths).toEqual({ written: false, set: true, forbidden: ['style-src-attr', 'style-src-elem'] })
  await page.close()
})
