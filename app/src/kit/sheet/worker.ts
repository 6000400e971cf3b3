/** Reads, checks and writes lists of accounts, off the thread that draws. Its rules are a package of their own. */
import type { Answer, Question } from './reader'

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

// Imported while the worker already listens: what is asked during a top-level await would be lost.
const rules = import('gridbill-core/sheet')

/** Warms up while somebody looks for their file: the browser optimises code that it has run. */
void rules.then(({ readWorkbook, writeWorkbook }) => {
  const row = (place: number) => ({ accountNo: String(220_000_000_000 + place), referenceId: `Block ${place}` })
  readWorkbook(
    writeWorkbook(
      Array.from({ length: 500 }, (_, place) => row(place)),
      'en',
    ),
    'en',
  )
})

self.onmessage = async ({ data }: MessageEvent<{ id: number; question: Question }>) => {
  const { id, question } = data
  try {
    self.postMessage({ id, answer: await answered(question) })
  } catch {
    // The rules cannot go on after a trap; whoever asked starts another worker.
    self.postMessage({ id, failed: true })
  }
}

async function answered(question: Question): Promise<Answer[Question['ask']]> {
  const { readWorkbook, checkRows, writeWorkbook, maxBytes } = await rules
  switch (question.ask) {
    case 'read': {
      // One byte over the limit is enough to be refused.
      const file = await question.file.slice(0, maxBytes() + 1).arrayBuffer()
      return readWorkbook(new Uint8Array(file), question.language)
    }
    case 'check':
      return checkRows(question.rows)
    case 'write':
      return new Blob([writeWorkbook(question.rows, question.language)], { type: mediaType })
  }
}
