/** What stands where a screen could not be opened. */
import { useRouter } from '@tanstack/react-router'
import { Button } from '../../ui/button/Button'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { useTranslation } from '../../words/useTranslation'
import { messageOf, Refused } from '../call/api'
import { queries } from '../call/queries'

export function CouldNotLoad({ error, reset }: { error: unknown; reset?: () => void }) {
  const { t } = useTranslation()
  const router = useRouter()
  async function retry() {
    await queries.resetQueries()
    reset?.()
    await router.invalidate()
  }
  // Maintenance is no failure: its sentence says all there is to say.
  const isMaintenance = error instanceof Refused && error.body.code === 'maintenance'
  return (
    <EmptyState
      kind="failed"
      title={isMaintenance ? messageOf(error) : t('problem.page')}
      action={<Button onPress={retry}>{t('ui.refresh')}</Button>}
    >
      {!isMaintenance && messageOf(error)}
    </EmptyState>
  )
}
