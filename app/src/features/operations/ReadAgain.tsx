/** Reads a list again: what jobs and the mail server do by themselves is told to no page. */
import { RefreshCw } from 'lucide-react'
import { Button } from '../../ui/button/Button'
import { useTranslation } from '../../words/useTranslation'

interface Props {
  query: { isRefetching: boolean; refetch: () => Promise<unknown> }
}

export function ReadAgain({ query }: Props) {
  const { t } = useTranslation('operations')
  return (
    <Button icon={<RefreshCw />} onPress={() => void query.refetch()} isLoading={query.isRefetching}>
      {t('readAgain')}
    </Button>
  )
}
