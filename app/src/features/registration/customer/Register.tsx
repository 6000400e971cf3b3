/** Registering a bulk account: where one was, or the first step. What cannot be changed any more is at its status. */

import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { link } from '../../../core/links'
import { Loaded } from '../../../kit/page/Loaded'
import { useTitle } from '../../../kit/page/useTitle'
import { useProfile } from '../../../kit/session/useProfile'
import { Page } from '../../../ui/layout/Page'
import { useTranslation } from '../../../words/useTranslation'
import { dropKept, load } from './load'
import { Wizard } from './Wizard'

export function Register() {
  const { email, bulkId } = useProfile()
  const query = useQuery({
    queryKey: ['registration draft', email],
    queryFn: () => load(email),
    // It is read once, and then lives in its keeper; who comes again reads it again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  async function loadAgain() {
    dropKept(email)
    await query.refetch()
  }
  // Whoever belongs to a bulk account has nothing to register, but for what the utility asked more about.
  const isDone = query.data && !query.data.keeper
  const isMember = bulkId !== null && query.data && query.data.application === null
  if (isDone || isMember) return <Navigate to={isMember ? link('home') : link('registration')} replace />
  if (query.data?.keeper) {
    const { application, keeper } = query.data
    return <Wizard key={query.dataUpdatedAt} application={application} keeper={keeper} onLoadAgain={() => void loadAgain()} />
  }
  return <Waiting query={query} />
}

function Waiting({ query }: { query: Parameters<typeof Loaded>[0]['query'] }) {
  const { t } = useTranslation('registration')
  useTitle(t('title.new'))
  return (
    <Page title={t('title.new')} width="reading">
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  )
}
