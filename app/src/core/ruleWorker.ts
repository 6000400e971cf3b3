/**
 * Asks a worker that runs core's rules, so that the page stays responsive. Each question has a number, which its answer repeats,
 * because a question can be asked before the last one is answered.
 */

/** The worker failed, which no known file causes. The next question starts a new worker. */
class WorkerError extends Error {}

interface Asked<Question> {
  id: number
  question: Question
}
type Answered<Answer> = { id: number; answer: Answer } | { id: number; failed: true }

interface PendingQuestion<Answer> {
  resolve: (answer: Answer) => void
  reject: (reason: WorkerError) => void
}

/** In the page: `prepare` starts the worker early, `ask` asks it. Both start it if there is none. */
export function ruleWorker<Question, Answer>(start: () => Worker) {
  let worker: Worker | undefined
  let lastId = 0
  const pendingQuestions = new Map<number, PendingQuestion<Answer>>()

  function fail() {
    worker?.terminate()
    worker = undefined
    for (const { reject } of pendingQuestions.values()) reject(new WorkerError())
    pendingQuestions.clear()
  }
  function startWorker(): Worker {
    const started = start()
    started.onerror = fail
    started.onmessage = ({ data }: MessageEvent<Answered<Answer>>) => {
      if ('failed' in data) return fail()
      pendingQuestions.get(data.id)?.resolve(data.answer)
      pendingQuestions.delete(data.id)
    }
    return started
  }
  function prepare(): Worker {
    worker ??= startWorker()
    return worker
  }
  function ask(question: Question): Promise<Answer> {
    const asked: Asked<Question> = { id: ++lastId, question }
    const answer = new Promise<Answer>((resolve, reject) => pendingQuestions.set(asked.id, { resolve, reject }))
    prepare().postMessage(asked)
    return answer
  }
  return { prepare: () => void prepare(), ask }
}

/** In the worker: answers the page's questions. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Promise<Answer>) {
  self.onmessage = async ({ data: { id, question } }: MessageEvent<Asked<Question>>) => {
    try {
      self.postMessage({ id, answer: await answer(question) })
    } catch {
      // The rules cannot continue after a WebAssembly trap, so the page starts another worker.
      self.postMessage({ id, failed: true })
    }
  }
}
