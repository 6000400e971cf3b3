/** Confirms the removal of accounts from the bulk account, and explains the effect on their bills. */
import { useState } from 'react'
import { type Account, numberShown } from '~/core/core'
import { clearRecords } from '~/kit/accounts/records'
import { useFrozen } from '~/kit/announcements/frozen'
import { CallError } from '~/kit/call/api'
import { useOptionalRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { Modal } from '~/ui/overlay/Modal'
import { useTranslation } from '~/words/useTranslation'
import type { AccountListSource } from '../accountListSource'

interface Props {
  source: AccountListSource
  accounts: readonly Account[]
  onClose: () => void
  onDone: () => void
  /** Called when the account that the screen shows was removed. */
  onGone?: (() => void) | undefined
}

interface Refusal {
  accountNo: string
  message: string
}

/** Maximum number of accounts listed by name. */
const namedLimit = 20

export function RemoveAccounts({ source, accounts, onClose, onDone, onGone }: Props) {
  const { t } = useTranslation('accounts')
  // The accounts to remove. After a refusal, these are the accounts that can still be removed.
  const [going, setGoing] = useState(() => accounts.map(({ accountNo }) => accountNo))
  const [refused, setRefused] = useState<Refusal[]>()
  const removal = useWrite('RemoveChildAccounts')
  const frozen = useFrozen('RemoveChildAccounts')
  const isBusy = removal.isPending
  const isUnexplained = removal.isError && reasonsOf(removal.error, going).length === 0
  const count = going.length
  const total = useOptionalRead('GetAccountCards', { id: source.bulkId })?.total
  const areAll = total !== undefined && count >= total
  const one = count === 1 ? going[0] : undefined

  function remove(numbers: string[]) {
    setGoing(numbers)
    removal.mutate(
      { bulkId: source.bulkId, accounts: numbers },
      {
        onError: (error) => {
          const reasons = reasonsOf(error, numbers)
          if (reasons.length > 0) setRefused(reasons)
        },
        onSuccess: () => {
          clearRecords(source)
          onDone()
          ;(onGone ?? onClose)()
          toasts.add({ title: t('remove.done', { count: numbers.length, shown: numberShown(numbers.length) }), body: t('remove.doneBody') })
        },
      },
    )
  }

  if (refused) {
    const stay = new Set(refused.map(({ accountNo }) => accountNo))
    const others = going.filter((accountNo) => !stay.has(accountNo))
    return (
      <Modal
        isOpen
        onClose={onClose}
        title={t('remove.refused')}
        footer={
          <>
            <Button onPress={onClose} isDisabled={isBusy}>
              {t('close')}
            </Button>
            {others.length > 0 && (
              <Button mode="danger" onPress={() => remove(others)} isLoading={isBusy} isDisabled={frozen !== undefined} why={frozen}>
                {t('remove.others', { count: others.length, shown: numberShown(others.length) })}
              </Button>
            )}
          </>
        }
      >
        <p>{t('remove.none')}</p>
        <Notice tone="bad" isAnnounced>
          <ul>
            {refused.slice(0, namedLimit).map(({ accountNo, message }) => (
              <li key={accountNo}>{t('remove.why', { account: accountNo, reason: message })}</li>
            ))}
          </ul>
          {refused.length > namedLimit && (
            <p>{t('result.others', { count: refused.length - namedLimit, shown: numberShown(refused.length - namedLimit) })}</p>
          )}
        </Notice>
        {isUnexplained && <RefusalNotice error={removal.error} />}
      </Modal>
    )
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => remove(going)}
      title={one ? t('remove.one', { account: one }) : t('remove.many', { count, shown: numberShown(count) })}
      confirmLabel={t('remove.confirm', { count })}
      cancelLabel={t('remove.keep', { count })}
      tone="danger"
      isLoading={isBusy}
      isDisabled={frozen !== undefined}
      why={frozen}
    >
      <p>{t(source.isStaff ? 'remove.theirBills' : 'remove.bills', { count })}</p>
      <p>{t(source.isStaff ? 'remove.theyPaid' : 'remove.paid', { count })}</p>
      {areAll && <Notice tone="warning">{t('remove.all', { count })}</Notice>}
      <p>{t('remove.again', { count })}</p>
      {isUnexplained && <RefusalNotice error={removal.error} />}
    </ConfirmDialog>
  )
}

/** The server's reasons for refused accounts. Its field `accounts.3` is the fourth account. */
function reasonsOf(error: Error, numbers: readonly string[]): Refusal[] {
  if (!(error instanceof CallError)) return []
  return error.body.fields.flatMap(({ field, message }) => {
    const accountNo = numbers[Number(/^accounts\.(\d+)$/.exec(field)?.[1] ?? -1)]
    return accountNo ? [{ accountNo, message }] : []
  })
}
