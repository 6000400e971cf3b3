/** Reads, checks and writes lists of accounts, off the main thread. Its rules are a package of their own. */
import { pairs } from '../../core/pairs'
import type { Answer, Question } from './reader'

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

// Imported while the worker already listens: what is asked during a top-level await would be lost.
const rules = import('gridbill-core/sheet')

/** Warms up while somebody looks for their file: the browser optimises code that it has run. */
void rules.then(({ read_workbook, write_workbook }) => {
  const rows = Array.from({ length: 500 }, (_, place): [string, string] => [String(220_000_000_000 + place), `Block ${place}`])
  read_workbook(new Uint8Array(write_workbook(pairs(rows), false)), false)
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
  const { read_workbook, check_rows, write_workbook, most_bytes } = await rules
  switch (question.ask) {
    case 'read': {
      // One byte over the limit is enough to be refused.
      const file = await question.file.slice(0, most_bytes() + 1).arrayBuffer()
      return read_workbook(new Uint8Array(file), question.malay)
    }
    case 'check':
      return JSON.parse(check_rows(question.lines))
    case 'write':
      return new Blob([new Uint8Array(write_workbook(question.lines, question.malay))], { type: mediaType })
  }
}
