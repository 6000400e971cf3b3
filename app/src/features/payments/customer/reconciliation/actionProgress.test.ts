import { expect, it, vi } from 'vitest'

vi.mock('~/kit/call/write', () => ({ isOutcome: ({ message }: Error) => message === 'refused' }))

const { actionProgressOf } = await import('./actionProgress')

const nothing = { data: undefined, isPending: false, error: null }
const sending = { ...nothing, isPending: true }
const refused = { ...nothing, error: new Error('refused') }
const unheard = { ...nothing, error: new Error('no answer') }
const answered = { ...nothing, data: {} }

it("stays with the form until the answer arrives, although the payment's status changes first", () => {
  expect(actionProgressOf(true, sending)).toBe('toDo')
  expect(actionProgressOf(false, sending)).toBe('toDo')
  expect(actionProgressOf(false, answered)).toBe('done')
})

it('says that nothing was sent only if that is certain', () => {
  expect(actionProgressOf(false, nothing)).toBe('doneElsewhere')
  expect(actionProgressOf(false, refused)).toBe('doneElsewhere')
  expect(actionProgressOf(false, unheard)).toBe('unknown')
  expect(actionProgressOf(true, unheard)).toBe('toDo')
})
