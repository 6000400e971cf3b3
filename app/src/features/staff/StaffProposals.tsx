/**
 * New staff users and role changes that await a second officer, who confirms or turns them down. The officer who proposed them can take
 * them back.
 */
import { useState } from 'react'
import { checkReason, instantShown, type StaffProposal } from '~/core/core'
import { useRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { TextField } from '~/ui/form/TextField'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

/** The proposal and the dialogue that is open for it. */
type OpenDecision = { about: 'confirm' | 'turnDown'; proposal: StaffProposal }

/** Returns a function that gives the parameters of sentences about a proposal: user and roles. */
const useProposalParams = () => {
  const { t } = useTranslation('staff')
  return ({ username, emailAddress, role, roleBefore }: StaffProposal) => ({
    who: username,
    email: emailAddress,
    role: t(`shell:roles.${role}`),
    before: roleBefore ? t(`shell:roles.${roleBefore}`) : '',
  })
}

export function StaffProposals({ mayDecide, forbidden }: { mayDecide: boolean; forbidden: string }) {
  const { t } = useTranslation('staff')
  const language = useLanguage()
  const { proposals } = useRead('GetStaffProposals', {})
  const [deciding, setDeciding] = useState<OpenDecision | null>(null)
  const close = () => setDeciding(null)
  const paramsOf = useProposalParams()
  const titleOf = (proposal: StaffProposal) => t(proposal.roleBefore ? 'proposals.role' : 'proposals.add', paramsOf(proposal))
  return (
    <>
      {proposals.map((proposal) => {
        const { proposalId, isOwn, proposedBy, proposedAt } = proposal
        const figures = { who: proposedBy, when: instantShown(proposedAt, language) }
        const whyNot = mayDecide ? proposal.whyNot : forbidden
        return (
          <Notice
            key={proposalId}
            tone="warning"
            title={titleOf(proposal)}
            actions={
              <>
                {!isOwn && (
                  <Button
                    mode="primary"
                    size="small"
                    onPress={() => setDeciding({ about: 'confirm', proposal })}
                    isDisabled={whyNot != null}
                    why={whyNot ?? undefined}
                  >
                    {t('proposals.confirm')}
                  </Button>
                )}
                <Button size="small" onPress={() => setDeciding({ about: 'turnDown', proposal })} isDisabled={!mayDecide} why={forbidden}>
                  {isOwn ? t('proposals.takeBack') : t('proposals.turnDown')}
                </Button>
              </>
            }
          >
            {isOwn ? t('proposals.own', figures) : t('proposals.other', figures)}
          </Notice>
        )
      })}
      {deciding?.about === 'confirm' && <ConfirmProposal proposal={deciding.proposal} onClose={close} />}
      {deciding?.about === 'turnDown' && <TurnDownProposal proposal={deciding.proposal} onClose={close} />}
    </>
  )
}

function ConfirmProposal({ proposal, onClose }: { proposal: StaffProposal; onClose: () => void }) {
  const { t } = useTranslation('staff')
  const confirm = useWrite('ConfirmStaffProposal')
  const figures = useProposalParams()(proposal)
  function handleSuccess() {
    onClose()
    toasts.add({ title: t(proposal.roleBefore ? 'proposals.roleDone' : 'proposals.addDone', figures) })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => confirm.mutate({ proposalId: proposal.proposalId }, { onSuccess: handleSuccess })}
      title={t(proposal.roleBefore ? 'proposals.roleTitle' : 'proposals.addTitle', figures)}
      confirmLabel={t('proposals.confirm')}
      cancelLabel={t('proposals.notYet')}
      isLoading={confirm.isPending}
    >
      {confirm.isError && <RefusalNotice error={confirm.error} />}
      <p>{t(proposal.roleBefore ? 'proposals.roleBody' : 'proposals.addBody', figures)}</p>
      <p>{t('proposals.check')}</p>
    </ConfirmDialog>
  )
}

function TurnDownProposal({ proposal, onClose }: { proposal: StaffProposal; onClose: () => void }) {
  const { t } = useTranslation('staff')
  const turnDown = useWrite('TurnDownStaffProposal')
  const form = useForm({ remark: '' }, { check: ({ remark }, language) => checkReason(remark, language) })
  const figures = useProposalParams()(proposal)
  const send = () =>
    form.submit(async () => {
      await turnDown.mutateAsync({ proposalId: proposal.proposalId, remark: form.values.remark.trim() })
      onClose()
      toasts.add({ title: t('proposals.turnedDown', figures) })
    })
  return (
    <FormDialog
      title={t(proposal.isOwn ? 'proposals.takeBackTitle' : 'proposals.turnDownTitle', figures)}
      onClose={onClose}
      onSubmit={() => void send()}
      submitLabel={proposal.isOwn ? t('proposals.takeBack') : t('proposals.turnDown')}
      cancelLabel={t('proposals.notYet')}
      form={form}
      tone="danger"
    >
      <TextField {...form.field('remark')} label={t('proposals.reason')} hint={t('proposals.reasonHint')} rows={3} isRequired />
    </FormDialog>
  )
}
