/** Dialogue with all recorded details of an activity: user, time, origin, and each value before and after. */
import { type ActivityChange, type ActivityLog, instantShown } from '~/core/core'
import { useDevice } from '~/kit/people/useDevice'
import { Notice } from '~/ui/feedback/Notice'
import { Stack } from '~/ui/layout/Stack'
import { Modal } from '~/ui/overlay/Modal'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './Details.module.css'

interface Props {
  entry: ActivityLog
  onClose: () => void
}

export function Details({ entry, onClose }: Props) {
  const { t } = useTranslation('activity')
  const language = useLanguage()
  const { name } = useDevice(entry.device ?? '')
  const { createdDate, who, email, actingRole, subject, bulkId, companyName, address, device, changes, damage } = entry
  const items = [
    { id: 'when', label: t('columns.created'), value: instantShown(createdDate, language) },
    { id: 'who', label: t('columns.who'), value: who },
    ...(email ? [{ id: 'email', label: t('details.email'), value: email }] : []),
    ...(actingRole ? [{ id: 'role', label: t('details.role'), value: t(`shell:roles.${actingRole}`) }] : []),
    { id: 'subject', label: t('details.subject'), value: t(`subjects.${subject}`) },
    ...(bulkId ? [{ id: 'bulkId', label: t('columns.bulkAccount'), value: [companyName, bulkId].filter(Boolean).join(', ') }] : []),
    ...(address ? [{ id: 'address', label: t('details.address'), value: address }] : []),
    ...(device ? [{ id: 'device', label: t('details.device'), value: name }] : []),
  ]
  return (
    <Modal isOpen onClose={onClose} title={entry.title} size="large">
      <Stack gap={4}>
        {damage && (
          <Notice tone="bad" title={t(`damage.${damage}`)}>
            {t('damage.hint')}
          </Notice>
        )}
        <Description items={items} />
        {changes.length > 0 && <Changes changes={changes} />}
      </Stack>
    </Modal>
  )
}

function Changes({ changes }: { changes: readonly ActivityChange[] }) {
  const { t } = useTranslation('activity')
  const shown = (value: string | null) => value ?? <span className={styles.nothing}>{t('nothing')}</span>
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{t('changes.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('changes.what')}</th>
          <th scope="col">{t('changes.before')}</th>
          <th scope="col">{t('changes.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ label, before, after }) => (
          <tr key={`${label} ${before} ${after}`}>
            <th scope="row">{label}</th>
            <td>{shown(before)}</td>
            <td>{shown(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
