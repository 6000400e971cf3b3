/** Wraps components that read data. Shows a placeholder while the data loads, or the error with a retry button. */
import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useReducer } from 'react'
import { Button } from '~/ui/button/Button'
import { EmptyState } from '~/ui/feedback/EmptyState'
import { Notice } from '~/ui/feedback/Notice'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { useDelayed } from '~/ui/feedback/useDelayed'
import { Stack } from '~/ui/layout/Stack'
import { useTranslation } from '~/words/useTranslation'
import { CallError, isMaintenance, isRetryable, messageOf } from '../call/api'
import { queries } from '../call/queries'
import styles from './Boundary.module.css'
import { Reference } from './Reference'

interface Props {
  /** Identifies the record. A new value clears the error and loads again. */
  of?: string
  /** Wraps a whole screen; the retry button is then labelled "Refresh". */
  isPage?: boolean
  /** Wraps a part of a page; an error appears as a small notice. */
  isPart?: boolean
  /** Title of that notice. The error's message is then its body. */
  failure?: string
  /** The placeholder. It reserves its space immediately and becomes visible if loading is slow. null reserves no space. */
  waiting?: ReactNode
  /** Wraps the placeholder and the error, for example with a page whose title needs the record. */
  frame?: (content: ReactNode) => ReactNode
  children: ReactNode
}

export function Boundary({ of = '', isPage = false, isPart = false, failure, waiting = <Lines />, frame = withoutFrame, children }: Props) {
  const [, renderAgain] = useReducer((times: number) => times + 1, 0)
  return (
    <QueryErrorResetBoundary>
      {({ reset: resetQueryErrors }) => (
        <CatchBoundary
          getResetKey={() => of}
          errorComponent={({ error, reset }) =>
            frame(
              <Failed
                error={error}
                isPage={isPage}
                isPart={isPart}
                failure={failure}
                onRetry={() => {
                  resetQueryErrors()
                  reset()
                }}
              />,
            )
          }
        >
          <Suspense key={of} fallback={frame(<Placeholder onRead={renderAgain}>{waiting}</Placeholder>)}>
            {children}
          </Suspense>
        </CatchBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

const withoutFrame = (content: ReactNode) => content

interface PlaceholderProps {
  /** Renders the boundary again, after a read has ended. */
  onRead: () => void
  children: ReactNode
}

/**
 * React shows what was suspended 300 ms after its placeholder at the earliest, unless a change of state renders it. The placeholder
 * is not visible by then, so nothing would flash, and the wait is useless.
 */
function Placeholder({ onRead, children }: PlaceholderProps) {
  const isSlow = useDelayed(true)
  useEffect(() => {
    // A read may have ended before the subscription.
    onRead()
    return queries.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && (event.action.type === 'success' || event.action.type === 'error')) onRead()
    })
  }, [onRead])
  if (!children) return null
  return (
    <div aria-busy="true" className={styles.waiting} data-slow={isSlow || undefined}>
      {children}
    </div>
  )
}

const lines = ['40%', '75%', '60%', '70%', '50%']

function Lines() {
  return (
    <Stack gap={5}>
      {lines.map((width) => (
        <Skeleton key={width} width={width} height="1.25rem" />
      ))}
    </Stack>
  )
}

interface FailedProps {
  error: unknown
  isPage: boolean
  isPart: boolean
  failure: string | undefined
  onRetry: () => void
}

function Failed({ error, isPage, isPart, failure, onRetry }: FailedProps) {
  const { t } = useTranslation()
  // An unexpected exception goes to the page's error boundary.
  if (!(error instanceof CallError)) throw error
  // A retry is useless: the record or its file does not exist, or the user may not see it, or a filter refused the call.
  const isMissing = error.status === 404 || error.status === 410
  const retry = !isMissing && isRetryable(error) && <Button onPress={onRetry}>{t(isPage ? 'ui.refresh' : 'ui.tryAgain')}</Button>
  if (isPart) {
    return (
      <Notice tone="bad" title={failure ?? messageOf(error)} actions={retry} isAnnounced>
        {failure && messageOf(error)}
      </Notice>
    )
  }
  // For maintenance, the sentence is the title and needs no body.
  const failed = isMaintenance(error) ? messageOf(error) : undefined
  if (isMissing) return <EmptyState kind="unmatched" title={messageOf(error)} />
  return (
    <EmptyState kind="failed" title={failed ?? t(isPage ? 'problem.page' : 'problem.loading')} action={retry}>
      {!failed && (
        <>
          {messageOf(error)}
          <Reference error={error} />
        </>
      )}
    </EmptyState>
  )
}
