/** The saved views of a list, the user's own and shared ones. Pressing a view opens it. */
import { BookmarkPlus, Check, Ellipsis, Pencil, Trash2, UserRound, UsersRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { numberShown, type SavedView } from '~/core/core'
import { call, messageOf } from '~/kit/call/api'
import { useRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { useUndo } from '~/kit/form/useUndo'
import { Boundary } from '~/kit/page/Boundary'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { toasts } from '~/ui/feedback/toastQueue'
import { TwoLines } from '~/ui/text/TwoLines'
import { useTranslation } from '~/words/useTranslation'
import { requestOf } from '../declare'
import { useCount } from '../pages'
import type { ListState } from '../useList'
import type { ViewDialogRequest } from './ViewDialogs'
import styles from './Views.module.css'
import { isShown, paramsOfView, savedAddressOf } from './viewAddress'

interface Props {
  listed: Pick<ListState<never>, 'list' | 'params' | 'changeParams' | 'of'>
  onClose: () => void
  onAsk: (dialog: ViewDialogRequest) => void
}

/** Maximum views that show their number of rows. Each number is a call, so they load one after the other. */
const maxCounted = 10

export function ViewsPanel(props: Props) {
  const { t } = useTranslation('list')
  const { list, params } = props.listed
  const readOnly = useReadOnly()
  const isPlain = Object.keys(savedAddressOf(list, params)).length === 0
  const whyNot = readOnly ?? (isPlain ? t('saved.nothing') : undefined)
  return (
    <>
      <Boundary isPart>
        <Views {...props} />
      </Boundary>
      <Button
        icon={<BookmarkPlus />}
        isWide
        onPress={() => props.onAsk({ kind: 'save' })}
        isDisabled={whyNot !== undefined}
        why={whyNot}
        whyShown="beside"
      >
        {t('saved.save')}
      </Button>
    </>
  )
}

function Views({ listed, onClose, onAsk }: Props) {
  const { list, params, changeParams } = listed
  const { t } = useTranslation('list')
  const views = useRead('GetViews', { list: list.name })
  const readOnly = useReadOnly()
  const [changing, setChanging] = useState<string>()
  const [counted, setCounted] = useState(0)
  if (views.length === 0) return <p className={styles.none}>{t('saved.none')}</p>

  const second = ({ isOwn, isShared, savedBy }: SavedView) =>
    isOwn ? (isShared ? t('saved.ownShared') : undefined) : t('saved.sharedBy', { name: savedBy })
  return (
    <ul className={styles.views}>
      {views.map((view, place) => {
        const isOn = isShown(list, params, view.address)
        const isChanging = changing === view.viewId
        const label = t('actionsFor', { who: view.name })
        return (
          <li key={view.viewId} className={styles.view}>
            <button
              type="button"
              className={styles.open}
              aria-current={isOn || undefined}
              onClick={() => {
                changeParams(paramsOfView(list, view.address), true)
                onClose()
              }}
            >
              <TwoLines first={view.name} second={second(view)} />
              {place <= counted && place < maxCounted && (
                <ViewCount listed={listed} view={view} onAnswered={() => setCounted((before) => Math.max(before, place + 1))} />
              )}
              {isOn && <Check aria-hidden />}
            </button>
            {view.mayChange && readOnly === undefined && (
              <Button
                mode="ghost"
                size="small"
                icon={<Ellipsis />}
                label={label}
                aria-expanded={isChanging}
                onPress={() => setChanging(isChanging ? undefined : view.viewId)}
              />
            )}
            {isChanging && <ViewActions view={view} label={label} onClose={onClose} onAsk={onAsk} />}
          </li>
        )
      })}
    </ul>
  )
}

/** The number of rows that the list has in this view. */
function ViewCount({ listed: { list, of }, view, onAnswered }: Pick<Props, 'listed'> & { view: SavedView; onAnswered: () => void }) {
  const request = requestOf(list, paramsOfView(list, view.address))
  const { count, isAnswered } = useCount({ name: list.call, of, request, within: list.within })
  useEffect(() => {
    if (isAnswered) onAnswered()
  }, [isAnswered])
  return <span className={styles.count}>{count === undefined ? '' : numberShown(count)}</span>
}

/** The actions of a view, below it. A menu would move the focus out of the panel and close the panel. */
function ViewActions({ view, label, onClose, onAsk }: Omit<Props, 'listed'> & { view: SavedView; label: string }) {
  const { t } = useTranslation('list')
  const { share, remove } = useChangeView()
  const closeAnd = (act: (view: SavedView) => Promise<void>) => () => {
    onClose()
    void act(view)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={label} className={styles.acts}>
      <Button mode="ghost" size="small" icon={<Pencil />} onPress={() => onAsk({ kind: 'rename', view })}>
        {t('saved.rename')}
      </Button>
      <Button mode="ghost" size="small" icon={view.isShared ? <UserRound /> : <UsersRound />} onPress={closeAnd(share)}>
        {t(view.isShared ? 'saved.unshare' : 'saved.share')}
      </Button>
      <Button mode="ghost" size="small" icon={<Trash2 />} onPress={closeAnd(remove)}>
        {t('saved.delete')}
      </Button>
    </div>
  )
}

/** Actions on a saved view that need no dialogue: share, stop sharing, and delete with undo. */
function useChangeView() {
  const { t } = useTranslation('list')
  const offerUndo = useUndo()
  const shareView = useWrite('ShareView')
  const deleteView = useWrite('DeleteView')
  /** Shows errors as toasts, because the panel has already closed. */
  async function runWithErrorToast(act: () => Promise<unknown>) {
    try {
      await act()
    } catch (error) {
      toasts.add({ title: messageOf(error), tone: 'bad' })
    }
  }
  return {
    share: ({ viewId, name, isShared }: SavedView) =>
      runWithErrorToast(async () => {
        await shareView.mutateAsync({ viewId, isShared: !isShared })
        toasts.add({ title: t(isShared ? 'saved.unshared' : 'saved.shared', { name }) })
      }),
    remove: ({ viewId, name }: SavedView) =>
      runWithErrorToast(async () => {
        await deleteView.mutateAsync({ viewId })
        offerUndo(t('saved.deleted', { name }), () => call('RestoreView', { viewId }))
      }),
  }
}
