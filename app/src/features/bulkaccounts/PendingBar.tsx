/** What can be done with the chosen accounts: try them again, which a job does, or take them off the list, which cannot be undone. */
import { useState } from 'react'
import { messageOf } from '../../api'
import { countShown, type PendingAccount } from '../../core'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { Notice } from '../../ui/Notice'
import { SelectionBar } from '../../ui/SelectionBar'
import { toasts } from '../../ui/toastQueue'
import { useTranslation } from '../../words/useTranslation'
import { usePendingActions } from './usePendingActions'

export function PendingBar({ chosen, onClear }: { chosen: readonly PendingAccount[]; onClear: () => void }) {
  const { t } = useTranslation('bulkaccounts')
  const [asks, setAsks] = useState(false)
  const act = usePendingActions()
  const count = { count: chosen.length, shown: countShown(chosen.length) }

  function submit() {
    act.mutate(
      { action: 'PendingSubmitForAdmin', accounts: chosen },
      {
        onSuccess: () => {
          onClear()
          toasts.add({ title: t('pending.tried', count), body: t('pending.triedHint') })
        },
        onError: (error) => toasts.add({ tone: 'bad', title: messageOf(error) }),
      },
    )
  }
  function remove() {
    act.mutate(
      { action: 'RemoveFromPendingForAdmin', accounts: chosen },
      {
        onSuccess: () => {
          setAsks(false)
          onClear()
          toasts.add({ title: t('pending.removed', count) })
        },
      },
    )
  }
  function close() {
    act.reset()
    setAsks(false)
  }
  return (
    <>
      <SelectionBar
        isShown={chosen.length > 0}
        text={t('pending.chosen', count)}
        onClear={onClear}
        actions={
          <>
            <Button onPress={() => setAsks(true)} isDisabled={act.isPending}>
              {t('pending.remove')}
            </Button>
            <Button mode="primary" onPress={submit} isLoading={act.isPending && !asks}>
              {t('pending.again')}
            </Button>
          </>
        }
      />
      <ConfirmDialog
        isOpen={asks}
        onClose={close}
        onConfirm={remove}
        title={t('pending.removeTitle', count)}
        confirmLabel={t('pending.removeConfirm')}
        cancelLabel={t('pending.keep')}
        tone="danger"
        isLoading={act.isPending}
      >
        {act.isError && <Notice tone="bad" title={messageOf(act.error)} isAnnounced />}
        <p>{t('pending.removeBody')}</p>
      </ConfirmDialog>
    </>
  )
}
