/** The next export of a profile: a sample, which marks nothing, and the export itself, which first shows what it contains. */
import { useState } from 'react'
import { type AccountingPlan, type AccountingProfile, type AccountingRunResult, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { CallError } from '~/kit/call/api'
import { queries } from '~/kit/call/queries'
import { useWrite } from '~/kit/call/write'
import { useDeliver } from '~/kit/downloads/start'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { useBulkId } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import editor from '~/ui/form/Editor.module.css'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { useTranslation } from '~/words/useTranslation'
import { useWhyNotExport } from './Accounting'
import styles from './Accounting.module.css'
import { PlanDialog } from './PlanDialog'
import { Sums } from './Sums'
import { UncodedActions } from './UncodedActions'

export function NextExport({ profile }: { profile: AccountingProfile }) {
  const { t } = useTranslation('accounting')
  const { profileId, version } = profile
  const id = useBulkId()
  const whyNot = useWhyNotExport()
  const sample = useWrite('RunAccounting')
  const run = useWrite('RunAccounting')
  const deliver = useDeliver()
  const [made, setMade] = useState<AccountingRunResult>()
  const [isPlanning, setPlanning] = useState(false)
  function show(result: AccountingRunResult) {
    setMade(result)
    if (result.download) void deliver(result.download)
  }
  function plan() {
    setMade(undefined)
    forgetRefusals()
    // The dialogue never begins with an earlier plan.
    queries.removeQueries({ queryKey: ['PlanAccounting'] })
    setPlanning(true)
  }
  /** The refusals are of the profile before the change. */
  function forgetRefusals() {
    sample.reset()
    run.reset()
  }
  function makeSample() {
    setMade(undefined)
    sample.mutate({ id, profileId, version, isSample: true }, { onSuccess: show })
  }
  function make({ version, planId }: AccountingPlan) {
    run.mutate(
      { id, profileId, version, isSample: false, planId },
      {
        onSuccess: (result) => {
          setPlanning(false)
          show(result)
        },
      },
    )
  }
  return (
    <Card title={t('next.title')}>
      <Stack gap={4}>
        <p className={editor.muted}>{t('next.lead')}</p>
        {sample.isError && <Refused error={sample.error} profile={profile} onSaved={forgetRefusals} />}
        {made && <Made profileId={profileId} made={made} />}
        <div className={styles.actions}>
          <Button mode="primary" onPress={plan} isDisabled={whyNot !== undefined} why={whyNot}>
            {t('next.run')}
          </Button>
          <Button onPress={makeSample} isDisabled={whyNot !== undefined} why={whyNot} isLoading={sample.isPending}>
            {t('next.sample')}
          </Button>
        </div>
        <p className={editor.muted}>{t('next.sampleHint')}</p>
      </Stack>
      {isPlanning && (
        <PlanDialog
          profile={profile}
          onRun={make}
          onClose={() => setPlanning(false)}
          isRunning={run.isPending}
          refusal={run.isError && <Refused error={run.error} profile={profile} onSaved={forgetRefusals} />}
        />
      )}
    </Card>
  )
}

/** The outcome of a sample or of an export, with its sums. */
function Made({ profileId, made: { runNo, sums } }: { profileId: string; made: AccountingRunResult }) {
  const { t } = useTranslation('accounting')
  if (runNo === null)
    return (
      <Notice title={t('next.sampleDone')} isAnnounced>
        <Sums sums={sums} />
      </Notice>
    )
  const number = numberShown(runNo)
  return (
    <Notice
      tone="good"
      isAnnounced
      title={t('next.done', { number })}
      actions={<LinkButton href={link('accountingRun', { profileId, runNo: String(runNo) })}>{t('next.view', { number })}</LinkButton>}
    >
      <Sums sums={sums} />
    </Notice>
  )
}

/** A refusal. Accounts without cost centres can be coded, or the profile gets a suspense account. Without anything new there is no problem. */
function Refused({ error, profile, onSaved }: { error: Error; profile: AccountingProfile; onSaved: () => void }) {
  const body = error instanceof CallError ? error.body : undefined
  const code = body?.code
  const lastDay = typeof body?.params.lastDay === 'string' ? body.params.lastDay : null
  return (
    <RefusalNotice
      error={error}
      tone={code === 'accountingNothingNew' ? 'neutral' : code === 'accountingUncoded' ? 'warning' : 'bad'}
      actions={code === 'accountingUncoded' && <UncodedActions profile={profile} lastDay={lastDay} onSaved={onSaved} />}
    />
  )
}
