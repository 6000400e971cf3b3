/** The worker that reads, checks and writes workbooks. It loads its own package of rules. */
import '~/core/packages'
import type { Checked, Code, HiddenRows, Language, NewAccount, UploadedAccounts } from '~/core/generatedData'
import { answerQuestions } from '~/core/ruleWorker'

export type Question =
  | { ask: 'read'; file: File; hidden: HiddenRows | undefined; language: Language }
  | { ask: 'codings'; file: File; hidden: HiddenRows | undefined; language: Language }
  | { ask: 'check'; rows: readonly NewAccount[] }
  | { ask: 'write'; rows: readonly NewAccount[]; language: Language }

export interface Answer {
  read: Checked<UploadedAccounts>
  codings: Checked<[number, string[]][]>
  check: (Code | null)[]
  write: Blob
}

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

// Imported without `await`, because messages that arrive during a top-level `await` would be lost.
const rules = import('gridbill-core/sheet')

/** Runs the rules once while the user chooses a file, because browsers optimise code after it has run. */
void rules.then(({ readWorkbook, writeWorkbook }) => {
  const row = (place: number) => ({ accountNo: String(220_000_000_000 + place), referenceId: `Block ${place}` })
  readWorkbook(
    writeWorkbook(
      Array.from({ length: 500 }, (_, place) => row(place)),
      'en',
    ),
    null,
    'en',
  )
})

answerQuestions(answerQuestion)

async function answerQuestion(question: Question): Promise<Answer[Question['ask']]> {
  const { readWorkbook, readCodingCells, checkRows, writeWorkbook, maxBytes } = await rules
  // Reads at most one byte more than the limit, which is enough to refuse the file.
  const bytes = async (file: File) => new Uint8Array(await file.slice(0, maxBytes() + 1).arrayBuffer())
  switch (question.ask) {
    case 'read':
      return readWorkbook(await bytes(question.file), question.hidden ?? null, question.language)
    case 'codings':
      return readCodingCells(await bytes(question.file), question.hidden ?? null, question.language)
    case 'check':
      return checkRows(question.rows)
    case 'write':
      return new Blob([writeWorkbook(question.rows, question.language)], { type: mediaType })
  }
}
