/** The company of a bulk account, for staff. */
import { getRouteApi } from '@tanstack/react-router'
import { link, paths } from '~/core/links'
import { useAccountsOf } from '../accountListSource'
import { CompanyProfile } from '../company/CompanyProfile'
import { BulkFrame } from './BulkFrame'

const route = getRouteApi(paths.bulkCompany)

export function BulkCompany() {
  const { bulkId } = route.useParams()
  const source = useAccountsOf(bulkId)
  return (
    <BulkFrame source={source} tab="company">
      <CompanyProfile key={bulkId} source={source} editHref={link('editBulkCompany', { bulkId })} />
    </BulkFrame>
  )
}
