import { afterEach, expect, test, vi } from 'vitest'
import { answerQuestions, ruleWorker } from './ruleWorker'

/** A worker of the test, which answers when it is told to. */
class FakeWorker {
  onmessage: ((event: { data: object }) => void) | undefined
  onerror: (() => void) | undefined
  asked: { id: number; question: string }[] = []
  postMessage = (message: { id: number; question: string }) => void this.asked.push(message)
  terminate = vi.fn()
  answer(place: number, answer: string) {
    this.onmessage?.({ data: { id: this.asked[place]?.id, answer } })
  }
}

/** Returns a client, and the workers that it started. */
function client() {
  const started: FakeWorker[] = []
  const { prepare, ask } = ruleWorker<string, string>(() => {
    started.push(new FakeWorker())
    return started.at(-1) as unknown as Worker
  })
  return { prepare, ask, started }
}

afterEach(() => vi.unstubAllGlobals())

test('each question gets its own answer, in any order', async () => {
  const { prepare, ask, started } = client()
  prepare()
  const answers = [ask('in English'), ask('in Malay')]
  started[0]?.answer(1, 'Malay')
  started[0]?.answer(0, 'English')
  expect(await Promise.all(answers)).toEqual(['English', 'Malay'])
  expect(started).toHaveLength(1)
})

test('a failed worker answers no question, and the next question starts another', async () => {
  const { ask, started } = client()
  const answers = [ask('one'), ask('two')]
  started[0]?.onmessage?.({ data: { id: 1, failed: true } })
  for (const answer of answers) await expect(answer).rejects.toThrow()
  expect(started[0]?.terminate).toHaveBeenCalled()
  const next = ask('three')
  started[1]?.answer(0, 'three')
  expect(await next).toBe('three')
})

test('the worker repeats the number of the question, also of one that fails', async () => {
  const postMessage = vi.fn()
  const worker: { postMessage: typeof postMessage; onmessage?: (event: { data: object }) => Promise<void> } = { postMessage }
  vi.stubGlobal('self', worker)
  answerQuestions(async (question: string) => {
    if (question === 'trap') throw new Error('unreachable')
    return question.length
  })
  await worker.onmessage?.({ data: { id: 7, question: 'seven' } })
  await worker.onmessage?.({ data: { id: 8, question: 'trap' } })
  expect(postMessage.mock.calls).toEqual([[{ id: 7, answer: 5 }], [{ id: 8, failed: true }]])
})
