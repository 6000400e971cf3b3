/** The default cost centres of each group, for its accounts without cost centres of their own. */
import { useState } from 'react'
import { type GroupCoding, sentence } from '~/core/core'
import { link } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { useBulkId, useMay } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { LinkButton } from '~/ui/button/LinkButton'
import { EmptyState } from '~/ui/feedback/EmptyState'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './Coding.module.css'
import { CostsFrame } from './CostsFrame'
import { shareShown } from './share'

const EditGroup = deferComponent(async () => (await import('./EditGroup')).EditGroup)

export function GroupCodings() {
  return (
    <CostsFrame tab="groups">
      <Boundary>
        <Groups />
      </Boundary>
    </CostsFrame>
  )
}

const partsShown = ({ parts }: GroupCoding) =>
  parts.map(({ code, share, ledgerAccount }) => `${shareShown(share)} ${code} (${ledgerAccount})`).join(', ')

function Groups() {
  const { t } = useTranslation('costs')
  const language = useLanguage()
  const id = useBulkId()
  const { groups, costCentres } = useRead('GetGroupCodings', { id })
  const mayUpdate = useMay('account', 'update')
  const [open, setOpen] = useState<string>()
  const edited = groups.find(({ groupId }) => groupId === open)
  if (groups.length === 0)
    return (
      <EmptyState
        kind="nothing"
        title={t('groups.empty.title')}
        action={<LinkButton href={link('groups')}>{t('groups.empty.action')}</LinkButton>}
      >
        {t('groups.empty.body')}
      </EmptyState>
    )
  return (
    <>
      <ul className={styles.groups}>
        {groups.map((group) => (
          <li key={group.groupId}>
            <Link href={link('group', { groupId: group.groupId })}>{group.groupName}</Link>
            <span>{partsShown(group) || t('groups.none')}</span>
            <Button
              size="small"
              label={t('groups.edit', { group: group.groupName })}
              onPress={() => setOpen(group.groupId)}
              isDisabled={!mayUpdate}
              why={mayUpdate ? undefined : sentence('forbidden', language)}
            >
              {t('groups.change')}
            </Button>
          </li>
        ))}
      </ul>
      {edited && mayUpdate && (
        <EditGroup key={edited.groupId} bulkId={id} group={edited} costCentres={costCentres} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}
