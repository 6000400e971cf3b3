/** Asks once more before accounts leave the bulk account, and says what that means for their bills. */
import { useState } from 'react'
import { call, messageOf } from '../../api'
import { type Account, countShown } from '../../core'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { Modal } from '../../ui/Modal'
import { Notice } from '../../ui/Notice'
import { toasts } from '../../ui/toastQueue'
import { useTranslation } from '../../words/useTranslation'
import { ProgressBar } from './ProgressBar'
import { type Source, showAccountsAnew } from './source'

interface Props {
  source: Source
  accounts: readonly Account[]
  onClose: () => void
  onDone?: (() => void) | undefined
  /** Where to go when what the screen is about is gone. */
  onGone?: (() => void) | undefined
}

interface Refusal {
  accountNo: string
  message: string
}

/** So many are asked for at the same time: each account is a call of its own. */
const atOnce = 4

export function RemoveAccounts({ source, accounts, onClose, onDone, onGone }: Props) {
  const { t } = useTranslation('accounts')
  const [done, setDone] = useState<number>()
  const [refused, setRefused] = useState<Refusal[]>()
  const count = accounts.length
  const [only] = accounts
  const one = count === 1 && only ? only.accountNo : undefined

  async function remove() {
    const [waiting, refusals] = [[...accounts], [] as Refusal[]]
    setDone(0)
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { accountNo } = next
        await call(source.calls.remove, { bulkId: source.bulkId, accountNo }).catch((error) =>
          refusals.push({ accountNo, message: messageOf(error) }),
        )
        setDone((before = 0) => before + 1)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    setDone(undefined)
    void showAccountsAnew()
    if (refusals.length > 0) return setRefused(refusals)
    finish()
  }
  function finish() {
    onDone?.()
    ;(onGone ?? onClose)()
    toasts.add({ title: t('remove.done', { count, shown: countShown(count) }), body: t('remove.doneBody') })
  }

  if (refused)
    return (
      <Modal isOpen onClose={onClose} title={t('remove.refused')} footer={<Button onPress={onClose}>{t('close')}</Button>}>
        {count > refused.length && <p>{t('remove.some', { count: count - refused.length, shown: countShown(count - refused.length) })}</p>}
        <Notice tone="bad" isAnnounced>
          <ul>
            {refused.map(({ accountNo, message }) => (
              <li key={accountNo}>{t('remove.why', { account: accountNo, reason: message })}</li>
            ))}
          </ul>
        </Notice>
      </Modal>
    )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => void remove()}
      title={one ? t('remove.one', { account: one }) : t('remove.many', { count, shown: countShown(count) })}
      confirmLabel={t('remove.confirm', { count })}
      cancelLabel={t('remove.keep', { count })}
      tone="danger"
      isLoading={done !== undefined}
    >
      <p>{t(source.isStaff ? 'remove.theirBills' : 'remove.bills', { count })}</p>
      <p>{t(source.isStaff ? 'remove.theyPaid' : 'remove.paid', { count })}</p>
      <p>{t('remove.again')}</p>
      {done !== undefined && count > 1 && <ProgressBar label={t('remove.working')} done={done} total={count} />}
    </ConfirmDialog>
  )
}
