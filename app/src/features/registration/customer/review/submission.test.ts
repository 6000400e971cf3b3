import { expect, test, vi } from 'vitest'
import { createSubmit, NotSavedError } from './submission'

class Refused extends Error {
  readonly body: { code: string; status: number }
  constructor(code: string, status: number) {
    super(code)
    this.body = { code, status }
  }
}

/** Returns these answers in order; further attempts are accepted. */
function place(...answers: Refused[]) {
  return {
    keeper: { flush: vi.fn(async () => true), fallBehind: vi.fn(async () => {}) },
    send: vi.fn(async () => {
      const answer = answers.shift()
      if (answer) throw answer
    }),
    refusal: (error: unknown) => (error instanceof Refused ? error.body : undefined),
    isPending: vi.fn(async () => true),
  }
}

test('two requests at the same time submit once', async () => {
  const at = place()
  const submit = createSubmit(at)
  await Promise.all([submit(), submit()])
  expect(at.send).toHaveBeenCalledTimes(1)
})

test('a draft that could not be saved is not submitted', async () => {
  const at = place()
  at.keeper.flush.mockResolvedValue(false)
  await expect(createSubmit(at)()).rejects.toBeInstanceOf(NotSavedError)
  expect(at.send).not.toHaveBeenCalled()
})

test.each(['draftIsOlder', 'registrationMoved'])('an outdated tab submits nothing and says so: %s', async (code) => {
  const at = place(new Refused(code, 409))
  await expect(createSubmit(at)()).rejects.toBeInstanceOf(NotSavedError)
  expect(at.keeper.fallBehind).toHaveBeenCalledTimes(1)
  expect(at.isPending).not.toHaveBeenCalled()
})

test('a lost answer is no failure if the application is pending approval', async () => {
  const at = place(new Refused('unavailable', 0))
  await createSubmit(at)()
  expect(at.isPending).toHaveBeenCalledTimes(1)
})

test('after a lost answer, an application that moved on counts as its own attempt', async () => {
  const at = place(new Refused('unavailable', 0), new Refused('registrationMoved', 409))
  at.isPending.mockResolvedValueOnce(false)
  const submit = createSubmit(at)
  await expect(submit()).rejects.toMatchObject({ message: 'unavailable' })
  await submit()
  expect(at.keeper.fallBehind).not.toHaveBeenCalled()
})

test('any other refusal of the server is shown unchanged', async () => {
  const at = place(new Refused('cityInvalid', 422))
  await expect(createSubmit(at)()).rejects.toMatchObject({ message: 'cityInvalid' })
  expect(at.keeper.fallBehind).not.toHaveBeenCalled()
})
