/** Bills that a colleague sent to be paid: those payable now, and those left out. */
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { amountShown, instantShown, numberShown, type SentSelection, selectionOf } from '~/core/core'
import { link, paths } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { Reasons } from '~/kit/paying/LeftOutNotice'
import { chosenFrom, useChosen } from '~/kit/paying/selection'
import { Button } from '~/ui/button/Button'
import { EmptyState } from '~/ui/feedback/EmptyState'
import { Notice } from '~/ui/feedback/Notice'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

const route = getRouteApi(paths.sentBills)

export function SentBills() {
  const { t } = useTranslation('paymentsMaking')
  const { selectionId } = route.useParams()
  useTitle(t('sent.title'))
  return (
    <Page title={t('sent.title')} breadcrumbs={[{ label: t('crumb'), href: link('batches') }]} width="form">
      <Boundary of={selectionId}>
        <Sent selectionId={selectionId} />
      </Boundary>
    </Page>
  )
}

function Sent({ selectionId }: { selectionId: string }) {
  const { t } = useTranslation(['paymentsMaking', 'paying'])
  const language = useLanguage()
  const sent = useRead('GetSentSelection', { selectionId })
  const { bills, leftOut, sentBy, sentAt, expiresAt, note } = sent
  const sum = selectionOf(bills, language).value
  const left = leftOut.reduce((all, { count }) => all + count, 0)
  return (
    <Stack gap={6}>
      {note && (
        <Notice title={t('sent.note', { who: sentBy })}>
          <p>{note}</p>
        </Notice>
      )}
      <Card>
        <Description
          isTotalLast
          items={[
            { id: 'by', label: t('sent.by'), value: t('sent.lead', { who: sentBy, when: instantShown(sentAt, language) }) },
            { id: 'until', label: t('sent.until'), value: instantShown(expiresAt, language) },
            { id: 'bills', label: t('review.bills'), value: numberShown(sum?.bills) },
            { id: 'accounts', label: t('sent.accounts'), value: numberShown(sum?.accounts) },
            { id: 'total', label: t('sent.total'), value: amountShown(sum?.total) },
          ]}
        />
      </Card>
      {left > 0 && (
        <Notice tone="warning" title={t('paying:leftOut.title', { count: left, shown: numberShown(left) })}>
          <Reasons leftOut={leftOut} />
        </Notice>
      )}
      {bills.length > 0 ? (
        <Choose sent={sent} total={amountShown(sum?.total)} />
      ) : (
        <EmptyState kind="nothing" title={t('sent.none')}>
          {t('sent.noneBody')}
        </EmptyState>
      )}
    </Stack>
  )
}

/** Asks before selecting, because the user may have selected other bills. */
function Choose({ sent: { bills, leftOut }, total }: { sent: SentSelection; total: string }) {
  const { t } = useTranslation('paymentsMaking')
  const navigate = useNavigate()
  const [chosen, setChosen] = useChosen()
  function choose(to: typeof paths.payMethod | typeof paths.outstandingBills) {
    setChosen(chosenFrom(bills), { leftOut, batchIds: [] })
    void navigate({ to })
  }
  return (
    <Stack gap={3}>
      {chosen.size > 0 && <p>{t('sent.replaces', { count: chosen.size, shown: numberShown(chosen.size) })}</p>}
      <Stack gap={3} direction="along">
        <Button mode="primary" size="large" onPress={() => choose(paths.payMethod)}>
          {t('sent.pay', { total })}
        </Button>
        <Button size="large" onPress={() => choose(paths.outstandingBills)}>
          {t('sent.see')}
        </Button>
      </Stack>
    </Stack>
  )
}
