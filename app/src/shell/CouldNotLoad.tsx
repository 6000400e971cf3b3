/** What stands where a screen could not be opened. */
import { useRouter } from '@tanstack/react-router'
import { messageOf } from '../api'
import { queries } from '../session'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { useTranslation } from '../words/useTranslation'

export function CouldNotLoad({ error, reset }: { error: unknown; reset?: () => void }) {
  const { t } = useTranslation()
  const router = useRouter()
  async function retry() {
    await queries.resetQueries()
    reset?.()
    await router.invalidate()
  }
  return (
    <EmptyState kind="failed" title={t('problem.loading')} action={<Button onPress={retry}>{t('ui.tryAgain')}</Button>}>
      {messageOf(error)}
    </EmptyState>
  )
}
