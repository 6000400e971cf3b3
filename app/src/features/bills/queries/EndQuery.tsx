/** Accepts the answer, or ends the query without accepting it. Each asks first, and says what follows. */
import { useState } from 'react'
import { numberShown, type QueryDetails } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { Button } from '~/ui/button/Button'
import { toasts } from '~/ui/feedback/toastQueue'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useTranslation } from '~/words/useTranslation'

type Ending = 'accept' | 'close' | 'withdraw'

export function EndQuery({ query }: { query: QueryDetails }) {
  const { t } = useTranslation('queries')
  const [ending, setEnding] = useState<{ about: Ending; version: number }>()
  const { queryId, version, state } = query
  const held = query.bills.filter(({ leftAt }) => leftAt === null).length
  const end = useWrite('CloseQuery')
  const about = ending?.about ?? 'withdraw'
  const ask = (about: Ending) => {
    end.reset()
    // The version that the dialogue was opened with. The server refuses if the query has changed since.
    setEnding({ about, version })
  }

  function confirm() {
    if (!ending) return
    end.mutate(
      { queryId, isAccepted: ending.about === 'accept', version: ending.version },
      {
        onSuccess: () => {
          setEnding(undefined)
          toasts.add({ title: t(`end.${about}.done`) })
        },
      },
    )
  }

  return (
    <>
      {state === 'answered' && (
        <Button mode="primary" onPress={() => ask('accept')}>
          {t('end.accept.action')}
        </Button>
      )}
      <Button onPress={() => ask(state === 'open' ? 'withdraw' : 'close')}>
        {t(state === 'open' ? 'end.withdraw.action' : 'end.close.action')}
      </Button>
      <ConfirmDialog
        isOpen={ending !== undefined}
        onClose={() => setEnding(undefined)}
        onConfirm={confirm}
        title={t(`end.${about}.title`)}
        confirmLabel={t(`end.${about}.confirm`)}
        cancelLabel={t('end.cancel')}
        isLoading={end.isPending}
      >
        <p>{t(`end.${about}.body`, { count: held, shown: numberShown(held) })}</p>
        {end.isError && <RefusalNotice error={end.error} />}
      </ConfirmDialog>
    </>
  )
}
