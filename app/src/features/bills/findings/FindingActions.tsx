/** The actions on one finding, next to its sentence. */
import { useState } from 'react'
import type { ListedFinding } from '~/core/core'
import { Button } from '~/ui/button/Button'
import { PanelActions } from '~/ui/overlay/PanelParts'
import { useTranslation } from '~/words/useTranslation'
import { AskAboutFinding } from '../queries/AskButton'
import { DismissFindings } from './DismissFindings'
import { MuteRule } from './MuteRule'
import { canDismiss, canReopen, useMayDecide, useReopen } from './useFindingActions'

/** Renders nothing for users who only read findings. */
export function FindingActions({ finding }: { finding: ListedFinding }) {
  const { t } = useTranslation('findings')
  const mayDecide = useMayDecide()
  const { reopen, isReopening } = useReopen()
  const [dialog, setDialog] = useState<'dismiss' | 'mute'>()
  if (!mayDecide) return null
  const close = () => setDialog(undefined)
  return (
    <>
      <PanelActions>
        {canDismiss(finding) && (
          <Button size="small" onPress={() => setDialog('dismiss')}>
            {t('row.dismiss')}
          </Button>
        )}
        {canDismiss(finding) && <AskAboutFinding invoiceNo={finding.invoiceNo} findingId={finding.findingId} />}
        {canReopen(finding) && (
          <Button size="small" isLoading={isReopening} onPress={() => void reopen([finding])}>
            {t('row.reopen')}
          </Button>
        )}
        {finding.state !== 'withdrawn' && (
          <Button size="small" mode="ghost" onPress={() => setDialog('mute')}>
            {t('row.mute')}
          </Button>
        )}
      </PanelActions>
      {dialog === 'dismiss' && <DismissFindings findings={[finding]} onClose={close} />}
      {dialog === 'mute' && <MuteRule finding={finding} onClose={close} />}
    </>
  )
}
