/** Replaces a screen that could not be opened. */
import { useRouter } from '@tanstack/react-router'
import { resetFailedLoads } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { EmptyState } from '~/ui/feedback/EmptyState'
import { resetFailedFiles } from '~/words/store'
import { useTranslation } from '~/words/useTranslation'
import { isMaintenance, messageOf } from '../call/api'
import { queries } from '../call/queries'
import { Reference } from './Reference'

export interface Failure {
  error: unknown
  reset?: () => void
}

/** Returns the message and a function that retries. The sentence about maintenance is the title, without a body. */
export function useFailure({ error, reset }: Failure) {
  const { t } = useTranslation()
  const router = useRouter()
  async function retry() {
    await queries.resetQueries()
    resetFailedFiles()
    resetFailedLoads()
    reset?.()
    await router.invalidate()
  }
  return {
    title: isMaintenance(error) ? messageOf(error) : t('problem.page'),
    body: isMaintenance(error) ? undefined : messageOf(error),
    retry,
  }
}

export function CouldNotLoad(failure: Failure) {
  const { t } = useTranslation()
  const { title, body, retry } = useFailure(failure)
  return (
    <EmptyState kind="failed" title={title} action={<Button onPress={() => void retry()}>{t('ui.refresh')}</Button>}>
      {body && (
        <>
          {body}
          <Reference error={failure.error} />
        </>
      )}
    </EmptyState>
  )
}
