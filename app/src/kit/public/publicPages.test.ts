import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paths } from '~/core/links'

/** Opens a page in a fake browser. */
async function open(address: string) {
  const [path = '', hash] = address.split('#')
  const page = { pathname: path, search: '', hash: hash ? `#${hash}` : '', reload: vi.fn() }
  vi.stubGlobal('location', page)
  vi.stubGlobal('window', { scrollTo: () => {} })
  const go = (_: unknown, __: string, to: string) => {
    const [pathname = '', fragment] = to.split('#')
    Object.assign(page, { pathname, hash: fragment ? `#${fragment}` : '' })
  }
  vi.stubGlobal('history', { state: null, replaceState: go, pushState: go })
  return { page, pages: await import('./publicPages') }
}

beforeEach(() => void vi.resetModules())
afterEach(() => void vi.unstubAllGlobals())

test('a token is removed from the address, and is back in it before a reload', async () => {
  const { page, pages } = await open(`${paths.resetPassword}#secret`)
  expect(pages.currentAddress().token).toBe('secret')
  expect(page.hash).toBe('')
  pages.reloadPublicPage()
  expect(page.hash).toBe('#secret')
  expect(page.reload).toHaveBeenCalledTimes(1)
})

test('the second step of an invitation keeps its token through a reload', async () => {
  const { page, pages } = await open(`${paths.register}#invited`)
  pages.navigatePublic(paths.registerDetails, { token: 'invited' })
  pages.reloadPublicPage()
  vi.resetModules()
  const again = await open(page.pathname + page.hash)
  expect(again.pages.currentAddress().token).toBe('invited')
})

test('a page without a token is loaded again as it is', async () => {
  const { page, pages } = await open(paths.signIn)
  pages.reloadPublicPage()
  expect(page.hash).toBe('')
  expect(page.reload).toHaveBeenCalledTimes(1)
})
