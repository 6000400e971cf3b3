/** Around what reads: its place while it is awaited; when it fails, what went wrong and a way to ask again. */
import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { Button } from '../../ui/button/Button'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { Notice } from '../../ui/feedback/Notice'
import { Skeleton } from '../../ui/feedback/Skeleton'
import { useDelayed } from '../../ui/feedback/useDelayed'
import { Stack } from '../../ui/layout/Stack'
import { useTranslation } from '../../words/useTranslation'
import { isMaintenance, messageOf, Refused } from '../call/api'
import styles from './Boundary.module.css'
import { Reference } from './Reference'

interface Props {
  /** What it is of: another record is awaited anew. */
  of?: string
  /** The whole screen: asking again is to refresh it. */
  isPage?: boolean
  /** A part of a page says what went wrong in a line. */
  isPart?: boolean
  /** The title of that line, where it says more than why. */
  failure?: string
  /** Keeps its place while it is awaited; visible once the answer is slow. null for what has no place of its own. */
  waiting?: ReactNode
  /** What stands around its place and around a failure, such as a page whose title is of the record. */
  frame?: (content: ReactNode) => ReactNode
  children: ReactNode
}

export function Boundary({ of = '', isPage = false, isPart = false, failure, waiting = <Lines />, frame = bare, children }: Props) {
  return (
    <QueryErrorResetBoundary>
      {({ reset: forget }) => (
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
                  forget()
                  reset()
                }}
              />,
            )
          }
        >
          <Suspense key={of} fallback={frame(waiting && <Waiting>{waiting}</Waiting>)}>
            {children}
          </Suspense>
        </CatchBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

const bare = (content: ReactNode) => content

function Waiting({ children }: { children: ReactNode }) {
  const isSlow = useDelayed(true)
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
  // A fault of the program is for the page's own boundary.
  if (!(error instanceof Refused)) throw error
  // Asking again finds no more: there is none, or it is somebody else's.
  const isMissing = error.status === 404
  const retry = !isMissing && <Button onPress={onRetry}>{t(isPage ? 'ui.refresh' : 'ui.tryAgain')}</Button>
  if (isPart) {
    return (
      <Notice tone="bad" title={failure ?? messageOf(error)} actions={retry} isAnnounced>
        {failure && messageOf(error)}
      </Notice>
    )
  }
  // Its sentence says all there is to say.
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
