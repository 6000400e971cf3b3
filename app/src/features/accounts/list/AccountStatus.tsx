import type { Context } from '~/kit/list/context'
import { StatusBadge } from '~/ui/feedback/StatusBadge'

export function AccountStatus({ t, isActive }: { t: Context<'accounts'>['t']; isActive: boolean }) {
  return <StatusBadge tone={isActive ? 'good' : 'neutral'}>{t(isActive ? 'active' : 'inactive')}</StatusBadge>
}
