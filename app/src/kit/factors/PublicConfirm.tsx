/** The question for the identity on a public page, which has neither the cache of calls nor the portal's services. */
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onConfirmIdentity } from '../call/api'
import { queries } from '../call/queries'
import { InLanguage } from '../page/InLanguage'
import { requestIdentityConfirmation } from '../session/confirmIdentity'
import { ConfirmIdentity } from './ConfirmIdentity'
import { readMethods } from './readMethods'

export function PublicConfirm() {
  useEffect(() => onConfirmIdentity(() => requestIdentityConfirmation(readMethods)), [])
  return (
    <QueryClientProvider client={queries}>
      <InLanguage>
        <ConfirmIdentity />
      </InLanguage>
    </QueryClientProvider>
  )
}
