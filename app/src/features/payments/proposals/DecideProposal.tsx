/** What the user can do with a proposal: approve, refuse, release or withdraw. Otherwise why not. */
import { useState } from 'react'
import { amountShown, type Language, numberShown, type ProposalChanged, type ProposalDetails, sentence } from '~/core/core'
import { link } from '~/core/links'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { FactorNeeded } from '~/kit/session/FactorNeeded'
import { useHasFactor } from '~/kit/session/useHasFactor'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { toasts } from '~/ui/feedback/toastQueue'
import { TextField } from '~/ui/form/TextField'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './Proposal.module.css'

type Act = 'approve' | 'refuse' | 'withdraw'

export function DecideProposal({ proposal, onDecided }: { proposal: ProposalDetails; onDecided: () => void }) {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  const readOnly = useReadOnly()
  // The proposal when the dialogue was opened. The server refuses if it has moved on since.
  const [asked, setAsked] = useState<{ act: Act; proposal: ProposalDetails }>()
  const { proposalId, state, totalAmount, inPlaceOf, refusal } = proposal
  const ask = (act: Act) => setAsked({ act, proposal })
  const mayDecide = proposal.canDecide && readOnly === undefined
  const mayRelease = proposal.canRelease && readOnly === undefined
  const lacksFactor = useHasFactor() === false
  return (
    <div className={styles.decide}>
      {mayDecide && inPlaceOf !== null && <p>{t('decide.inPlaceOf', { name: inPlaceOf })}</p>}
      {!mayDecide && state === 'proposed' && (
        <p className={styles.why}>{readOnly ?? (refusal ? sentence(refusal, language) : t('decide.waits'))}</p>
      )}
      {state === 'approved' && <p>{t(mayRelease ? 'decide.release' : 'decide.releaseOther')}</p>}
      {mayRelease && <FactorNeeded title={t('release.needsFactor')} />}
      <div className={styles.actions}>
        {mayDecide && (
          <>
            <Button mode="primary" size="large" isWide onPress={() => ask('approve')}>
              {t('decide.approve', { amount: amountShown(totalAmount) })}
            </Button>
            <Button size="large" isWide onPress={() => ask('refuse')}>
              {t('decide.refuse')}
            </Button>
          </>
        )}
        {mayRelease && !lacksFactor && (
          <LinkButton mode="primary" size="large" isWide href={link('releaseProposal', { proposalId })}>
            {t('decide.toRelease')}
          </LinkButton>
        )}
        {proposal.canWithdraw && readOnly === undefined && (
          <Button mode={mayRelease ? 'ghost' : 'secondary'} isWide onPress={() => ask('withdraw')}>
            {t('decide.withdraw')}
          </Button>
        )}
      </div>
      {asked && <ActDialog {...asked} onClose={() => setAsked(undefined)} onDecided={onDecided} />}
    </div>
  )
}

interface DialogProps {
  act: Act
  proposal: ProposalDetails
  onClose: () => void
  onDecided: () => void
}

/** Maximum characters of a remark or a reason; equal to core's `MAX_REMARK_LENGTH` of approvals. The server refuses longer texts. */
const MAX_REMARK_LENGTH = 500

/** A refusal needs a reason, and so does the withdrawal of a colleague's proposal, as the server requires. */
const missingReason = (reason: string, language: Language) =>
  reason.trim() === ''
    ? { fields: [{ field: 'reason', code: 'remarkRequired' as const, params: {}, message: sentence('remarkRequired', language) }] }
    : null

const field = { approve: 'remark', refuse: 'reason', withdraw: 'reason' } as const

/** Asks once more, with a remark or a reason. */
function ActDialog({ act, proposal: { proposalId, step, totalAmount, isOwn, proposedBy }, onClose, onDecided }: DialogProps) {
  const { t } = useTranslation('proposals')
  const approve = useWrite('ApproveProposal')
  const refuse = useWrite('RefuseProposal')
  const withdraw = useWrite('WithdrawProposal')
  const name = field[act]
  const isOfColleague = act === 'withdraw' && !isOwn
  const needsReason = act === 'refuse' || isOfColleague
  const form = useForm(
    { remark: '', reason: '' },
    { check: ({ reason }, language) => (needsReason ? missingReason(reason, language) : null) },
  )
  const amount = amountShown(totalAmount)

  function run(): Promise<ProposalChanged> {
    const text = form.values[name].trim()
    if (act === 'approve') return approve.mutateAsync({ proposalId, step, ...(text && { remark: text }) })
    if (act === 'refuse') return refuse.mutateAsync({ proposalId, step, reason: text })
    return withdraw.mutateAsync({ proposalId, ...(text && { reason: text }) })
  }
  const send = () =>
    form.submit(async () => {
      const { state } = await run()
      onClose()
      onDecided()
      // A bill changed meanwhile. The page names it.
      if (state === 'void') toasts.add({ title: t('void.title'), tone: 'bad' })
      else toasts.add({ title: t(act === 'approve' && state === 'approved' ? 'act.approve.doneLast' : `act.${act}.done`, { amount }) })
    })
  return (
    <FormDialog
      title={t(`act.${act}.title`, { amount })}
      lead={isOfColleague ? t('act.withdraw.leadOf', { name: proposedBy }) : t(`act.${act}.lead`)}
      onClose={onClose}
      onSubmit={() => void send()}
      submitLabel={t(`act.${act}.submit`, { amount })}
      tone={act === 'approve' ? 'primary' : 'danger'}
      form={form}
      isLeftFreely={act === 'approve'}
    >
      <TextField
        {...form.field(name)}
        label={t(`act.${act}.text`)}
        hint={t('act.limit', { limit: numberShown(MAX_REMARK_LENGTH) })}
        rows={3}
        isRequired={needsReason}
        isOptional={!needsReason}
        autoFocus={needsReason}
      />
    </FormDialog>
  )
}
