/** Names the users who pay but have no second factor, because they cannot release what the policy lets others approve. */
import { useState } from 'react'
import { numberShown } from '~/core/core'
import { usePayersWithoutFactor } from '~/kit/people/payers'
import { FactorStep } from '~/kit/session/FactorNeeded'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { withWords } from '~/words/store'
import { useTranslation } from '~/words/useTranslation'

const AskForFactor = deferComponent(withWords(['security'], async () => (await import('~/kit/people/AskForFactor')).AskForFactor))

export function PayersNotice() {
  const { t } = useTranslation('proposals')
  const payers = usePayersWithoutFactor()
  const [isAsking, setAsking] = useState(false)
  if (!payers || payers.without.length === 0) return null
  const { all, without, others } = payers
  return (
    <Notice
      tone="warning"
      title={t('policy.factors.title', { count: without.length, shown: numberShown(without.length), all: numberShown(all) })}
      actions={
        <>
          {others.length > 0 && (
            <Button size="small" onPress={() => setAsking(true)}>
              {t('policy.factors.ask')}
            </Button>
          )}
          {without.length > others.length && <FactorStep />}
        </>
      }
    >
      {t('policy.factors.body', { names: without.map(({ name }) => name).join(', ') })}
      {isAsking && <AskForFactor people={others} onClose={() => setAsking(false)} />}
    </Notice>
  )
}
