/** The customer's own company. */
import { link } from '~/core/links'
import { useBulkId } from '~/kit/session/useProfile'
import { AccountsFrame } from '../AccountsFrame'
import { useOwnAccounts } from '../accountListSource'
import { CompanyProfile } from '../company/CompanyProfile'

export function Company() {
  const source = useOwnAccounts(useBulkId())
  return (
    <AccountsFrame source={source} tab="company">
      <CompanyProfile source={source} editHref={link('editCompany')} />
    </AccountsFrame>
  )
}
