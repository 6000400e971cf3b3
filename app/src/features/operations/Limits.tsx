/** Every limit and duration with its value, and the environment variable that sets it. */
import { amountShown, type LimitGroup, numberShown, type PortalLimit } from '../../core/core'
import { Card } from '../../ui/layout/Card'
import { Description } from '../../ui/text/Description'
import { TwoLines } from '../../ui/text/TwoLines'
import { type Translate, useTranslation } from '../../words/useTranslation'

const mebibyte = 1 << 20

export function Limits({ limits }: { limits: readonly PortalLimit[] }) {
  const { t } = useTranslation('operations')
  const groups = [...new Set(limits.map(({ group }) => group))]
  const itemsOf = (group: LimitGroup) =>
    limits
      .filter((limit) => limit.group === group)
      .map((limit) => ({
        id: limit.name,
        label: t(`limits.name.${limit.name}`),
        value: <TwoLines first={shownOf(limit, t)} second={limit.variable ? <code>{limit.variable}</code> : t('limits.fixed')} />,
      }))
  return groups.map((group) => (
    <Card key={group} title={t(`limits.group.${group}`)}>
      <Description columns={2} items={itemsOf(group)} />
    </Card>
  ))
}

function shownOf({ unit, value }: PortalLimit, t: Translate<'operations'>): string {
  if (value === null) return t('limits.none')
  if (unit === 'amount') return amountShown(value)
  if (unit === 'months') return t('limits.unit.months', { shown: value })
  const number = Number(value)
  if (unit === 'count') return numberShown(number)
  if (unit === 'bytes') return t('limits.unit.bytes', { shown: numberShown(number / mebibyte) })
  return t(`limits.unit.${unit}`, { count: number, shown: value })
}
