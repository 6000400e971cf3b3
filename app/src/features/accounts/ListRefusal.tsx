/** Shows why the server refused a list of accounts. If only some accounts are at fault, it names them. */
import { numberShown } from '~/core/core'
import { CallError } from '~/kit/call/api'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  error: unknown
  /** The account numbers in the order in which they were sent. The server's error fields refer to them by index. */
  numbers: readonly string[]
}

/** Maximum number of accounts listed by name. */
const namedLimit = 5

export function ListRefusal({ error, numbers }: Props) {
  const { t } = useTranslation('accounts')
  const named = error instanceof CallError ? error.body.fields.flatMap(({ field, message }) => accountOf(field, message, numbers)) : []
  return (
    <RefusalNotice error={error}>
      {named.length > 0 && (
        <>
          <ul>
            {named.slice(0, namedLimit).map(({ account, reason }) => (
              <li key={account}>{t('remove.why', { account, reason })}</li>
            ))}
          </ul>
          {named.length > namedLimit && (
            <p>{t('result.others', { count: named.length - namedLimit, shown: numberShown(named.length - namedLimit) })}</p>
          )}
        </>
      )}
    </RefusalNotice>
  )
}

/** Finds the account that an error field refers to: `childAccounts.3.accountNo` is the fourth account. */
function accountOf(field: string, reason: string, numbers: readonly string[]) {
  const account = numbers[Number(/\.(\d+)\./.exec(field)?.[1] ?? -1)]
  return account ? [{ account, reason }] : []
}
