/** Paying a group's bills: all of them that can be paid are selected, and their list opens, from where paying goes on. */

import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { countShown, type Group } from '../../../core/core'
import { paths } from '../../../core/links'
import { call } from '../../../kit/call/api'
import { chosenFrom, together, useChosen } from '../../../kit/paying/selection'
import { useMay } from '../../../kit/session/useProfile'
import { toasts } from '../../../ui/feedback/toastQueue'
import { useTranslation } from '../../../words/useTranslation'

export function usePayGroup(bulkId: string) {
  const { t } = useTranslation('groups')
  const navigate = useNavigate()
  const mayPay = useMay('payment', 'add')
  const [chosen, setChosen] = useChosen()
  /** Other bills were selected before: whether they are paid too is asked. */
  const [asks, setAsks] = useState<Group>()
  const selecting = useMutation({
    mutationFn: ({ group }: { group: Group; keeps: boolean }) => call('SelectBills', { id: bulkId, groupIds: [group.groupId], filter: {} }),
    onSuccess: async ({ bills, leftOut }, { group, keeps }) => {
      setAsks(undefined)
      setChosen((before) => (keeps ? together(before, chosenFrom(bills)) : chosenFrom(bills)))
      const left = leftOut.reduce((sum, { count }) => sum + count, 0)
      toasts.add({
        title: t('pay.selected', { count: bills.length, shown: countShown(bills.length), group: group.groupName }),
        tone: bills.length > 0 ? 'good' : 'warning',
        ...(left > 0 && { body: t('pay.leftOut', { count: left, shown: countShown(left) }) }),
      })
      await navigate({ to: paths.outstandingBills, search: { group: group.groupId } })
    },
  })
  const { mutate } = selecting
  const hasOthers = chosen.size > 0
  const pay = useCallback((group: Group) => (hasOthers ? setAsks(group) : mutate({ group, keeps: false })), [hasOthers, mutate])
  const whyNotPay = useCallback(
    ({ payableBills }: Group) => (mayPay ? (payableBills > 0 ? undefined : t('pay.nothing')) : t('paymentsMaking:bar.mayNot')),
    [mayPay, t],
  )
  return {
    pay,
    whyNotPay,
    asks,
    others: chosen.size,
    answer: (keeps: boolean) => asks && mutate({ group: asks, keeps }),
    giveUp: () => setAsks(undefined),
    isPending: selecting.isPending,
    error: selecting.error,
    forget: selecting.reset,
  }
}

export type Paying = ReturnType<typeof usePayGroup>
