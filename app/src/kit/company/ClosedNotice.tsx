/** Tells staff that a customer's users cannot use the portal yet, because the bulk account has no electricity account without errors. */
import { numberShown } from '~/core/core'
import { link } from '~/core/links'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { useTranslation } from '~/words/useTranslation'
import { useRead } from '../call/read'
import { Boundary } from '../page/Boundary'
import styles from './ClosedNotice.module.css'

export function ClosedNotice({ bulkId }: { bulkId: string }) {
  return (
    <div className={styles.closed}>
      <Boundary of={bulkId} isPart waiting={null}>
        <Closed bulkId={bulkId} />
      </Boundary>
    </div>
  )
}

function Closed({ bulkId }: { bulkId: string }) {
  const { t } = useTranslation('accountsStaff')
  const { total, pending, errors } = useRead('GetAccountCards', { id: bulkId })
  if (total > 0) return null
  return (
    <Notice
      tone="warning"
      title={t('closed.title')}
      actions={errors > 0 && <LinkButton href={link('bulkPending', { bulkId })}>{t('closed.see')}</LinkButton>}
    >
      <p>{t('closed.body')}</p>
      {errors > 0 && <p>{t('closed.errors', { count: errors, shown: numberShown(errors) })}</p>}
      {pending > 0 && <p>{t('closed.waiting', { count: pending, shown: numberShown(pending) })}</p>}
      {errors === 0 && pending === 0 && <p>{t('closed.none')}</p>}
    </Notice>
  )
}
