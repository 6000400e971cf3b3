/** Opens a gateway message as a table of its fields, and in its raw form. */
import { useState } from 'react'
import { type FpxMessage, instantShown } from '~/core/core'
import { Button } from '~/ui/button/Button'
import { Modal } from '~/ui/overlay/Modal'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './Gateway.module.css'

export function MessageFields({ message: { at, way, raw } }: { message: FpxMessage }) {
  const { t } = useTranslation('paymentsStaff')
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const when = instantShown(at, language)
  const fields = [...new URLSearchParams(raw)]
  return (
    <>
      <Button size="small" label={t('messages.showOf', { when })} onPress={() => setOpen(true)}>
        {t('messages.show')}
      </Button>
      <Modal
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('messages.of', { way: t(`messages.way.${way}`), when })}
        size="extraLarge"
      >
        <table className={styles.fields}>
          <caption className={styles.caption}>{t('messages.fields')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('messages.field')}</th>
              <th scope="col">{t('messages.value')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{value || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <details>
          <summary>{t('messages.raw')}</summary>
          <p className={styles.raw}>{raw}</p>
        </details>
      </Modal>
    </>
  )
}
