/**
 * Resets of second factors for users who lost them. One officer proposes a reset, a second confirms it, and it takes effect a day
 * later. Any officer can end it before.
 */
import { useState } from 'react'
import { checkReason, type FactorReset, instantShown, sentence } from '~/core/core'
import { useRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { useMay } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { TextField } from '~/ui/form/TextField'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

/** The reset and the dialogue that is open for it. */
type OpenDecision = { about: 'confirm' | 'end'; reset: FactorReset }

/** Whether it is the same reset. Later resets of a user are others. */
const isSame = (one: FactorReset, other: FactorReset) => one.userId === other.userId && one.proposedAt === other.proposedAt

/** The resets that have not taken effect. */
export function FactorResets() {
  const { t } = useTranslation('staff')
  const language = useLanguage()
  const { resets } = useRead('GetFactorResets', {})
  const mayDecide = useMay('manageTnbAdmins', 'update')
  const forbidden = sentence('forbidden', language)
  const [deciding, setDeciding] = useState<OpenDecision>()
  const close = () => setDeciding(undefined)
  return (
    <>
      {resets.map((reset) => {
        const { userId, username, emailAddress, reason, proposedBy, proposedAt, dueAt, isOwn } = reset
        const whyNot = mayDecide ? reset.whyNot : forbidden
        return (
          <Notice
            key={userId}
            tone="warning"
            title={t('resets.of', { who: username, email: emailAddress })}
            actions={
              <>
                {dueAt === null && !isOwn && (
                  <Button
                    mode="primary"
                    size="small"
                    onPress={() => setDeciding({ about: 'confirm', reset })}
                    isDisabled={whyNot !== null}
                    why={whyNot ?? undefined}
                  >
                    {t('resets.confirm')}
                  </Button>
                )}
                <Button size="small" onPress={() => setDeciding({ about: 'end', reset })} isDisabled={!mayDecide} why={forbidden}>
                  {t('resets.end')}
                </Button>
              </>
            }
          >
            <p>{t(isOwn ? 'resets.own' : 'resets.other', { who: proposedBy, when: instantShown(proposedAt, language) })}</p>
            <p>{t('resets.reason', { reason })}</p>
            <p>{dueAt === null ? t('resets.awaits') : t('resets.due', { when: instantShown(dueAt, language) })}</p>
          </Notice>
        )
      })}
      {deciding?.about === 'confirm' && (
        <ConfirmReset reset={deciding.reset} isWaiting={resets.some((reset) => isSame(reset, deciding.reset))} onClose={close} />
      )}
      {deciding?.about === 'end' && <EndReset reset={deciding.reset} onClose={close} />}
    </>
  )
}

interface DecisionProps {
  reset: FactorReset
  onClose: () => void
}

interface ConfirmProps extends DecisionProps {
  /** Whether the reset can still be confirmed. */
  isWaiting: boolean
}

function ConfirmReset({ reset: { userId, username, emailAddress, reason, proposedAt }, isWaiting, onClose }: ConfirmProps) {
  const { t } = useTranslation('staff')
  const language = useLanguage()
  const confirm = useWrite('ConfirmFactorReset')
  const figures = { who: username, email: emailAddress }
  const whyNot = isWaiting ? undefined : sentence('factorResetNotFound', language)
  function decide() {
    confirm.mutate(
      { userId, proposedAt },
      {
        onSuccess: ({ dueAt }) => {
          onClose()
          toasts.add({ title: t('resets.confirmed', { ...figures, when: instantShown(dueAt, language) }) })
        },
      },
    )
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={decide}
      title={t('resets.confirmTitle', figures)}
      confirmLabel={t('resets.confirm')}
      cancelLabel={t('proposals.notYet')}
      tone="danger"
      isLoading={confirm.isPending}
      isDisabled={!isWaiting}
      why={whyNot}
    >
      {whyNot && <Notice tone="warning" title={whyNot} isAnnounced />}
      {confirm.isError && <RefusalNotice error={confirm.error} />}
      <p>{t('resets.confirmBody', figures)}</p>
      <p>{t('resets.reason', { reason })}</p>
    </ConfirmDialog>
  )
}

function EndReset({ reset: { userId, username }, onClose }: DecisionProps) {
  const { t } = useTranslation('staff')
  const end = useWrite('EndFactorReset')
  const form = useForm({ remark: '' }, { check: ({ remark }, language) => checkReason(remark, language) })
  const send = () =>
    form.submit(async () => {
      await end.mutateAsync({ userId, remark: form.values.remark.trim() })
      onClose()
      toasts.add({ title: t('resets.ended', { who: username }) })
    })
  return (
    <FormDialog
      title={t('resets.endTitle', { who: username })}
      onClose={onClose}
      onSubmit={() => void send()}
      submitLabel={t('resets.end')}
      cancelLabel={t('proposals.notYet')}
      form={form}
      tone="danger"
    >
      <TextField {...form.field('remark')} label={t('proposals.reason')} hint={t('proposals.reasonHint')} rows={3} isRequired />
    </FormDialog>
  )
}

/** Proposes a reset. The reason says how the user proved their identity. */
export function ProposeReset({ userId, who, onClose }: { userId: string; who: string; onClose: () => void }) {
  const { t } = useTranslation('staff')
  const propose = useWrite('ProposeFactorReset')
  const form = useForm({ remark: '' }, { check: ({ remark }, language) => checkReason(remark, language) })
  const send = () =>
    form.submit(async () => {
      await propose.mutateAsync({ userId, remark: form.values.remark.trim() })
      onClose()
      toasts.add({ title: t('resets.proposed', { who }), body: t('resets.proposedBody') })
    })
  return (
    <FormDialog
      title={t('resets.proposeTitle', { who })}
      lead={t('resets.proposeBody')}
      onClose={onClose}
      onSubmit={() => void send()}
      submitLabel={t('resets.propose')}
      form={form}
      tone="danger"
    >
      <TextField {...form.field('remark')} label={t('proposals.reason')} hint={t('resets.remarkHint')} rows={3} isRequired />
    </FormDialog>
  )
}
