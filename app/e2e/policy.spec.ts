/** What the content security policy forbids is not done by any screen; `as` fails every journey in which it is. */
import { expect, test } from './people'
import { settled, sides } from './screens'

for (const { side, who, screens } of sides) {
  test(`${side} screens keep to the policy`, async ({ as }) => {
    test.setTimeout(180_000)
    const page = await as(who)
    // Not the sign-in page, which leads whoever is signed in on.
    const policy = (await page.goto('/learnMore'))?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("style-src 'self'")
    expect(policy).not.toContain('unsafe-inline')
    for (const screen of await screens(page)) {
      await page.goto(screen.address)
      await settled(page)
      await screen.prepare?.(page)
    }
  })
}

test('a style in a page is not taken, a style set by a script is', async ({ browser }) => {
  const page = await browser.newPage()
  await page.goto('/')
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
