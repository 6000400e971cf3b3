/** Accounts that the server refused when the application was submitted. */
import { useState } from 'react'
import { type ErrorBody, sentence } from '../../../../core/core'
import { Button } from '../../../../ui/button/Button'
import { Notice } from '../../../../ui/feedback/Notice'
import { useLanguage } from '../../../../words/useLanguage'
import { useTranslation } from '../../../../words/useTranslation'
import type { DraftKeeper } from '../draft/draftKeeper'
import { useKeeper } from '../draft/useKeeper'
import styles from '../Registration.module.css'
import { without } from './accounts'

/** The most that are listed. */
const limit = 20

export function RefusedAccounts({ keeper, refused }: { keeper: DraftKeeper; refused: ErrorBody }) {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const { accounts } = useKeeper(keeper).content
  // The server names them by their index in the list that was sent.
  const [sent] = useState(() => keeper.read().content.accounts)
  const wrong = refused.fields.flatMap(({ field, code, params }) => {
    const account = sent[Number(/^accounts\.(\d+)\./.exec(field)?.[1])]
    return account && accounts.some((one) => one.accountNo === account.accountNo && one.source === account.source && one.isSelect !== false)
      ? [{ account, message: sentence(code, language, params) }]
      : []
  })
  if (wrong.length === 0) return null
  const numbers = new Set(wrong.map(({ account }) => account.accountNo))
  return (
    <Notice
      tone="bad"
      title={t('refused.title', { count: wrong.length })}
      isAnnounced
      actions={
        wrong.some(({ account }) => account.source !== 'upload') && (
          <Button
            onPress={() => keeper.change({ accounts: without(accounts, (one) => one.source !== 'upload' && numbers.has(one.accountNo)) })}
          >
            {t('refused.remove')}
          </Button>
        )
      }
    >
      <ul className={styles.refused}>
        {wrong.slice(0, limit).map(({ account, message }) => (
          <li key={`${account.source} ${account.accountNo}`}>{t('refused.one', { account: account.accountNo, message })}</li>
        ))}
      </ul>
      {wrong.length > limit && <p>{t('refused.more', { count: wrong.length - limit })}</p>}
    </Notice>
  )
}
