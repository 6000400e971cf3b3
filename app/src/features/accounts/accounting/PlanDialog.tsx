/** Dialogue that shows what the next export contains before it is made. An export of other documents is refused. */
import type { ReactNode } from 'react'
import { type AccountingPlan, type AccountingProfile, amountShown, dayShown, numberShown } from '~/core/core'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { useBulkId } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { ChartTable } from '~/ui/chart/ChartTable'
import { Notice } from '~/ui/feedback/Notice'
import { Stack } from '~/ui/layout/Stack'
import { Modal } from '~/ui/overlay/Modal'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { Misfits } from './Misfits'
import { PreviewFiles } from './PreviewFiles'
import { Sums } from './Sums'
import { UncodedActions } from './UncodedActions'
import { Unmapped } from './Unmapped'

interface Props {
  profile: AccountingProfile
  onRun: (plan: AccountingPlan) => void
  onClose: () => void
  isRunning: boolean
  /** The notice of a refused export. */
  refusal: ReactNode
}

/** Returns why a plan cannot be exported. */
function obstacle({ uncoded, unmapped, misfits }: AccountingPlan) {
  if (uncoded > 0) return 'plan.codeFirst'
  if (unmapped.length > 0) return 'unmapped.first'
  return misfits.length > 0 ? 'misfit.first' : undefined
}

export function PlanDialog({ profile, onRun, onClose, isRunning, refusal }: Props) {
  const { t } = useTranslation('accounting')
  const request = { id: useBulkId(), profileId: profile.profileId }
  // For the button only. The boundary below shows any error.
  const plan = useOptionalRead('PlanAccounting', request)
  const isReady = plan !== undefined && plan.sums.documents > 0 && obstacle(plan) === undefined
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t('next.confirm.title')}
      size="large"
      isDismissable={!isRunning}
      closesOnOutside={false}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isRunning}>
            {t('next.confirm.keep')}
          </Button>
          <Button
            mode="primary"
            onPress={() => isReady && onRun(plan)}
            isLoading={isRunning}
            isDisabled={!isReady}
            why={plan === undefined || isReady ? undefined : t(obstacle(plan) ?? 'plan.nothing')}
          >
            {isReady
              ? t('next.confirm.submitSum', {
                  count: plan.sums.documents,
                  shown: numberShown(plan.sums.documents),
                  amount: amountShown(plan.sums.debit),
                })
              : t('next.confirm.submit')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <p>{t('next.confirm.body')}</p>
        {refusal}
        <Boundary isPart of={profile.profileId}>
          <Content profile={profile} request={request} />
        </Boundary>
      </Stack>
    </Modal>
  )
}

function Content({ profile, request }: { profile: AccountingProfile; request: { id: string; profileId: string } }) {
  const { t } = useTranslation('accounting')
  const language = useLanguage()
  const { draft } = profile
  const plan = useRead('PlanAccounting', request)
  const { sums, sources, kinds, suspenseLines, lackingCharges, unmapped, misfits, files } = plan
  const { uncoded, uncodedAccounts, uncodedBills, uncodedFrom, uncodedTo } = plan
  if (sums.documents === 0 && uncoded === 0 && unmapped.length === 0) return <Notice title={t('plan.nothing')} />
  return (
    <Stack gap={4}>
      {uncoded > 0 && (
        <Notice
          tone="warning"
          title={t('plan.uncoded', { count: uncodedBills, shown: numberShown(uncodedBills) })}
          actions={<UncodedActions profile={profile} lastDay={uncodedTo} />}
        >
          <p>{t('plan.uncodedWhen', { from: dayShown(uncodedFrom, language), to: dayShown(uncodedTo, language) })}</p>
          <p>
            {t('plan.uncodedOf', {
              count: uncoded,
              shown: numberShown(uncoded),
              accounts: uncodedAccounts.join(', ') + (uncoded > uncodedAccounts.length ? ', …' : ''),
            })}
          </p>
        </Notice>
      )}
      <Unmapped kinds={unmapped} />
      <Misfits misfits={misfits} />
      <p>{t(`plan.sources_${draft.stream}`, { shown: numberShown(sources) })}</p>
      <Sums sums={sums} />
      {suspenseLines > 0 && <p>{t('plan.suspense', { count: suspenseLines, shown: numberShown(suspenseLines) })}</p>}
      {lackingCharges > 0 && <p>{t('plan.lacking', { count: lackingCharges, shown: numberShown(lackingCharges) })}</p>}
      {kinds.length > 0 && (
        <ChartTable caption={t('plan.kinds')}>
          <thead>
            <tr>
              <th scope="col">{t('plan.kind.label')}</th>
              <th scope="col">{t('next.documents')}</th>
              <th scope="col">{t('plan.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ kind, documents, amount }) => (
              <tr key={kind}>
                <th scope="row">{t(`plan.kind.${kind}`)}</th>
                <td>{numberShown(documents)}</td>
                <td>{amountShown(amount)}</td>
              </tr>
            ))}
          </tbody>
        </ChartTable>
      )}
      {files.length > 0 && <PreviewFiles files={files} draft={draft} />}
    </Stack>
  )
}
