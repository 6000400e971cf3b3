/** The user who acted, and their role. */
import type { ActivityLog } from '../../core/core'
import { Breakable } from '../../ui/text/Breakable'
import { TwoLines } from '../../ui/text/TwoLines'
import { useTranslation } from '../../words/useTranslation'

export function ActivityActorCell({ entry: { who, actingRole } }: { entry: ActivityLog }) {
  const { t } = useTranslation('shell')
  return <TwoLines first={<Breakable>{who}</Breakable>} second={actingRole && t(`roles.${actingRole}`)} />
}
