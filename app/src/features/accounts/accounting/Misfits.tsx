/** Texts that the files of a profile cannot have as they are, by column. An export with any is refused. */
import { type AccountingMisfit, numberShown } from '~/core/core'
import { Notice } from '~/ui/feedback/Notice'
import { useTranslation } from '~/words/useTranslation'

export function Misfits({ misfits }: { misfits: AccountingMisfit[] }) {
  const { t } = useTranslation('accounting')
  return misfits.map(({ heading, reason, limit, values, hasMore }) => (
    <Notice
      key={`${heading} ${reason}`}
      tone="warning"
      title={t(`misfit.${reason}`, { column: heading, limit: limit === null ? '' : numberShown(limit) })}
    >
      {values.join(', ')}
      {hasMore && ' …'}
    </Notice>
  ))
}
