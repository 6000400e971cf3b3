/** Says before an action that it needs two-factor authentication, and sets it up above the screen, so that a filled form stays. */
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { useTranslation } from '~/words/useTranslation'
import { factorNoticeId, isFactorSetupOpenAtom } from './factorSetup'
import { useHasFactor } from './useHasFactor'

/** The notice for users without a second factor. Once they have one, it says that they can continue. */
export function FactorNeeded({ title }: { title: string }) {
  const { t } = useTranslation('form')
  const hasFactor = useHasFactor()
  const [wasMissing, setWasMissing] = useState(false)
  if (hasFactor === false && !wasMissing) setWasMissing(true)
  if (!wasMissing) return null
  return (
    <div id={factorNoticeId} tabIndex={-1}>
      {hasFactor ? (
        <Notice tone="good" title={t('factor.ready')} isAnnounced />
      ) : (
        <Notice tone="warning" title={title} actions={<FactorStep />}>
          {t('factor.body')}
        </Notice>
      )}
    </div>
  )
}

/** The button that opens the dialogue, for a notice. */
export function FactorStep() {
  const { t } = useTranslation('form')
  const hasFactor = useHasFactor()
  const open = useSetAtom(isFactorSetupOpenAtom)
  if (hasFactor) return <p>{t('factor.ready')}</p>
  return (
    <Button size="small" onPress={() => open(true)}>
      {t('factor.setUp')}
    </Button>
  )
}
