import { expect, it, vi } from 'vitest'

vi.mock('../../../../kit/call/write', () => ({ isOutcome: ({ message }: Error) => message === 'refused' }))

const { standingOf } = await import('./standing')

const nothing = { data: undefined, isPending: false, error: null }
const sending = { ...nothing, isPending: true }
const refused = { ...nothing, error: new Error('refused') }
const unheard = { ...nothing, error: new Error('no answer') }
const answered = { ...nothing, data: {} }

it('stays with the form until there is an answer, although the payment is seen to have moved before it', () => {
  expect(standingOf(true, sending)).toBe('toDo')
  expect(standingOf(false, sending)).toBe('toDo')
  expect(standingOf(false, answered)).toBe('done')
})

it('says that nothing was sent from here only where that is known', () => {
  expect(standingOf(false, nothing)).toBe('doneElsewhere')
  expect(standingOf(false, refused)).toBe('doneElsewhere')
  expect(standingOf(false, unheard)).toBe('unknown')
  expect(standingOf(true, unheard)).toBe('toDo')
})
