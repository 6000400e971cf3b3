/** Asks the utility about bills: opens a query for each bill, and adds the files to each. */
import { useRef, useState } from 'react'
import type { InvoiceNo, OpenedQuery } from '~/core/core'
import { CallError, call, callUpload, type RequestOf } from '../call/api'
import { isOutcome, useAction } from '../call/write'
import { useBulkId } from '../session/useProfile'

export type Question = Omit<RequestOf<'OpenQuery'>, 'id'>

/** What was sent about a bill. The key is that of the request, so that a repeated request opens no second query. */
interface Attempt {
  question: string
  key: string
  opened?: OpenedQuery
  files: Set<File>
}

/** Whether the next call would fail in the same way: no answer, or too many calls. */
const isForAll = (error: unknown) => !isOutcome(error) || (error instanceof CallError && error.body.code === 'tooManyAttempts')

export function useSendQueries() {
  const id = useBulkId()
  const attempts = useRef(new Map<InvoiceNo, Attempt>())
  /** The bills whose query is open, also if a file is still missing. */
  const [opened, setOpened] = useState<ReadonlySet<InvoiceNo>>(new Set())

  function attemptAt(question: Question): Attempt {
    const text = JSON.stringify(question)
    const last = attempts.current.get(question.invoiceNo)
    if (last && (last.opened || last.question === text)) return last
    const attempt: Attempt = { question: text, key: crypto.randomUUID(), files: new Set() }
    attempts.current.set(question.invoiceNo, attempt)
    return attempt
  }

  async function sendOne(question: Question, files: readonly File[]): Promise<OpenedQuery> {
    const attempt = attemptAt(question)
    attempt.opened ??= await call('OpenQuery', { id, ...question }, { key: attempt.key })
    setOpened((before) => new Set([...before, question.invoiceNo]))
    for (const file of files) {
      if (attempt.files.has(file)) continue
      await callUpload('AddQueryFile', { id, queryId: attempt.opened.queryId }, file)
      attempt.files.add(file)
    }
    return attempt.opened
  }

  /** Sends the rest, if some were sent before. Throws the first failure after the other bills. */
  const sending = useAction(async ({ questions, files }: { questions: readonly Question[]; files: readonly File[] }) => {
    const queries: OpenedQuery[] = []
    const failures: unknown[] = []
    for (const question of questions) {
      try {
        queries.push(await sendOne(question, files))
      } catch (error) {
        failures.push(error)
        if (isForAll(error)) break
      }
    }
    if (failures.length > 0) throw failures[0]
    return queries
  })
  return { opened, send: (questions: readonly Question[], files: readonly File[]) => sending.mutateAsync({ questions, files }) }
}
