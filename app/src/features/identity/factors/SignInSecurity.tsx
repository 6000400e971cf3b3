/** The second factors of the user's own account, and the recovery codes. Each factor can be removed. */
import { KeyRound, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { dayShown, type Factor, type FactorKind, instantShown } from '~/core/core'
import { link } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { Boundary } from '~/kit/page/Boundary'
import { isStaffRole, useProfile } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { toasts } from '~/ui/feedback/toastQueue'
import { Card } from '~/ui/layout/Card'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { Modal } from '~/ui/overlay/Modal'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import profileStyles from '../profile/Profile.module.css'
import styles from './Factors.module.css'
import { RecoveryCodes } from './RecoveryCodes'

const icons = { passkey: KeyRound, totp: Smartphone, recoveryCode: KeyRound } as const satisfies Record<FactorKind, unknown>

export function SignInSecurity() {
  const { t } = useTranslation('security')
  return (
    <Card title={t('title')}>
      <p className={profileStyles.hint}>{t('hint')}</p>
      <Boundary isPart waiting={<Skeleton shape="box" height="4rem" />}>
        <Factors />
      </Boundary>
    </Card>
  )
}

function Factors() {
  const { t } = useTranslation('security')
  const language = useLanguage()
  const { role } = useProfile()
  const { factors, recoveryCodesLeft, requiredFrom } = useRead('GetFactors', {})
  const [removed, setRemoved] = useState<Factor>()
  return (
    <>
      {requiredFrom !== null && factors.length === 0 && (
        <Notice tone="warning" title={t('required', { day: dayShown(requiredFrom, language) })}>
          {t('requiredBody')}
        </Notice>
      )}
      {factors.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <ul className={profileStyles.sessions}>
          {factors.map((factor) => (
            <FactorRow key={factor.factorId} factor={factor} onRemove={() => setRemoved(factor)} />
          ))}
        </ul>
      )}
      <div className={styles.add}>
        <LinkButton href={link(isStaffRole(role) ? 'addStaffFactor' : 'addFactor')}>{t('add')}</LinkButton>
      </div>
      {factors.length > 0 && <RecoveryCodesSection left={recoveryCodesLeft} />}
      {removed && <RemoveFactorDialog factor={removed} isLast={factors.length === 1} onClose={() => setRemoved(undefined)} />}
    </>
  )
}

function FactorRow({ factor: { kind, name, addedAt, lastUsedAt }, onRemove }: { factor: Factor; onRemove: () => void }) {
  const { t } = useTranslation('security')
  const language = useLanguage()
  const Icon = icons[kind]
  const when = instantShown(addedAt, language)
  return (
    <li className={profileStyles.session}>
      <Icon aria-hidden="true" />
      <div className={profileStyles.what}>
        <div className={profileStyles.device}>{name}</div>
        <p className={profileStyles.when}>
          {lastUsedAt === null ? t('added', { when }) : t('addedAndUsed', { when, used: instantShown(lastUsedAt, language) })}
        </p>
      </div>
      <Button size="small" label={t('remove.one', { name })} onPress={onRemove}>
        {t('remove.action')}
      </Button>
    </li>
  )
}

function RemoveFactorDialog({ factor: { factorId, name }, isLast, onClose }: { factor: Factor; isLast: boolean; onClose: () => void }) {
  const { t } = useTranslation('security')
  const remove = useWrite('RemoveFactor')
  function confirm() {
    const onSuccess = () => {
      onClose()
      toasts.add({ title: t('remove.done', { name }), tone: 'good' })
    }
    remove.mutate({ factorId }, { onSuccess })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title={t('remove.title', { name })}
      confirmLabel={t('remove.action')}
      cancelLabel={t('remove.keep')}
      tone="danger"
      isLoading={remove.isPending}
    >
      <p>{t('remove.body')}</p>
      {isLast && <p>{t('remove.last')}</p>}
      {remove.isError && <RefusalNotice error={remove.error} />}
    </ConfirmDialog>
  )
}

/** The number of unused recovery codes, and the action that replaces them. */
function RecoveryCodesSection({ left }: { left: number }) {
  const { t } = useTranslation('security')
  const renew = useWrite('RenewRecoveryCodes')
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  function openConfirmation() {
    // Clears the error of a previous attempt.
    renew.reset()
    setAsking(true)
  }
  function confirm() {
    const onSuccess = ({ recoveryCodes }: { recoveryCodes: string[] }) => {
      setAsking(false)
      setCodes(recoveryCodes)
    }
    renew.mutate({}, { onSuccess })
  }
  return (
    <section className={styles.recovery} aria-labelledby="recovery">
      <h3 id="recovery">{t('recovery.title')}</h3>
      <p>{t('recovery.left', { count: left })}</p>
      <Button onPress={openConfirmation}>{t('recovery.renew')}</Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title={t('recovery.renewTitle')}
        confirmLabel={t('recovery.renew')}
        cancelLabel={t('remove.keep')}
        isLoading={renew.isPending}
      >
        <p>{t('recovery.renewBody')}</p>
        {renew.isError && <RefusalNotice error={renew.error} />}
      </ConfirmDialog>
      <Modal
        isOpen={codes !== undefined}
        onClose={() => setCodes(undefined)}
        title={t('recovery.renewed')}
        size="large"
        closesOnOutside={false}
        closesOnEscape={false}
        hasCloseButton={false}
        footer={
          <Button mode="primary" onPress={() => setCodes(undefined)}>
            {t('recovery.done')}
          </Button>
        }
      >
        {codes && <RecoveryCodes codes={codes} />}
      </Modal>
    </section>
  )
}
