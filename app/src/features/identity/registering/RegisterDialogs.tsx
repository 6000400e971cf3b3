/** Dialogues of the second step. They load after the step is on the screen, because they need React Aria, which is large. */
import type { ComponentProps } from 'react'
import { InLanguage } from '~/kit/page/InLanguage'
import { Terms } from '~/kit/page/Terms'
import { Button } from '~/ui/button/Button'
import { Modal } from '~/ui/overlay/Modal'
import { Description } from '~/ui/text/Description'
import { phoneShown } from '~/ui/text/phone'
import { useTranslation } from '~/words/useTranslation'
import type { Entry } from './registration'

interface Props extends Omit<ComponentProps<typeof ConfirmRegistration>, 'isOpen'> {
  open: 'terms' | 'confirm'
}

export default function RegisterDialogs({ open, ...confirm }: Props) {
  return (
    <InLanguage>
      <Terms isOpen={open === 'terms'} onClose={confirm.onClose} />
      <ConfirmRegistration isOpen={open === 'confirm'} {...confirm} />
    </InLanguage>
  )
}

interface ConfirmRegistrationProps {
  isOpen: boolean
  entry: Entry
  isBusy: boolean
  canChangeEmail: boolean
  onClose: () => void
  onChangeEmail: () => void
  onConfirm: () => void
}

/** Lists all entries, each with a button to change it, before the registration is sent. */
function ConfirmRegistration({ isOpen, entry, isBusy, canChangeEmail, onClose, onChangeEmail, onConfirm }: ConfirmRegistrationProps) {
  const { t } = useTranslation('identityPages')
  const isPassport = entry.identificationType === 'passport'
  /** Closes the dialogue and focuses that field of the form. */
  function changeOf(id: keyof Entry, label: string) {
    const onPress = () => {
      onClose()
      // The closing dialogue restores the focus first, so the field is focused in the next frame.
      requestAnimationFrame(() => document.getElementById(id)?.focus())
    }
    return { label: t('confirm.change'), name: t('confirm.changeOf', { what: label }), onPress }
  }
  const item = (id: keyof Entry, label: string, value: string) => ({ id, label, value, change: changeOf(id, label) })
  const email = { id: 'email', label: t('email'), value: entry.email }
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!isBusy}
      size="large"
      title={t('confirm.title')}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isBusy}>
            {t('confirm.back')}
          </Button>
          <Button mode="primary" onPress={onConfirm} isLoading={isBusy}>
            {t('confirm.submit')}
          </Button>
        </>
      }
    >
      <p>{t(canChangeEmail ? 'confirm.lead' : 'confirm.invitedLead')}</p>
      <Description
        items={[
          canChangeEmail
            ? {
                ...email,
                change: { label: t('confirm.change'), name: t('confirm.changeOf', { what: t('email') }), onPress: onChangeEmail },
              }
            : email,
          item('name', t('name'), entry.name),
          item('identificationNo', t(isPassport ? 'identification.passportNo' : 'identification.icNo'), entry.identificationNo.trim()),
          item('mobileNo', t('mobile'), phoneShown(entry.mobileNo.trim())),
        ]}
      />
    </Modal>
  )
}
