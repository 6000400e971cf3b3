/** The frame around every screen: company, help, menu, tabs, titles, edges, a lost focus, and loading on a slow connection. */
import type { Locator, Page } from '@playwright/test'
import { gate, holdBack } from './gate'
import { mainMenu, openInMenu, sectionLink, tabLink } from './mainMenu'
import { expect, people, quiet, test } from './people'
import { walkTo } from './walk'

const header = (page: Page) => page.getByRole('banner')

test('a signed-in user sees the company, and help is one press away', async ({ as }) => {
  const page = await as(people.payer)
  await page.goto('/billPayment/outstanding')
  await expect(header(page)).toContainText('Lim Chee Keong')
  await expect(header(page)).toContainText(/Bulk account 30\d{8}/)
  await header(page).getByRole('button', { name: 'Help' }).click()
  const call = page.getByRole('menuitem', { name: /^Call the care line/ })
  await expect(call).toHaveAttribute('href', /^tel:\+?\d+$/)
  await expect(page.getByRole('menuitem', { name: /^Learn more/ })).toHaveAttribute('href', /./)

  await page.keyboard.press('Escape')
  // On a phone the company is in the menu of the account.
  await page.setViewportSize({ width: 360, height: 740 })
  await header(page)
    .getByRole('button', { name: /^Signed in as/ })
    .click()
  const account = page.locator('[data-overlay]')
  await expect(account).toContainText('Lim Chee Keong')
  await expect(account).toContainText(/Bulk account 30\d{8}/)

  const officer = await as(people.pccr)
  await officer.goto('/admin')
  await expect(header(officer)).toContainText('PCCR Admin')
})

test('on a phone every section is one press away, also from the middle of a list, and its bar covers no focus', async ({ as }) => {
  const page = await as(people.master, { viewport: { width: 320, height: 700 } })
  await page.goto('/billPayment/outstanding')
  await quiet(page)
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, 1_200))
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(1_000)
  }).toPass({ timeout: 15_000 })
  const links = mainMenu(page).getByRole('link')
  await expect(links).toHaveCount(7)
  for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 })

  // A focused row, and the bar of a selection, are above the menu.
  const box = async (one: Locator) => (await one.boundingBox()) ?? { y: 0, height: 0 }
  const { y: top } = await box(mainMenu(page))
  const tick = page.getByRole('checkbox', { name: /^Select invoice/, disabled: false })
  await tick.last().focus()
  const row = await box(page.locator(':focus'))
  expect(row.y + row.height).toBeLessThanOrEqual(top)
  await page.keyboard.press('Space')
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toBeVisible()
  await expect.poll(async () => (await box(bar)).y + (await box(bar)).height).toBeLessThanOrEqual(top + 1)
  await page.keyboard.press('Escape')

  await openInMenu(page, 'Reports', 'Emissions')
  await expect(page).toHaveURL('/manageAccount/emissions')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(sectionLink(page, 'Reports')).toHaveAttribute('aria-current', 'true')
})

test('sections and tabs show the number of waiting items, and no tab is cut on a small desktop, in both languages', async ({ as }) => {
  const page = await as(people.pccr)
  await page.goto('/admin/payments/pending')
  const caption = await page
    .getByRole('main')
    .getByText(/^\d+ payments?$/)
    .first()
    .textContent()
  const waiting = Number.parseInt(caption ?? '', 10)
  expect(waiting).toBeGreaterThan(0)
  await expect(mainMenu(page).getByRole('link', { name: `Payments ${waiting} waiting` })).toBeVisible()
  await expect(tabLink(page, 'Payments', 'Pending approval')).toContainText(String(waiting))

  for (const who of [people.pccr, people.master])
    for (const locale of ['en-US', 'ms-MY']) {
      const desk = await as(who, { locale, viewport: { width: 1024, height: 768 } })
      await desk.goto(who === people.pccr ? '/admin' : '/home')
      await quiet(desk)
      const sections = await desk.locator('#main-menu a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
      expect(sections.length).toBeGreaterThan(5)
      for (const address of sections) {
        await walkTo(desk, { name: address, address })
        const strips = desk.locator('main nav[data-tour=tabs] ul')
        if ((await strips.count()) === 0) continue
        const hidden = await strips.first().evaluate((strip) => strip.scrollWidth - strip.clientWidth)
        expect(hidden, `${address}, ${locale}`).toBeLessThanOrEqual(0)
        expect(await strips.first().getByRole('listitem').count()).toBeLessThanOrEqual(5)
      }
    }
})

test('titles share one edge, breadcrumbs end with the page, and every page has a title', async ({ as }) => {
  const page = await as(people.master)
  const edges = new Set<number>()
  for (const [address, name] of [
    ['/home', 'Home'],
    ['/billPayment/outstanding', 'Unpaid bills'],
    ['/billPayment/transactions', 'Payments'],
    ['/manageAccount', 'Electricity accounts'],
    ['/myProfile', 'My profile'],
    ['/myProfile/edit', 'Edit profile'],
    ['/activityLog', 'Activity log'],
  ] as const) {
    await walkTo(page, { name, address })
    await expect(page).toHaveTitle(new RegExp(`^${name}(: .+)? · `))
    edges.add((await page.getByRole('heading', { level: 1 }).boundingBox())?.x ?? -1)
    const crumbs = page.getByRole('navigation', { name: 'Where you are' })
    if (await crumbs.isVisible()) await expect(crumbs.locator('[aria-current=page]')).toHaveText(name)
  }
  expect([...edges]).toHaveLength(1)
  await walkTo(page, { name: 'Edit profile', address: '/myProfile/edit' })
  await expect(page.getByRole('navigation', { name: 'Where you are' }).getByRole('listitem').last()).toHaveText('Edit profile')
})

test('on a phone the current tab is shown in full, also after the font has arrived', async ({ as }) => {
  const page = await as(people.master, { viewport: { width: 412, height: 740 } })
  const releaseFont = await holdBack(page, '**/*.woff2')
  await page.goto('/billPayment/calendar')
  const current = page.getByRole('main').getByRole('navigation').getByRole('link', { name: 'Calendar' })
  await expect(current).toBeInViewport({ ratio: 1 })
  releaseFont()
  await expect(page.locator('html')).toHaveAttribute('data-font', 'inter')
  const hiddenPart = () =>
    current.evaluate((tab) => tab.getBoundingClientRect().right - (tab.closest('ul') ?? tab).getBoundingClientRect().right)
  await expect.poll(hiddenPart).toBeLessThanOrEqual(0)
})

test('on a phone, hidden tabs are indicated, and an e-mail address breaks only between its parts', async ({ as }) => {
  const page = await as(people.master)
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 })
    const releaseCounts = await holdBack(page, '**/GetAccountCards/**')
    await page.goto('/manageAccount')
    const tabs = page.getByRole('main').getByRole('navigation').getByRole('link')
    // If the tabs do not fit, the strip fades at that edge. The keyboard scrolls hidden tabs into view.
    const fadesAt = (edge: 'start' | 'end') =>
      tabs.first().evaluate((tab, edge) => getComputedStyle(tab.closest('ul') ?? tab).getPropertyValue(`--fade-${edge}`) !== '0px', edge)
    await expect(tabs.last()).not.toBeInViewport({ ratio: 1 })
    // The browser animates the fade from the second frame of the strip on.
    await expect.poll(() => fadesAt('end')).toBe(true)
    expect(await fadesAt('start')).toBe(false)
    await tabs.last().focus()
    await expect(tabs.last()).toBeInViewport({ ratio: 1 })
    await expect.poll(() => fadesAt('end')).toBe(false)
    // Counts widen the tabs. The focused tab stays in view.
    releaseCounts()
    await expect(tabs.first()).toHaveText(/\d/)
    await quiet(page)
    await expect(tabs.last()).toBeInViewport({ ratio: 1 })
    await page.unroute('**/GetAccountCards/**')
    await walkTo(page, { name: 'own profile', address: '/myProfile' })
    const email = page.getByRole('main').getByText(people.master, { exact: true })
    await expect(email).toBeVisible()
    expect(await email.locator('wbr').count()).toBeGreaterThan(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

test('the frame is rendered before the code arrives, and required files are requested immediately', async ({ as }) => {
  const page = await as(people.payer)
  await page.goto('/home')
  await quiet(page)
  const { held, answer } = gate()
  const requests: string[] = []
  // Only the files of the frame arrive. All other requests wait.
  await page.route(/\/assets\/(?!index-|start-|rolldown-).*|\/Get(User|Admin)Profile$/, async (route) => {
    requests.push(new URL(route.request().url()).pathname)
    await held
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await expect(header(page)).toContainText('Gridbill')
  await expect(page.locator('main[aria-busy=true]')).toBeVisible()
  const wanted = [/base-/, /frame-/, /Home-.*js$/, /frameWords-/, /\/paying-/, /gridbill_core-/, /GetUserProfile$/]
  await expect.poll(() => wanted.filter((one) => !requests.some((path) => one.test(path)))).toEqual([])
  answer()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main[aria-busy=true]')).toHaveCount(0)
})

test('forced colours mark the current item and tab, and at 400 % nothing is sticky', async ({ as }) => {
  const page = await as(people.master, { forcedColors: 'active' })
  await page.goto('/manageAccount')
  const outline = (name: string) =>
    mainMenu(page)
      .getByRole('link', { name })
      .evaluate((link) => getComputedStyle(link).outlineStyle)
  await expect(mainMenu(page)).toBeVisible()
  expect([await outline('Accounts'), await outline('Bills')]).toEqual(['solid', 'none'])

  // The edge of an overlay is a shadow, which forced colours remove, so the overlay needs a border.
  await header(page).getByRole('button', { name: 'Help' }).click()
  const opened = page.locator('[data-overlay]', { has: page.getByRole('menu') })
  expect(await opened.evaluate((over) => getComputedStyle(over).borderTopStyle)).toBe('solid')
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)

  await page.setViewportSize({ width: 320, height: 180 })
  expect(await header(page).evaluate((bar) => getComputedStyle(bar).position)).toBe('static')
  await page.setViewportSize({ width: 1280, height: 720 })
  expect(await header(page).evaluate((bar) => getComputedStyle(bar).position)).toBe('sticky')
})

test('a focus that is lost twice within a few frames is restored', async ({ as }) => {
  const page = await as(people.payer)
  await page.goto('/myProfile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await quiet(page)
  // As when a list closes and returns the focus to a field, which is then removed.
  await page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame)
    const [option, field] = ['option', 'field'].map((name) => {
      const button = document.createElement('button')
      button.textContent = name
      document.querySelector('main')?.append(button)
      return button
    })
    option?.focus()
    option?.remove()
    await nextFrame()
    field?.focus()
    field?.remove()
  })
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') != null), 'the focus is on the page').toBe(true)
})
