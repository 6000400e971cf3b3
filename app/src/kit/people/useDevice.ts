import { useTranslation } from '~/words/useTranslation'
import { deviceOf } from './device'

/** Names the device of a User-Agent header: "Chrome on Windows", or only the known part. */
export function useDevice(userAgent: string): { name: string; isPhone: boolean } {
  const { t } = useTranslation('profile')
  const { browser, system } = deviceOf(userAgent)
  const known = browser ? (system ? 'both' : 'browser') : system ? 'system' : 'unknown'
  return {
    name: t(`device.${known}`, { ...(browser && { browser }), ...(system && { system }) }),
    isPhone: ['Android', 'iPhone', 'iPad'].includes(system ?? ''),
  }
}
