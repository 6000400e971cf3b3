/** Says that accounts were coded, and offers to undo that: the codings that were replaced are set again. */
import type { NewAccountCoding } from '~/core/core'
import { call } from '~/kit/call/api'
import { useUndo } from '~/kit/form/useUndo'
import { toasts } from '~/ui/feedback/toastQueue'

export function useCodingUndo(bulkId: string) {
  const offerUndo = useUndo()
  return (title: string, replaced: NewAccountCoding[]) => {
    if (replaced.length === 0) toasts.add({ title })
    else offerUndo(title, () => call('SetAccountCodings', { id: bulkId, accounts: replaced }))
  }
}
