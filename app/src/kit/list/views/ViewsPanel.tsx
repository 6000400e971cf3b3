/** The views of a list, one's own and the team's: one press opens one. */
import { BookmarkPlus, Check, Ellipsis, Pencil, Trash2, UserRound, UsersRound } from 'lucide-react'
import type { SavedView } from '../../../core/core'
import { Button } from '../../../ui/button/Button'
import { Menu, type MenuItem } from '../../../ui/overlay/Menu'
import { TwoLines } from '../../../ui/text/TwoLines'
import { useTranslation } from '../../../words/useTranslation'
import { useRead } from '../../call/read'
import { Boundary } from '../../page/Boundary'
import type { Listed } from '../useList'
import { useChangeView } from './useChangeView'
import type { Asked } from './ViewDialogs'
import styles from './Views.module.css'
import { isShown, saidWith, savedOf } from './viewAddress'

interface Props {
  listed: Pick<Listed<never>, 'list' | 'said' | 'onSay'>
  onClose: () => void
  onAsk: (dialog: Asked) => void
}

export function ViewsPanel(props: Props) {
  const { t } = useTranslation('list')
  const { list, said } = props.listed
  const isPlain = Object.keys(savedOf(list, said)).length === 0
  return (
    <>
      <Boundary isPart>
        <Views {...props} />
      </Boundary>
      <Button
        icon={<BookmarkPlus />}
        isWide
        onPress={() => props.onAsk({ kind: 'save' })}
        isDisabled={isPlain}
        why={isPlain ? t('saved.nothing') : undefined}
        whyShown="beside"
      >
        {t('saved.save')}
      </Button>
    </>
  )
}

function Views({ listed: { list, said, onSay }, onClose, onAsk }: Props) {
  const { t } = useTranslation('list')
  const views = useRead('GetViews', { list: list.name })
  const { share, remove } = useChangeView()
  if (views.length === 0) return <p className={styles.none}>{t('saved.none')}</p>

  const second = ({ isOwn, isShared, savedBy }: SavedView) =>
    isOwn ? (isShared ? t('saved.ownShared') : undefined) : t('saved.sharedBy', { name: savedBy })
  const items = (view: SavedView): MenuItem[] => [
    { id: 'rename', label: t('saved.rename'), icon: <Pencil />, onAction: () => onAsk({ kind: 'rename', view }) },
    {
      id: 'share',
      label: t(view.isShared ? 'saved.unshare' : 'saved.share'),
      icon: view.isShared ? <UserRound /> : <UsersRound />,
      onAction: () => {
        onClose()
        void share(view)
      },
    },
    {
      id: 'delete',
      label: t('saved.delete'),
      icon: <Trash2 />,
      isDanger: true,
      startsGroup: true,
      onAction: () => {
        onClose()
        void remove(view)
      },
    },
  ]
  return (
    <ul className={styles.views}>
      {views.map((view) => {
        const isOn = isShown(list, said, view.address)
        const label = t('actionsFor', { who: view.name })
        return (
          <li key={view.viewId} className={styles.view}>
            <button
              type="button"
              className={styles.open}
              aria-current={isOn || undefined}
              onClick={() => {
                onSay(saidWith(list, view.address), true)
                onClose()
              }}
            >
              <TwoLines first={view.name} second={second(view)} />
              {isOn && <Check aria-hidden />}
            </button>
            {view.mayChange && (
              <Menu label={label} trigger={<Button mode="ghost" size="small" icon={<Ellipsis />} label={label} />} items={items(view)} />
            )}
          </li>
        )
      })}
    </ul>
  )
}
