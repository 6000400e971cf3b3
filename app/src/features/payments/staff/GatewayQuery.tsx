/** Finds the records of FPX payments, where the gateway can be queried again. Below are the payments that need attention. */

import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { type FpxAlert, numberShown, sentence } from '~/core/core'
import { link, paths } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { List } from '~/kit/list/List'
import { useList } from '~/kit/list/useList'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { useMay } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { Form, FormActions } from '~/ui/form/Form'
import { TextField } from '~/ui/form/TextField'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { useFocusBack } from '~/ui/layout/useFocusBack'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { alertList } from './alertList'
import { GatewayRecord } from './GatewayRecord'
import { GatewayTable } from './GatewayTable'
import { SettleAlert } from './SettleAlert'

const route = getRouteApi(paths.gatewayQuery)

export function GatewayQuery() {
  const { t } = useTranslation('paymentsStaff')
  const { merchantTranId = '' } = route.useSearch()
  useTitle(t('gateway.title'))
  return (
    <Page title={t('gateway.title')} about={t('gateway.lead')}>
      <Stack gap={4}>
        <Question key={`question ${merchantTranId}`} asked={merchantTranId} />
        {merchantTranId !== '' && (
          <Boundary of={merchantTranId}>
            <Records merchantTranIds={numbersIn(merchantTranId)} />
          </Boundary>
        )}
        <LateMoney />
        <Alerts />
      </Stack>
    </Page>
  )
}

/** FPX payments that need attention. Alerts that nothing else resolves can be settled here. */
function Alerts() {
  const { t } = useTranslation('paymentsStaff')
  const language = useLanguage()
  const alerts = useList(alertList, {})
  const mayAct = useMay('fpxManualRequery', 'update')
  const [settling, setSettling] = useState<FpxAlert>()
  useFocusBack({ open: settling && 'settle', row: settling?.alertId })
  const menu = useCallback(
    (alert: FpxAlert): MenuItem[] => {
      const why = !mayAct ? 'forbidden' : alert.isSettledByHand ? undefined : 'alertEndsOtherwise'
      return [{ id: 'settle', label: t('alerts.settle'), onAction: () => setSettling(alert), whyNot: why && sentence(why, language) }]
    },
    [t, language, mayAct],
  )
  return (
    <Card title={t('alerts.title')}>
      <Stack gap={4}>
        <p>{t('alerts.lead')}</p>
        <List list={alerts} menu={menu} />
      </Stack>
      {settling && <SettleAlert key={settling.alertId} alert={settling} onClose={() => setSettling(undefined)} />}
    </Card>
  )
}

/** Splits order numbers that are typed or pasted with commas, spaces or line breaks. */
const numbersIn = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean)

function Records({ merchantTranIds }: { merchantTranIds: string[] }) {
  const { t } = useTranslation('paymentsStaff')
  const { items, notFound } = useRead('GetFpxRecords', { merchantTranIds })
  return (
    <Stack gap={4}>
      {notFound.length > 0 && (
        <Notice tone="warning" title={t('gateway.notFound', { count: notFound.length, shown: numberShown(notFound.length) })} isAnnounced>
          <p>{notFound.join(', ')}</p>
        </Notice>
      )}
      {items.length > 1 ? (
        <GatewayTable records={items} />
      ) : (
        items.map((record) => <GatewayRecord key={record.merchantTranId} record={record} />)
      )}
    </Stack>
  )
}

/** Links to the late receipts while some of them need a decision. */
function LateMoney() {
  const { t } = useTranslation('paymentsStaff')
  return (
    <Card title={t('late.title')}>
      <Stack gap={4}>
        <Boundary isPart waiting={<Skeleton width="60%" height="1.25rem" />}>
          <WaitingReceipts />
        </Boundary>
        <div>
          <LinkButton href={link('lateConfirmations')}>{t('late.toList')}</LinkButton>
        </div>
      </Stack>
    </Card>
  )
}

function WaitingReceipts() {
  const { t } = useTranslation('paymentsStaff')
  const { total } = useRead('GetLateConfirmations', { recordCount: 1 })
  return <p>{total > 0 ? t('late.waiting', { count: total, shown: numberShown(total) }) : t('late.nothingHint')}</p>
}

function Question({ asked }: { asked: string }) {
  const { t } = useTranslation('paymentsStaff')
  const { t: common } = useTranslation()
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState(asked)
  const [submitted, setSubmitted] = useState(false)
  const numbers = numbersIn(typed)
  const problem = submitted && numbers.length === 0 ? t('gateway.required') : undefined

  function submit() {
    setSubmitted(true)
    if (numbers.length > 0) void navigate({ search: { merchantTranId: numbers.join(',') } })
  }
  return (
    <Form onSubmit={submit} errors={problem ? [{ id: 'merchantTranId', message: problem }] : []} errorTitle={common('problem.summary')}>
      <TextField
        id="merchantTranId"
        label={t('gateway.order')}
        hint={t('gateway.orderHint')}
        value={typed}
        onChange={setTyped}
        error={problem}
        autoComplete="off"
        isRequired
        isTabular
      />
      <FormActions>
        <Button type="submit" mode={asked === '' ? 'primary' : undefined}>
          {t('gateway.find')}
        </Button>
      </FormActions>
    </Form>
  )
}
