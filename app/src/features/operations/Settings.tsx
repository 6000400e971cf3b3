/** Settings of the portal: payment methods and their closed periods, the gateway's banks, and all limits. */
import { getRouteApi } from '@tanstack/react-router'
import {
  amountShown,
  instantShown,
  type LimitGroup,
  type MethodSetting,
  numberShown,
  type OperationSettings,
  type PortalLimit,
  paymentMethod,
  sentence,
} from '~/core/core'
import { paths } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { Boundary } from '~/kit/page/Boundary'
import { useMay } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { useFocusBack } from '~/ui/layout/useFocusBack'
import { DataTable } from '~/ui/table/DataTable'
import { Description } from '~/ui/text/Description'
import { TwoLines } from '~/ui/text/TwoLines'
import { useLanguage } from '~/words/useLanguage'
import { type Translate, useTranslation } from '~/words/useTranslation'
import { OperationsFrame } from './OperationsFrame'

const MethodWindow = deferComponent(async () => (await import('./MethodWindow')).MethodWindow)

const route = getRouteApi(paths.operationSettings)

export function Settings() {
  return (
    <OperationsFrame tab="settings">
      <Boundary>
        <SettingsContent />
      </Boundary>
    </OperationsFrame>
  )
}

function SettingsContent() {
  const { t } = useTranslation('operations')
  const { t: shell } = useTranslation('shell')
  const language = useLanguage()
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const settings = useRead('GetOperationSettings', {})
  const mayAct = useMay('operations', 'update')
  useFocusBack({ open: search.method, row: search.method })
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

const mebibyte = 1 << 20

/** All limits and durations with their values, and the environment variables that set them. */
function Limits({ limits }: { limits: readonly PortalLimit[] }) {
  const { t } = useTranslation('operations')
  const groups = [...new Set(limits.map(({ group }) => group))]
  const itemsOf = (group: LimitGroup) =>
    limits
      .filter((limit) => limit.group === group)
      .map((limit) => ({
        id: limit.name,
        label: t(`limits.name.${limit.name}`),
        value: <TwoLines first={limitShown(limit, t)} second={limit.variable ? <code>{limit.variable}</code> : t('limits.fixed')} />,
      }))
  return groups.map((group) => (
    <Card key={group} title={t(`limits.group.${group}`)}>
      <Description columns={2} items={itemsOf(group)} />
    </Card>
  ))
}

function limitShown({ unit, value }: PortalLimit, t: Translate<'operations'>): string {
  if (value === null) return t('limits.none')
  if (unit === 'amount') return amountShown(value)
  if (unit === 'months') return t('limits.unit.months', { shown: value })
  const number = Number(value)
  if (unit === 'count') return numberShown(number)
  if (unit === 'bytes') return t('limits.unit.bytes', { shown: numberShown(number / mebibyte) })
  return t(`limits.unit.${unit}`, { count: number, shown: value })
}

interface MethodsProps {
  settings: OperationSettings
  mayAct: boolean
  onChange: (method: MethodSetting['paymentMethod']) => void
}

/** The payment methods with their limits and closed periods. */
function Methods({ settings: { methods }, mayAct, onChange }: MethodsProps) {
  const { t } = useTranslation('operations')
  const language = useLanguage()
  const nameOf = (one: MethodSetting) => paymentMethod(one.paymentMethod, language).word
  const windowOf = ({ window }: MethodSetting) =>
    window && t('methods.window', { from: instantShown(window.from, language), to: instantShown(window.to, language) })
  return (
    <DataTable
      caption={t('methods.count', { count: methods.length, shown: String(methods.length) })}
      rows={methods}
      rowKey={(one) => one.paymentMethod}
      rowLabel={nameOf}
      columns={[
        { id: 'method', header: t('methods.method'), cell: nameOf, isRowHeader: true, priority: 'title', minWidth: 10 },
        {
          id: 'takes',
          header: t('methods.takes'),
          minWidth: 13,
          worth: 1,
          wraps: true,
          cell: ({ least, most }) =>
            most
              ? t('methods.between', { least: amountShown(least), most: amountShown(most) })
              : t('methods.from', { least: amountShown(least) }),
        },
        { id: 'window', header: t('methods.closed'), minWidth: 13, wraps: true, cell: windowOf },
        {
          id: 'state',
          header: t('status'),
          priority: 'status',
          width: 9.5,
          cell: ({ isClosed }) => (
            <StatusBadge tone={isClosed ? 'warning' : 'good'}>{t(isClosed ? 'methods.isClosed' : 'methods.isOpen')}</StatusBadge>
          ),
        },
        {
          id: 'action',
          header: t('methods.action'),
          isActions: true,
          width: 10,
          align: 'end',
          cell: (one) => (
            <Button
              size="small"
              label={t(one.window ? 'methods.changeOf' : 'methods.closeOf', { method: nameOf(one) })}
              isDisabled={!mayAct}
              why={sentence('forbidden', language)}
              onPress={() => onChange(one.paymentMethod)}
            >
              {t(one.window ? 'methods.change' : 'methods.close')}
            </Button>
          ),
        },
      ]}
      empty={{ title: t('methods.title') }}
    />
  )
}
