/** The next export of a profile: a sample, which marks nothing and shows what it would contain, and the export itself. */
import { useState } from 'react'
import {
  type AccountingProfile,
  type AccountingRunResult,
  type AccountingSums,
  amountShown,
  compareAmounts,
  countShown,
  numberShown,
} from '../../../core/core'
import { link } from '../../../core/links'
import { CallError, messageOf } from '../../../kit/call/api'
import { useWrite } from '../../../kit/call/write'
import { useDeliver } from '../../../kit/downloads/start'
import { useBulkId } from '../../../kit/session/useProfile'
import { Button } from '../../../ui/button/Button'
import { LinkButton } from '../../../ui/button/LinkButton'
import { Notice } from '../../../ui/feedback/Notice'
import { Card } from '../../../ui/layout/Card'
import { Stack } from '../../../ui/layout/Stack'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog'
import { Description } from '../../../ui/text/Description'
import { useTranslation } from '../../../words/useTranslation'
import { useWhyNotExport } from './Accounting'
import styles from './Accounting.module.css'

export function NextExport({ profile: { profileId, version } }: { profile: AccountingProfile }) {
  const { t } = useTranslation('accounting')
  const id = useBulkId()
  const whyNot = useWhyNotExport()
  const run = useWrite('RunAccounting')
  const deliver = useDeliver()
  const [made, setMade] = useState<AccountingRunResult>()
  const [isAsking, setAsking] = useState(false)
  const isUnderWay = (isSample: boolean) => run.isPending && run.variables.isSample === isSample
  function make(isSample: boolean) {
    setMade(undefined)
    run.mutate(
      { id, profileId, version, isSample },
      {
        onSuccess: (result) => {
          setMade(result)
          if (result.download) void deliver(result.download)
        },
        onSettled: () => setAsking(false),
      },
    )
  }
  return (
    <Card title={t('next.title')}>
      <Stack gap={4}>
        <p className={styles.muted}>{t('next.lead')}</p>
        {run.isError && <Refused error={run.error} profileId={profileId} />}
        {made && <Made profileId={profileId} made={made} />}
        <div className={styles.actions}>
          <Button mode="primary" onPress={() => setAsking(true)} isDisabled={whyNot !== undefined} why={whyNot}>
            {t('next.run')}
          </Button>
          <Button onPress={() => make(true)} isDisabled={whyNot !== undefined} why={whyNot} isLoading={isUnderWay(true)}>
            {t('next.sample')}
          </Button>
        </div>
        <p className={styles.muted}>{t('next.sampleHint')}</p>
      </Stack>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => make(false)}
        title={t('next.confirm.title')}
        confirmLabel={t('next.confirm.submit')}
        cancelLabel={t('next.confirm.keep')}
        isLoading={isUnderWay(false)}
      >
        <p>{t('next.confirm.body')}</p>
      </ConfirmDialog>
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

function Sums({ sums }: { sums: AccountingSums }) {
  const { t } = useTranslation('accounting')
  return (
    <div className={styles.outcome}>
      <Description
        columns={2}
        items={[
          { id: 'documents', label: t('next.documents'), value: countShown(sums.documents) },
          { id: 'reversals', label: t('next.reversals'), value: countShown(sums.reversals) },
          { id: 'debit', label: t('next.debit'), value: amountShown(sums.debit) },
          { id: 'credit', label: t('next.credit'), value: amountShown(sums.credit) },
          ...(compareAmounts(sums.suspense, '0.00') === 0
            ? []
            : [{ id: 'suspense', label: t('next.suspense'), value: amountShown(sums.suspense) }]),
        ]}
      />
    </div>
  )
}

/** A refusal. Accounts without cost centres can be coded, or the profile gets a suspense account. Without anything new there is no problem. */
function Refused({ error, profileId }: { error: Error; profileId: string }) {
  const { t } = useTranslation('accounting')
  const code = error instanceof CallError ? error.body.code : undefined
  return (
    <Notice
      tone={code === 'accountingNothingNew' ? 'neutral' : code === 'accountingUncoded' ? 'warning' : 'bad'}
      title={messageOf(error)}
      isAnnounced
      actions={
        code === 'accountingUncoded' && (
          <>
            <LinkButton href={link('uncodedAccounts')}>{t('next.toUncoded')}</LinkButton>
            <LinkButton href={link('editAccountingProfile', { profileId })}>{t('next.toEdit')}</LinkButton>
          </>
        )
      }
    />
  )
}
