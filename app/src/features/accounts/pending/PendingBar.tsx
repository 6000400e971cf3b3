import { countShown, type PendingAccount } from '../../../core/core'
import { Button } from '../../../ui/button/Button'
import { SelectionBar } from '../../../ui/table/SelectionBar'
import { useTranslation } from '../../../words/useTranslation'
import type { PendingSource } from '../source'

interface Props {
  source: PendingSource
  rows: readonly PendingAccount[]
  isTrying: boolean
  onTry: () => void
  onForget: () => void
  onClear: () => void
}

/** The bar under the accounts that could not be taken: how many are ticked, and what can be done with all of them. */
export function PendingBar({ source, rows, isTrying, onTry, onForget, onClear }: Props) {
  const { t } = useTranslation('accounts')
  return (
    <SelectionBar
      isShown={rows.length > 0}
      text={t('bar.text', { count: rows.length, shown: countShown(rows.length) })}
      onClear={onClear}
      actions={
        <>
          {source.mayDelete && <Button onPress={onForget}>{t('pending.forget')}</Button>}
          {source.mayUpdate && (
            <Button mode="primary" onPress={onTry} isLoading={isTrying}>
              {t('pending.again')}
            </Button>
          )}
        </>
      }
    />
  )
}
