/** Accounts that the server refused when the application was submitted. */
import { sentence } from '../../../../core/core'
import { Button } from '../../../../ui/button/Button'
import { Notice } from '../../../../ui/feedback/Notice'
import { useLanguage } from '../../../../words/useLanguage'
import { useTranslation } from '../../../../words/useTranslation'
import type { DraftKeeper } from '../draft/draftKeeper'
import { useKeeper } from '../draft/useKeeper'
import styles from '../Registration.module.css'
import type { Refusal } from '../steps/refusal'
import { without } from './accounts'
import { refusedAccounts, refusedTogether } from './refused'

/** Maximum number of accounts listed. */
const limit = 20

export function RefusedAccounts({ keeper, refused }: { keeper: DraftKeeper; refused: Refusal }) {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const { accounts } = useKeeper(keeper).content
  const together = refusedTogether(refused, accounts)
  const wrong = refusedAccounts(refused, accounts)
  const numbers = new Set(wrong.map(({ account }) => account.accountNo))
  return (
    <>
      {together.map(({ code, params }) => (
        <Notice key={code} tone="bad" title={sentence(code, language, params)} isAnnounced />
      ))}
      {wrong.length > 0 && (
        <Notice
          tone="bad"
          title={t('refused.title', { count: wrong.length })}
          isAnnounced
          actions={
            wrong.some(({ account }) => account.source !== 'upload') && (
              <Button
                onPress={() =>
                  keeper.change({ accounts: without(accounts, (one) => one.source !== 'upload' && numbers.has(one.accountNo)) })
                }
              >
                {t('refused.remove')}
              </Button>
            )
          }
        >
          <ul className={styles.refused}>
            {wrong.slice(0, limit).map(({ account, why }) => (
              <li key={`${account.source} ${account.accountNo}`}>
                {t('refused.one', { account: account.accountNo, message: sentence(why.code, language, why.params) })}
              </li>
            ))}
          </ul>
          {wrong.length > limit && <p>{t('refused.more', { count: wrong.length - limit })}</p>}
        </Notice>
      )}
    </>
  )
}
