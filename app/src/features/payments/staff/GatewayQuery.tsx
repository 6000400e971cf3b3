/** Finds the record of an FPX payment, where the gateway can be asked again; under it the payments that need attention. */

import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../../core/links'
import { List } from '../../../kit/list/List'
import { useList } from '../../../kit/list/useList'
import { useTitle } from '../../../kit/page/useTitle'
import { Button } from '../../../ui/button/Button'
import { Form, FormActions } from '../../../ui/form/Form'
import { TextField } from '../../../ui/form/TextField'
import { Card } from '../../../ui/layout/Card'
import { Page } from '../../../ui/layout/Page'
import { Stack } from '../../../ui/layout/Stack'
import { useTranslation } from '../../../words/useTranslation'
import { alertList } from './alertList'
import { GatewayRecord } from './GatewayRecord'

const route = getRouteApi(paths.gatewayQuery)

export function GatewayQuery() {
  const { t } = useTranslation('paymentsStaff')
  const { merchantTranId = '' } = route.useSearch()
  useTitle(t('gateway.title'))
  const alerts = useList(alertList, {})
  return (
    <Page title={t('gateway.title')} about={t('gateway.lead')}>
      <Stack gap={4}>
        <Question key={`question ${merchantTranId}`} asked={merchantTranId} />
        {merchantTranId !== '' && <GatewayRecord key={merchantTranId} merchantTranId={merchantTranId} />}
        <Card title={t('alerts.title')}>
          <Stack gap={4}>
            <p>{t('alerts.lead')}</p>
            <List list={alerts} />
          </Stack>
        </Card>
      </Stack>
    </Page>
  )
}

function Question({ asked }: { asked: string }) {
  const { t } = useTranslation('paymentsStaff')
  const { t: common } = useTranslation()
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState(asked)
  const [submitted, setSubmitted] = useState(false)
  const problem = submitted && typed.trim() === '' ? t('gateway.required') : undefined

  function submit() {
    setSubmitted(true)
    if (typed.trim() !== '') void navigate({ search: { merchantTranId: typed.trim() } })
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
        <Button type="submit" mode="primary">
          {t('gateway.find')}
        </Button>
      </FormActions>
    </Form>
  )
}
