/** An electricity account in the side panel: amount owed, address and last bills. */
import { amountShown, compareAmounts, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { useAddRecent } from '~/kit/session/recent'
import { useBulkId, useMay } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { PanelActions, PanelPart } from '~/ui/overlay/PanelParts'
import { Description } from '~/ui/text/Description'
import { useTranslation } from '~/words/useTranslation'
import { groupHref } from '../groups/groupList'
import { PayGroup, usePayAccount } from '../groups/PayGroup'
import { LastBills } from '../LastBills'
import { AccountStatus } from '../list/AccountStatus'
import { billsHref } from '../list/accountLinks'
import { placeOf } from './placeOf'

export function AccountPanel({ id }: { id: string }) {
  const { t } = useTranslation(['accounts', 'groups'])
  const bulkId = useBulkId()
  const seesBills = useMay('bill', 'view')
  const { account, unpaidBills, amountInPayment } = useRead('GetAccountDetails', { accountNo: id })
  const paying = usePayAccount(bulkId)
  const whyNotPay = paying.whyNotPay(account)
  useAddRecent(
    { kind: 'account', href: link('account', { accountNo: id }), label: id, description: account.referenceId ?? undefined },
    true,
  )
  return (
    <>
      <PanelActions>
        <AccountStatus t={t} isActive={account.isActive} />
        {account.referenceId}
      </PanelActions>
      <Description
        items={[
          { id: 'owed', label: t('columns.owed'), value: amountShown(account.amountPayable) },
          {
            id: 'unpaid',
            label: t('view.unpaid'),
            value: unpaidBills > 0 ? <Link href={billsHref(id)}>{numberShown(unpaidBills)}</Link> : numberShown(unpaidBills),
          },
          ...(compareAmounts(amountInPayment, '0.00') > 0
            ? [{ id: 'inPayment', label: t('view.inPayment'), value: amountShown(amountInPayment) }]
            : []),
          {
            id: 'group',
            label: t('columns.group'),
            value: account.groupId && <Link href={groupHref(account.groupId)}>{account.groupName}</Link>,
          },
          { id: 'premises', label: t('columns.premises'), value: account.premisesAddress },
          { id: 'place', label: t('view.place'), value: placeOf(account) },
        ]}
      />
      <PanelActions>
        <Button
          mode="primary"
          onPress={() => paying.pay(account)}
          isDisabled={whyNotPay !== undefined}
          why={whyNotPay}
          isLoading={paying.isPending}
        >
          {t('groups:pay.action')}
        </Button>
      </PanelActions>
      <PayGroup paying={paying} />
      {seesBills && (
        <PanelPart title={t('view.bills')}>
          <LastBills bulkId={bulkId} of={{ accountNo: id }} />
        </PanelPart>
      )}
    </>
  )
}
