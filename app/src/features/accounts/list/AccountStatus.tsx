import type { Context } from '~/kit/list/context'
import { StatusBadge } from '~/ui/feedback/StatusBadge'

/** An active account is the normal case, and has no badge. */
export function AccountStatus({ t, isActive }: { t: Context<'accounts'>['t']; isActive: boolean }) {
  return isActive ? t('active') : <StatusBadge tone="neutral">{t('inactive')}</StatusBadge>
}
