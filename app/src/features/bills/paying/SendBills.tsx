/** Sends the chosen bills to a colleague who may pay them. */
import { Send } from 'lucide-react'
import { useState } from 'react'
import { amountShown, numberShown } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { useChosen, useChosenSum } from '~/kit/paying/selection'
import { useBulkId } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { useTranslation } from '~/words/useTranslation'

const ColleagueDialog = deferComponent(async () => (await import('~/kit/colleagues/ColleagueDialog')).ColleagueDialog)

interface Props {
  /** Whether this is the primary button: users who may not pay can only send their selection. */
  isMain: boolean
  whyNot: string | undefined
}

export function SendBills({ isMain, whyNot }: Props) {
  const { t } = useTranslation('paying')
  const bulkId = useBulkId()
  const [bills] = useChosen()
  const sum = useChosenSum()
  const [isOpen, setOpen] = useState(false)
  const send = useWrite('SendSelection')
  return (
    <>
      <Button
        mode={isMain ? 'primary' : 'secondary'}
        icon={<Send />}
        onPress={() => setOpen(true)}
        isDisabled={whyNot !== undefined}
        why={whyNot}
      >
        {t('colleague.send')}
      </Button>
      {isOpen && (
        <ColleagueDialog
          title={t('colleague.title', { count: bills.size, shown: numberShown(bills.size) })}
          lead={t('colleague.lead', { total: amountShown(sum?.total) })}
          submitLabel={t('colleague.submit')}
          isForPayers
          hasNote
          onSend={async (userId = '', note) => {
            const sent = await send.mutateAsync({ id: bulkId, userId, invoiceNos: [...bills.keys()], ...(note && { note }) })
            return t('colleague.sent', { count: sent.bills, shown: numberShown(sent.bills) })
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
