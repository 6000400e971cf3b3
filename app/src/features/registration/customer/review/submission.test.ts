import { expect, test, vi } from 'vitest'
import { createSubmit, NotSavedError } from './submission'

class Refused extends Error {
  readonly body: { code: string; status: number }
  constructor(code: string, status: number) {
    super(code)
    this.body = { code, status }
  }
}

/** A fake server that gives these answers in order, and accepts later attempts. */
function backend(...answers: Refused[]) {
  return {
    keeper: { flush: vi.fn(async () => true), markOutdated: vi.fn(async () => {}) },
    send: vi.fn(async () => {
      const answer = answers.shift()
      if (answer) throw answer
    }),
    refusal: (error: unknown) => (error instanceof Refused ? error.body : undefined),
    isPending: vi.fn(async () => true),
  }
}

test('two requests at the same time submit once', async () => {
  const fake = backend()
  const submit = createSubmit(fake)
  await Promise.all([submit(), submit()])
  expect(fake.send).toHaveBeenCalledTimes(1)
})

test('a draft that could not be saved is not submitted', async () => {
  const fake = backend()
  fake.keeper.flush.mockResolvedValue(false)
  await expect(createSubmit(fake)()).rejects.toBeInstanceOf(NotSavedError)
  expect(fake.send).not.toHaveBeenCalled()
})

test.each(['draftIsOlder', 'registrationMoved'])('an outdated tab submits nothing and says so: %s', async (code) => {
  const fake = backend(new Refused(code, 409))
  await expect(createSubmit(fake)()).rejects.toBeInstanceOf(NotSavedError)
  expect(fake.keeper.markOutdated).toHaveBeenCalledTimes(1)
  expect(fake.isPending).not.toHaveBeenCalled()
})

test('a lost answer is no failure if the application is pending approval', async () => {
  const fake = backend(new Refused('unavailable', 0))
  await createSubmit(fake)()
  expect(fake.isPending).toHaveBeenCalledTimes(1)
})

test('after a lost answer, an application that moved on counts as its own attempt', async () => {
  const fake = backend(new Refused('unavailable', 0), new Refused('registrationMoved', 409))
  fake.isPending.mockResolvedValueOnce(false)
  const submit = createSubmit(fake)
  await expect(submit()).rejects.toMatchObject({ message: 'unavailable' })
  await submit()
  expect(fake.keeper.markOutdated).not.toHaveBeenCalled()
})

test('any other refusal of the server is shown unchanged', async () => {
  const fake = backend(new Refused('cityInvalid', 422))
  await expect(createSubmit(fake)()).rejects.toMatchObject({ message: 'cityInvalid' })
  expect(fake.keeper.markOutdated).not.toHaveBeenCalled()
})
