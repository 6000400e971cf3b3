/** Paying a group's bills: those that can be paid are selected, and the list of bills opens, where paying continues. */
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { type Group, numberShown } from '../../../core/core'
import { paths } from '../../../core/links'
import { call, messageOf } from '../../../kit/call/api'
import { useAct } from '../../../kit/call/write'
import { chosenFrom, together, useChosen } from '../../../kit/paying/selection'
import { useMay } from '../../../kit/session/useProfile'
import { useReadOnly } from '../../../kit/session/useReadOnly'
import { Button } from '../../../ui/button/Button'
import { Notice } from '../../../ui/feedback/Notice'
import { toasts } from '../../../ui/feedback/toastQueue'
import { Modal } from '../../../ui/overlay/Modal'
import { useTranslation } from '../../../words/useTranslation'
import styles from '../ProgressNotice.module.css'

export function usePayGroup(bulkId: string) {
  const { t } = useTranslation(['groups', 'paying'])
  const navigate = useNavigate()
  const mayPay = useMay('payment', 'add')
  const readOnly = useReadOnly()
  const [chosen, setChosen] = useChosen()
  /** The group whose bills are to be paid while others are selected: it is asked whether those are paid too. */
  const [asks, setAsks] = useState<Group>()
  const selecting = useAct(
    ({ group }: { group: Group; keeps: boolean }) => call('SelectBills', { id: bulkId, groupIds: [group.groupId], filter: {} }),
    {
      onSuccess: async ({ bills, leftOut }, { group, keeps }) => {
        setAsks(undefined)
        // When none can be paid any more, the present selection stays.
        setChosen((before) => (keeps || bills.length === 0 ? together(before, chosenFrom(bills)) : chosenFrom(bills)))
        const left = leftOut.reduce((sum, { count }) => sum + count, 0)
        toasts.add({
          title: t('pay.selected', { count: bills.length, shown: numberShown(bills.length), group: group.groupName }),
          tone: bills.length > 0 ? 'good' : 'warning',
          ...(left > 0 && { body: t('pay.leftOut', { count: left, shown: numberShown(left) }) }),
        })
        await navigate({ to: paths.outstandingBills, search: { group: group.groupId, ...(left > 0 && { show: 'all' as const }) } })
      },
    },
  )
  const { mutate, reset } = selecting
  const hasOthers = chosen.size > 0
  /** What went wrong with the group before is not said of this one. */
  const ask = useCallback(
    (group: Group | undefined) => {
      reset()
      setAsks(group)
    },
    [reset],
  )
  const pay = useCallback((group: Group) => (hasOthers ? ask(group) : mutate({ group, keeps: false })), [hasOthers, ask, mutate])
  const whyNotPay = useCallback(
    ({ payableBills }: Group) => readOnly ?? (mayPay ? (payableBills > 0 ? undefined : t('pay.nothing')) : t('paying:bar.mayNot')),
    [mayPay, readOnly, t],
  )
  return {
    pay,
    whyNotPay,
    asks,
    others: chosen.size,
    answer: (keeps: boolean) => asks && mutate({ group: asks, keeps }),
    giveUp: () => ask(undefined),
    isPending: selecting.isPending,
    error: selecting.error,
    forget: reset,
  }
}

export type Paying = ReturnType<typeof usePayGroup>

/** Asks whether bills that were selected before are paid with them. */
export function PayGroup({ paying: { asks, others, answer, giveUp, isPending, error, forget } }: { paying: Paying }) {
  const { t } = useTranslation('groups')
  return (
    <>
      {error && !asks && (
        <div className={styles.over}>
          <Notice tone="bad" title={messageOf(error)} isAnnounced onClose={forget} />
        </div>
      )}
      <Modal
        isOpen={asks !== undefined}
        onClose={giveUp}
        title={t('pay.title', { group: asks?.groupName ?? '' })}
        role="alertdialog"
        isDismissable={!isPending}
        footer={
          <>
            <Button onPress={() => answer(true)} isLoading={isPending}>
              {t('pay.together')}
            </Button>
            <Button mode="primary" onPress={() => answer(false)} isLoading={isPending}>
              {t('pay.only')}
            </Button>
          </>
        }
      >
        {error && <Notice tone="bad" title={messageOf(error)} isAnnounced />}
        <p>{t('pay.others', { count: others, shown: numberShown(others) })}</p>
      </Modal>
    </>
  )
}
