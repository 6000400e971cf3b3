/** What a device is called that names itself by a User-Agent header. */
import { useTranslation } from '../../words/useTranslation'
import { deviceOf } from './device'

/** "Chrome on Windows", as much of it as is known. */
export function useDevice(userAgent: string): { name: string; isPhone: boolean } {
  const { t } = useTranslation('profile')
  const { browser, system } = deviceOf(userAgent)
  const known = browser ? (system ? 'both' : 'browser') : system ? 'system' : 'unknown'
  return {
    name: t(`device.${known}`, { ...(browser && { browser }), ...(system && { system }) }),
    isPhone: ['Android', 'iPhone', 'iPad'].includes(system ?? ''),
  }
}
