/** The portal's terms, in a dialogue or as text, for the pages where users accept them. */
import { Button } from '~/ui/button/Button'
import { Modal } from '~/ui/overlay/Modal'
import { useTranslation } from '~/words/useTranslation'

const parts = ['whose', 'access', 'bills', 'data', 'change'] as const

export function Terms({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('identityPages')
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t('terms.title')}
      size="large"
      footer={
        <Button mode="primary" onPress={onClose}>
          {t('terms.close')}
        </Button>
      }
    >
      <TermsText level={3} />
    </Modal>
  )
}

/** The text of the terms, with headings of this level. */
export function TermsText({ level }: { level: 2 | 3 }) {
  const { t } = useTranslation('identityPages')
  const Heading = `h${level}` as const
  return parts.map((part) => (
    <section key={part}>
      <Heading>{t(`terms.${part}.title`)}</Heading>
      <p>{t(`terms.${part}.body`)}</p>
    </section>
  ))
}
