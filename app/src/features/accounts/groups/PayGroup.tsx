/** Pays the bills of a group or an account: selects the payable bills and opens the list of bills, where the user continues. */
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { type Account, compareAmounts, type Group, numberShown, type SelectRequest } from '~/core/core'
import { paths } from '~/core/links'
import { call } from '~/kit/call/api'
import { useAction } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { heldNote } from '~/kit/paying/hold'
import { chosenFrom, mergeBills, useChosen } from '~/kit/paying/selection'
import { useMay } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { toasts } from '~/ui/feedback/toastQueue'
import { Modal } from '~/ui/overlay/Modal'
import { useTranslation } from '~/words/useTranslation'
import styles from '../ProgressNotice.module.css'

/** The group or account whose bills are paid. */
interface Payee {
  /** The name as it reads within a sentence. */
  name: string
  hasPayable: boolean
  request: Omit<SelectRequest, 'id'>
  /** The filter that shows the same bills in the list of bills. */
  search: { group: string } | { search: string }
}

const payeeOfGroup = ({ groupId, groupName, payableBills }: Group): Payee => ({
  name: groupName,
  hasPayable: payableBills > 0,
  request: { groupIds: [groupId], filter: {} },
  search: { group: groupId },
})

export function usePayGroup(bulkId: string) {
  const paying = usePayBills(bulkId)
  const { pay, whyNotPay } = paying
  return {
    ...paying,
    pay: useCallback((group: Group) => pay(payeeOfGroup(group)), [pay]),
    whyNotPay: useCallback((group: Group) => whyNotPay(payeeOfGroup(group)), [whyNotPay]),
  }
}

export function usePayAccount(bulkId: string) {
  const { t } = useTranslation('accounts')
  const { pay, whyNotPay, ...paying } = usePayBills(bulkId)
  const payeeOf = ({ accountNo, amountPayable }: Account): Payee => ({
    name: t('row.one', { account: accountNo }),
    hasPayable: compareAmounts(amountPayable, '0.00') > 0,
    request: { filter: { search: accountNo } },
    search: { search: accountNo },
  })
  return { ...paying, pay: (account: Account) => pay(payeeOf(account)), whyNotPay: (account: Account) => whyNotPay(payeeOf(account)) }
}

function usePayBills(bulkId: string) {
  const { t } = useTranslation(['groups', 'paying'])
  const { t: ofPaying } = useTranslation('paying')
  const navigate = useNavigate()
  const mayPay = useMay('payment', 'add')
  const readOnly = useReadOnly()
  const [chosen, setChosen] = useChosen()
  /** The group or account to pay, while the user is asked whether to keep other bills that are already selected. */
  const [asks, setAsks] = useState<Payee>()
  const selecting = useAction(({ payee }: { payee: Payee; keeps: boolean }) => call('SelectBills', { id: bulkId, ...payee.request }), {
    onSuccess: async ({ bills, leftOut }, { payee, keeps }) => {
      setAsks(undefined)
      // If no bill is payable any more, the present selection is kept.
      setChosen((before) => (keeps || bills.length === 0 ? mergeBills(before, chosenFrom(bills)) : chosenFrom(bills)), {
        leftOut,
        batchIds: [],
      })
      const left = leftOut.reduce((sum, { count }) => sum + count, 0)
      toasts.add({
        title: t('pay.selected', { count: bills.length, shown: numberShown(bills.length), group: payee.name }),
        tone: bills.length > 0 ? 'good' : 'warning',
        ...(left > 0 && { body: heldNote(bills.length, leftOut, ofPaying) ?? t('pay.leftOut', { count: left, shown: numberShown(left) }) }),
      })
      await navigate({ to: paths.outstandingBills, search: { ...payee.search, ...(left > 0 && { show: 'all' as const }) } })
    },
  })
  const { mutate, reset } = selecting
  const hasOthers = chosen.size > 0
  /** Opens or closes the question, and clears the error of a previous attempt. */
  const ask = useCallback(
    (payee: Payee | undefined) => {
      reset()
      setAsks(payee)
    },
    [reset],
  )
  const pay = useCallback((payee: Payee) => (hasOthers ? ask(payee) : mutate({ payee, keeps: false })), [hasOthers, ask, mutate])
  const whyNotPay = useCallback(
    ({ hasPayable }: Payee) => readOnly ?? (mayPay ? (hasPayable ? undefined : t('pay.nothing')) : t('paying:bar.mayNot')),
    [mayPay, readOnly, t],
  )
  return {
    pay,
    whyNotPay,
    asks,
    others: chosen.size,
    answer: (keeps: boolean) => asks && mutate({ payee: asks, keeps }),
    giveUp: () => ask(undefined),
    isPending: selecting.isPending,
    error: selecting.error,
    forget: reset,
  }
}

export type Paying = ReturnType<typeof usePayGroup>

/** Asks whether to pay the bills that are already selected together with these. */
export function PayGroup({
  paying: { asks, others, answer, giveUp, isPending, error, forget },
}: {
  paying: Omit<Paying, 'pay' | 'whyNotPay'>
}) {
  const { t } = useTranslation('groups')
  return (
    <>
      {error && !asks && (
        <div className={styles.over}>
          <RefusalNotice error={error} onClose={forget} />
        </div>
      )}
      <Modal
        isOpen={asks !== undefined}
        onClose={giveUp}
        title={t('pay.title', { group: asks?.name ?? '' })}
        role="alertdialog"
        isDismissable={!isPending}
        footer={
          <>
            <Button onPress={() => answer(true)} isLoading={isPending}>
              {t('pay.together')}
            </Button>
            <Button mode="primary" onPress={() => answer(false)} isLoading={isPending}>
              {t('pay.only', { group: asks?.name ?? '' })}
            </Button>
          </>
        }
      >
        {error && <RefusalNotice error={error} />}
        <p>{t('pay.others', { count: others, shown: numberShown(others), group: asks?.name ?? '' })}</p>
      </Modal>
    </>
  )
}
