/** Explains why the draft is not saved, with buttons to resolve it. */
import { useState } from 'react'
import { sentence } from '~/core/core'
import { link } from '~/core/links'
import { messageOf } from '~/kit/call/api'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import type { DraftKeeper } from './draft/draftKeeper'
import { useKeeper } from './draft/useKeeper'
import styles from './Registration.module.css'

interface Props {
  keeper: DraftKeeper
  onReload: () => void
}

const noticesId = 'draftNotices'
/** Moves the focus to the notice. It explains why an action, such as submitting, was not possible. */
export const focusDraftNotices = () => document.getElementById(noticesId)?.focus()

/** Always rendered, so that it can take the focus before the notice appears. */
export function DraftNotices(props: Props) {
  return (
    <div id={noticesId} tabIndex={-1} className={styles.notices}>
      <SaveProblem {...props} />
      <UnprintableLetters keeper={props.keeper} />
    </div>
  )
}

/** Warns before the declaration is made that it cannot show some letters of the form. */
function UnprintableLetters({ keeper }: Pick<Props, 'keeper'>) {
  const { t } = useTranslation('registration')
  const { unprintable } = useKeeper(keeper)
  if (!unprintable) return null
  return (
    <Notice tone="warning" title={t('unprintable.title', { letters: [...unprintable].join(' ') })} isAnnounced>
      {t('unprintable.body')}
    </Notice>
  )
}

function SaveProblem({ keeper, onReload }: Props) {
  const { t } = useTranslation('registration')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const { saving } = useKeeper(keeper)
  const [isBusy, setIsBusy] = useState(false)
  const withBusy = (act: () => Promise<unknown>) => async () => {
    setIsBusy(true)
    await act()
    setIsBusy(false)
  }
  if (saving.is === 'older')
    return (
      <Notice
        tone="warning"
        title={t('older.title')}
        isAnnounced
        actions={
          <>
            <Button mode="primary" onPress={onReload} isDisabled={isBusy}>
              {t('older.load')}
            </Button>
            <Button onPress={withBusy(() => keeper.overwriteServer())} isLoading={isBusy}>
              {t('older.keep')}
            </Button>
          </>
        }
      >
        {t('older.body')}
      </Notice>
    )
  if (saving.is === 'moved')
    return (
      <Notice
        tone="warning"
        title={sentence('registrationMoved', language)}
        isAnnounced
        actions={<LinkButton href={link('registration')}>{t('act.status')}</LinkButton>}
      />
    )
  if (saving.is === 'failed' || saving.is === 'refused')
    return (
      <Notice
        tone={saving.is === 'failed' ? 'warning' : 'bad'}
        title={t('notSaved.title')}
        isAnnounced
        actions={
          <Button onPress={withBusy(() => keeper.flush())} isLoading={isBusy}>
            {common('ui.tryAgain')}
          </Button>
        }
      >
        <p>{messageOf(saving.error)}</p>
        <p>{t(saving.is === 'failed' ? 'notSaved.kept' : 'notSaved.refused')}</p>
      </Notice>
    )
  return null
}
