/** How many applications stand there, and the way to them. */

import { countShown } from '../../../core/core'
import { link } from '../../../core/links'
import { useCall } from '../../../kit/call/useCall'
import { statuses } from '../../../kit/company/registrationNames'
import { StatCard } from '../../../ui/text/StatCard'
import { useTranslation } from '../../../words/useTranslation'

export type FigureName = 'pending' | 'requested' | 'processing' | 'withErrors'

/** Those that need somebody of the utility. */
const needsSomebody = (name: FigureName) => name === 'pending' || name === 'withErrors'

export function StatusFigure({ name }: { name: FigureName }) {
  const { t } = useTranslation('registrationStaff')
  // The table counts all that match, whatever it is asked to list.
  const { data } = useCall('BulkUserRegistrationTable', { recordCount: 1, filter: { statuses: [statuses[name]] } })
  return (
    <StatCard
      label={t(`figure.${name}`)}
      value={countShown(data?.total)}
      meta={t(`figure.${name}Meta`)}
      href={link('registrations', { status: name })}
      tone={data && data.total > 0 && needsSomebody(name) ? 'warning' : undefined}
    />
  )
}
