/** Button that loads a list again. Pages are not notified of changes by jobs and the mail server. */
import { RefreshCw } from 'lucide-react'
import { Button } from '~/ui/button/Button'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  query: { isRefetching: boolean; refetch: () => Promise<unknown> }
}

export function RefreshButton({ query }: Props) {
  const { t } = useTranslation('operations')
  return (
    <Button icon={<RefreshCw />} onPress={() => void query.refetch()} isLoading={query.isRefetching}>
      {t('readAgain')}
    </Button>
  )
}
