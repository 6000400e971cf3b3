/** Settings for operators: payment methods and their closed periods, the gateway's banks, and every limit. */
import { getRouteApi } from '@tanstack/react-router'
import { instantShown, type OperationSettings } from '../../core/core'
import { paths } from '../../core/links'
import { useRead } from '../../kit/call/read'
import { useChangeSearch } from '../../kit/list/useChangeSearch'
import { Boundary } from '../../kit/page/Boundary'
import { useFocusBack } from '../../kit/page/useFocusBack'
import { useMay } from '../../kit/session/useProfile'
import { StatusBadge } from '../../ui/feedback/StatusBadge'
import { Card } from '../../ui/layout/Card'
import { Stack } from '../../ui/layout/Stack'
import { DataTable } from '../../ui/table/DataTable'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { Limits } from './Limits'
import { Methods } from './Methods'
import { MethodWindow } from './MethodWindow'
import { OperationsFrame } from './OperationsFrame'

const route = getRouteApi(paths.operationSettings)

export function Settings() {
  return (
    <OperationsFrame tab="settings">
      <Boundary>
        <Read />
      </Boundary>
    </OperationsFrame>
  )
}

function Read() {
  const { t } = useTranslation('operations')
  const { t: shell } = useTranslation('shell')
  const language = useLanguage()
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const settings = useRead('GetOperationSettings', {})
  const mayAct = useMay('operations', 'update')
  useFocusBack({ open: search.method, user: search.method })
  const method = settings.methods.find(({ paymentMethod }) => paymentMethod === search.method)
  return (
    <Stack gap={4}>
      <Card title={t('methods.title')}>
        <Stack gap={3}>
          <p>{t('methods.lead')}</p>
          <Methods settings={settings} mayAct={mayAct} onChange={(paymentMethod) => onSearch({ method: paymentMethod }, true)} />
        </Stack>
      </Card>
      <Card title={t('banks.title')}>
        <Banks settings={settings} />
      </Card>
      <Limits limits={settings.limits} />
      <p>{shell('home.asOf', { when: instantShown(settings.asOf, language) })}</p>
      {method && mayAct && (
        <MethodWindow key={method.paymentMethod} method={method} now={settings.asOf} onClose={() => onSearch({ method: undefined })} />
      )}
    </Stack>
  )
}

function Banks({ settings: { banks, banksAt } }: { settings: OperationSettings }) {
  const { t } = useTranslation('operations')
  const language = useLanguage()
  const offline = banks.filter(({ online }) => !online).length
  return (
    <Stack gap={3}>
      <p>{banksAt ? t('banks.at', { when: instantShown(banksAt, language) }) : t('banks.never')}</p>
      {banks.length > 0 && (
        <DataTable
          caption={t('banks.count', { count: banks.length, shown: String(banks.length), offline: String(offline) })}
          rows={banks}
          rowKey={({ bankId }) => bankId}
          rowLabel={({ bankName }) => bankName}
          columns={[
            {
              id: 'name',
              header: t('banks.bank'),
              cell: ({ bankName }) => bankName,
              isRowHeader: true,
              priority: 'title',
              minWidth: 12,
            },
            { id: 'id', header: t('banks.id'), cell: ({ bankId }) => bankId, width: 10 },
            {
              id: 'state',
              header: t('status'),
              priority: 'status',
              width: 11,
              cell: ({ online }) => (
                <StatusBadge tone={online ? 'good' : 'bad'}>{t(online ? 'banks.online' : 'banks.offline')}</StatusBadge>
              ),
            },
          ]}
          empty={{ title: t('banks.never') }}
        />
      )}
    </Stack>
  )
}
