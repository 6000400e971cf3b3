/** A searchable list of the calls, and next to it the open call or the guide. The fragment names the call: `/apiDocs#MakePayment`. */
import { useEffect, useMemo, useState } from 'react'
import { Button } from '~/ui/button/Button'
import { EmptyState } from '~/ui/feedback/EmptyState'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { SearchField } from '~/ui/form/SearchField'
import { useTranslation } from '~/words/useTranslation'
import styles from './ApiDocs.module.css'
import { type ApiCall, type ApiDocument, callsOf, isFound, loadDocument } from './apiDocument'
import { CallDetails } from './CallDetails'
import { Guide } from './Guide'

/** `fragment` is the address's, without the `#`. */
export function ApiReference({ fragment }: { fragment: string }) {
  const { t } = useTranslation('apiDocs')
  const { document, isFailed, retry } = useApiDocument()
  if (isFailed)
    return (
      <EmptyState kind="failed" title={t('failed')} action={<Button onPress={retry}>{t('common:ui.refresh')}</Button>}>
        {t('failedBody')}
      </EmptyState>
    )
  if (!document)
    return (
      <div aria-busy="true" className={styles.loading}>
        <Skeleton width="60%" />
        <Skeleton />
        <Skeleton width="80%" />
      </div>
    )
  return <Reference document={document} opened={fragment} />
}

function Reference({ document, opened }: { document: ApiDocument; opened: string }) {
  const { t } = useTranslation('apiDocs')
  const [searched, setSearched] = useState('')
  const calls = useMemo(() => callsOf(document), [document])
  const call = calls.find(({ operationId }) => operationId === opened)
  return (
    <div className={styles.reference} data-open={call ? '' : undefined}>
      <nav id="calls" className={styles.calls} aria-label={t('calls')}>
        <search>
          <SearchField label={t('search')} placeholder={t('searchHint')} value={searched} onChange={setSearched} isLabelAbove />
        </search>
        <CallList document={document} calls={calls} searched={searched.trim()} opened={call?.operationId} />
      </nav>
      <div className={styles.shown}>
        {call ? <CallDetails key={call.operationId} document={document} call={call} /> : <Guide document={document} />}
      </div>
    </div>
  )
}

interface CallListProps {
  document: ApiDocument
  calls: readonly ApiCall[]
  searched: string
  opened: string | undefined
}

/** The calls by part. Without a search, only the part of the open call is expanded. */
function CallList({ document, calls, searched, opened }: CallListProps) {
  const { t } = useTranslation('apiDocs')
  const found = searched === '' ? calls : calls.filter((call) => isFound(call, searched))
  const parts = document.tags
    .map(({ name }) => ({ name, calls: found.filter(({ tags }) => tags.includes(name)) }))
    .filter((part) => part.calls.length > 0)
  return (
    <>
      <p role="status" className={styles.count}>
        {searched !== '' && (found.length === 0 ? t('none') : t('found', { count: found.length }))}
      </p>
      {parts.map(({ name, calls: ofPart }) => (
        <details
          key={`${name} ${searched !== ''}`}
          className={styles.part}
          open={searched !== '' || ofPart.some(({ operationId }) => operationId === opened) || undefined}
        >
          <summary>
            {name} <span className={styles.faint}>{ofPart.length}</span>
          </summary>
          <ul>
            {ofPart.map(({ operationId, method, summary }) => (
              <li key={operationId}>
                {/* The link is the anchor of its call until the call is open. */}
                <a
                  id={operationId === opened ? undefined : operationId}
                  href={`#${operationId}`}
                  aria-current={operationId === opened ? 'page' : undefined}
                  title={summary}
                >
                  <span className={styles.method} data-method={method}>
                    {method}
                  </span>
                  <span className={styles.name}>{operationId}</span>
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </>
  )
}

function useApiDocument() {
  const [document, setDocument] = useState<ApiDocument>()
  const [attempt, setAttempt] = useState(0)
  const [failedAttempt, setFailedAttempt] = useState<number>()
  useEffect(() => {
    let isShown = true
    loadDocument().then(
      (loaded) => isShown && setDocument(loaded),
      () => isShown && setFailedAttempt(attempt),
    )
    return () => {
      isShown = false
    }
  }, [attempt])
  return { document, isFailed: !document && failedAttempt === attempt, retry: () => setAttempt(attempt + 1) }
}
