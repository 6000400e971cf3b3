/** The payment methods: their limits, and the periods in which each is closed. */
import { amountShown, instantShown, type MethodSetting, type OperationSettings, paymentMethod, sentence } from '../../core/core'
import { Button } from '../../ui/button/Button'
import { StatusBadge } from '../../ui/feedback/StatusBadge'
import { DataTable } from '../../ui/table/DataTable'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'

interface Props {
  settings: OperationSettings
  mayAct: boolean
  onChange: (method: MethodSetting['paymentMethod']) => void
}

export function Methods({ settings: { methods }, mayAct, onChange }: Props) {
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
