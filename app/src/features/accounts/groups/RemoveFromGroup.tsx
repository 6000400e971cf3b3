/** Removes accounts from a group. They stay in the bulk account, in no group. */
import { type Account, numberShown } from '~/core/core'
import { useFrozen } from '~/kit/announcements/frozen'
import { call } from '~/kit/call/api'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { useUndo } from '~/kit/form/useUndo'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  groupId: string
  accounts: readonly Account[]
  onClose: () => void
  onDone: () => void
}

export function RemoveFromGroup({ groupId, accounts, onClose, onDone }: Props) {
  const { t } = useTranslation('groups')
  const remove = useWrite('RemoveAccounts')
  const frozen = useFrozen('RemoveAccounts')
  const offerUndo = useUndo()
  const accountNumbers = accounts.map(({ accountNo }) => accountNo)
  const count = { count: accounts.length, shown: numberShown(accounts.length) }
  function done() {
    onDone()
    onClose()
    offerUndo(t('takeOut.done', count), () => call('AssignAccounts', { groupId, accountNumbers }))
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate({ groupId, accountNumbers }, { onSuccess: done })}
      title={t('takeOut.title', count)}
      confirmLabel={t('takeOut.confirm')}
      cancelLabel={t('takeOut.keep')}
      isLoading={remove.isPending}
      isDisabled={frozen !== undefined}
      why={frozen}
    >
      {remove.isError && <RefusalNotice error={remove.error} />}
      <p>{t('takeOut.body')}</p>
    </ConfirmDialog>
  )
}
