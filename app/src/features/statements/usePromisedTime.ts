/** Returns a function that words how long a statement takes at most and usually, and how long its file is stored. */
import { numberShown, type StatementOffer } from '~/core/core'
import { useTranslation } from '~/words/useTranslation'

export function usePromisedTime() {
  const { t } = useTranslation('statements')
  return ({ promisedHours, usualSeconds, keptDays }: StatementOffer) => {
    const promised = { hours: numberShown(promisedHours), days: numberShown(keptDays) }
    if (usualSeconds === null) return t('promise.only', promised)
    const minutes = Math.max(1, Math.ceil(usualSeconds / 60))
    if (minutes <= 60) return t('promise.minutes', { ...promised, count: minutes, shown: numberShown(minutes) })
    const usual = Math.ceil(minutes / 60)
    return t('promise.usualHours', { ...promised, count: usual, shown: numberShown(usual) })
  }
}
