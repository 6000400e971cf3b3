/** Asks what is done with the rows that are hidden in a workbook. */
import type { HiddenRows } from '~/core/core'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  /** Core's sentence, which counts and names the rows. */
  sentence: string
  onChoose: (choice: HiddenRows) => void
}

export function HiddenRowsNotice({ sentence, onChoose }: Props) {
  const { t } = useTranslation()
  return (
    <Notice
      tone="warning"
      isAnnounced
      title={sentence}
      actions={
        <>
          <Button onPress={() => onChoose('include')}>{t('hiddenRows.include')}</Button>
          <Button onPress={() => onChoose('leaveOut')}>{t('hiddenRows.leaveOut')}</Button>
        </>
      }
    />
  )
}
