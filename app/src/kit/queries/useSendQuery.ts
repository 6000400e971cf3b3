/** Sends a query with its files. The call runs once, so sending again sends only the rest. */
import { useRef, useState } from 'react'
import type { InvoiceNo, OpenedQuery } from '~/core/core'
import { call, callUpload, type RequestOf } from '../call/api'
import { useAction } from '../call/write'
import { useBulkId } from '../session/useProfile'

export type Question = Omit<RequestOf<'OpenQuery'>, 'id'>

/** What was sent. The key is that of the request, so that a repeated request opens no second query. */
interface Attempt {
  question: Question
  key: string
  opened?: OpenedQuery
  files: Set<File>
}

const billsOf = ({ invoiceNo, otherInvoiceNos = [] }: Question): InvoiceNo[] => [invoiceNo, ...otherInvoiceNos]

export function useSendQuery() {
  const id = useBulkId()
  const attempt = useRef<Attempt>(undefined)
  /** The bills of the query once it is open, also if a file is still missing. */
  const [opened, setOpened] = useState<readonly InvoiceNo[]>([])
  const [sentFiles, setSentFiles] = useState<ReadonlySet<File>>(new Set())

  const sending = useAction(async ({ question, files }: { question: Question; files: readonly File[] }) => {
    const last = attempt.current
    const isSame = last && (last.opened || JSON.stringify(last.question) === JSON.stringify(question))
    const now: Attempt = isSame ? last : { question, key: crypto.randomUUID(), files: new Set() }
    attempt.current = now
    now.opened ??= await call('OpenQuery', { id, ...now.question }, { key: now.key })
    setOpened(billsOf(now.question))
    for (const file of files) {
      if (now.files.has(file)) continue
      await callUpload('AddQueryFile', { id, queryId: now.opened.queryId }, file)
      now.files.add(file)
      setSentFiles(new Set(now.files))
    }
    return { ...now.opened, bills: billsOf(now.question) }
  })
  return { opened, sentFiles, send: (question: Question, files: readonly File[]) => sending.mutateAsync({ question, files }) }
}
