import { beforeEach, expect, test, vi } from 'vitest'

const { call, warn } = vi.hoisted(() => ({ call: vi.fn(), warn: vi.fn() }))
vi.mock('../call/api', () => ({ call, messageOf: ({ message }: Error) => message }))
vi.mock('../call/queries', () => ({ queries: {} }))
vi.mock('~/ui/feedback/toastQueue', () => ({ toasts: { add: warn } }))
vi.mock('~/ui/base/singleKeys', () => ({ setSingleKeys: () => {} }))
vi.mock('~/words/store', () => ({}))
vi.mock('~/words/language', () => ({}))
vi.mock('./theme', () => ({}))
vi.mock('./display', () => ({ setDensity: () => {} }))
const { chooseDensity, chooseSingleKeys } = await import('./preferences')

const sent = () => call.mock.calls.map(([, { configValue }]) => configValue)

beforeEach(() => void vi.clearAllMocks())

test('choices are stored one after the other, so that the last one stays', async () => {
  let answer = () => {}
  call.mockReturnValueOnce(
    new Promise<void>((resolve) => {
      answer = resolve
    }),
  )
  chooseDensity('compact')
  chooseDensity('comfortable')
  await vi.waitFor(() => expect(sent()).toEqual(['compact']))
  answer()
  await vi.waitFor(() => expect(sent()).toEqual(['compact', 'comfortable']))
})

test('a failure is shown, and the next choice is stored', async () => {
  call.mockRejectedValueOnce(new Error('connection lost'))
  chooseDensity('compact')
  chooseSingleKeys(true)
  await vi.waitFor(() => expect(sent()).toEqual(['compact', 'on']))
  expect(warn).toHaveBeenCalledWith({ title: 'connection lost', tone: 'warning' })
})
