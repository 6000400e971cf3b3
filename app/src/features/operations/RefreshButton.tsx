/** Button that loads a list again. Changes made by jobs and the mail server are not published to pages. */
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
