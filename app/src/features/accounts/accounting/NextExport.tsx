/** What the next export of a profile contains, with a sample that marks nothing, and the export itself. */
import { useState } from 'react'
import {
  type AccountingPlan,
  type AccountingProfile,
  type AccountingRunResult,
  amountShown,
  compareAmounts,
  countShown,
  numberShown,
} from '../../../core/core'
import { link } from '../../../core/links'
import { messageOf } from '../../../kit/call/api'
import { useRead } from '../../../kit/call/read'
import { useWrite } from '../../../kit/call/write'
import { useDeliver } from '../../../kit/downloads/start'
import { Boundary } from '../../../kit/page/Boundary'
import { useBulkId } from '../../../kit/session/useProfile'
import { Button } from '../../../ui/button/Button'
import { Link } from '../../../ui/button/Link'
import { LinkButton } from '../../../ui/button/LinkButton'
import { Notice } from '../../../ui/feedback/Notice'
import { toasts } from '../../../ui/feedback/toastQueue'
import { Card } from '../../../ui/layout/Card'
import { Stack } from '../../../ui/layout/Stack'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog'
import { Description } from '../../../ui/text/Description'
import { useTranslation } from '../../../words/useTranslation'
import { useWhyNotExport } from './Accounting'
import styles from './Accounting.module.css'

export function NextExport({ profile }: { profile: AccountingProfile }) {
  const { t } = useTranslation('accounting')
  // The last export of this page. It stays while the next plan is read.
  const [made, setMade] = useState<AccountingRunResult>()
  return (
    <Card title={t('next.title')}>
      <Stack gap={4}>
        <p className={styles.muted}>{t('next.lead')}</p>
        {made && <Made profile={profile} made={made} />}
        <Boundary isPart of={String(profile.version)}>
          <Plan profile={profile} onMade={setMade} />
        </Boundary>
      </Stack>
    </Card>
  )
}

function Made({ profile: { profileId }, made: { runNo, sums } }: { profile: AccountingProfile; made: AccountingRunResult }) {
  const { t } = useTranslation('accounting')
  const number = numberShown(runNo ?? 0)
  return (
    <Notice
      tone="good"
      isAnnounced
      title={t('next.done', { number })}
      actions={<LinkButton href={link('accountingRun', { profileId, runNo: String(runNo) })}>{t('next.view', { number })}</LinkButton>}
    >
      {t('next.doneBody', { count: sums.documents, shown: numberShown(sums.documents), amount: amountShown(sums.debit) })}
    </Notice>
  )
}

function Plan({ profile, onMade }: { profile: AccountingProfile; onMade: (made: AccountingRunResult) => void }) {
  const { t } = useTranslation('accounting')
  const id = useBulkId()
  const { profileId } = profile
  const plan = useRead('PlanAccounting', { id, profileId })
  const { sums, uncodedTotal, version } = plan
  const { documents } = sums
  const whyNotMay = useWhyNotExport()
  const run = useWrite('RunAccounting')
  const deliver = useDeliver()
  const [isAsking, setAsking] = useState(false)
  const whyNot = whyNotMay ?? (uncodedTotal > 0 ? t('next.whyUncoded') : documents === 0 ? t('next.whyNothing') : undefined)
  const said = { count: documents, shown: numberShown(documents) }
  const make = (isSample: boolean) =>
    run.mutate(
      { id, profileId, version, isSample },
      {
        onSuccess: (made) => {
          setAsking(false)
          if (isSample) toasts.add({ title: t('next.sampleDone') })
          else onMade(made)
          if (made.download) void deliver(made.download)
        },
        onError: () => setAsking(false),
      },
    )
  return (
    <>
      {run.isError && <Notice tone="bad" title={messageOf(run.error)} isAnnounced />}
      {uncodedTotal > 0 && <Uncoded profile={profile} plan={plan} />}
      {documents === 0 && uncodedTotal === 0 ? (
        <Notice title={t('next.nothing')} />
      ) : (
        <Description
          columns={2}
          items={[
            { id: 'documents', label: t('next.documents'), value: countShown(documents) },
            { id: 'reversals', label: t('next.reversals'), value: countShown(sums.reversals) },
            { id: 'debit', label: t('next.debit'), value: amountShown(sums.debit) },
            { id: 'credit', label: t('next.credit'), value: amountShown(sums.credit) },
            { id: 'lines', label: t('next.lines'), value: countShown(sums.lines) },
            ...(compareAmounts(sums.suspense, '0.00') === 0
              ? []
              : [{ id: 'suspense', label: t('next.suspense'), value: amountShown(sums.suspense) }]),
          ]}
        />
      )}
      <div className={styles.actions}>
        <Button
          mode="primary"
          onPress={() => setAsking(true)}
          isDisabled={whyNot !== undefined}
          why={whyNot}
          isLoading={run.isPending && !run.variables.isSample}
        >
          {documents === 0 ? t('next.runNone') : t('next.run', said)}
        </Button>
        <Button
          onPress={() => make(true)}
          isDisabled={whyNot !== undefined}
          why={whyNot}
          isLoading={run.isPending && run.variables.isSample}
        >
          {t('next.sample')}
        </Button>
        <span className={styles.muted}>{t('next.sampleHint')}</span>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => make(false)}
        title={t('next.confirm.title', said)}
        confirmLabel={t('next.confirm.submit')}
        cancelLabel={t('next.confirm.keep')}
        isLoading={run.isPending}
      >
        <p>{t('next.confirm.body')}</p>
      </ConfirmDialog>
    </>
  )
}

/** The accounts without cost centres, which keep the export from being made. */
function Uncoded({ profile: { profileId }, plan: { uncoded, uncodedTotal } }: { profile: AccountingProfile; plan: AccountingPlan }) {
  const { t } = useTranslation('accounting')
  const more = uncodedTotal - uncoded.length
  return (
    <Notice
      tone="warning"
      title={t('next.uncoded', { count: uncodedTotal, shown: numberShown(uncodedTotal) })}
      actions={
        <>
          <LinkButton href={link('uncodedAccounts')}>{t('next.toUncoded')}</LinkButton>
          <LinkButton href={link('editAccountingProfile', { profileId })}>{t('next.toEdit')}</LinkButton>
        </>
      }
    >
      <Stack gap={2}>
        <p>{t('next.uncodedBody')}</p>
        <ul className={styles.accounts}>
          {uncoded.map((accountNo) => (
            <li key={accountNo}>
              <Link href={link('account', { accountNo })}>{accountNo}</Link>
            </li>
          ))}
          {more > 0 && <li>{t('next.uncodedMore', { count: more, shown: numberShown(more) })}</li>}
        </ul>
      </Stack>
    </Notice>
  )
}
