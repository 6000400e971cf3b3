/**
 * Notices of the utility's announcements. Users can close them, except those that freeze a feature. The sign-in page
 * shows them too, so this file must not import the rules.
 */
import { atom, useAtom } from 'jotai'
import { Banknote, CalendarClock, Megaphone, TriangleAlert, Zap } from 'lucide-react'
import { useState } from 'react'
import type { Announcement, AnnouncementKind, AnnouncementTexts } from '~/core/generatedData'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import type { Tone } from '~/ui/feedback/StatusBadge'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { inTabStorage } from '../session/tabStorage'
import styles from './AnnouncementNotices.module.css'

const appearances = {
  plannedDowntime: { tone: 'warning', icon: CalendarClock },
  unplannedDowntime: { tone: 'bad', icon: TriangleAlert },
  fpxMaintenance: { tone: 'warning', icon: Banknote },
  tariffUpgrade: { tone: 'progress', icon: Zap },
  notice: { tone: 'neutral', icon: Megaphone },
} as const satisfies Record<AnnouncementKind, { tone: Tone; icon: unknown }>

interface Props {
  announcements: readonly Announcement[]
  /** Shows only title and time, with a button for the rest. */
  isBrief?: boolean
}

export function AnnouncementNotices({ announcements, isBrief = false }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [closed, close] = useAtom(closedAtom)
  const shown = announcements.filter((one) => one.freeze !== null || !closed.includes(keyOf(one)))
  if (shown.length === 0) return null
  return (
    <section className={styles.announcements} aria-label={t('announcements.label')}>
      {shown.map((one) => (
        <AnnouncementNotice
          key={keyOf(one)}
          kind={one.kind}
          texts={one[language]}
          isBrief={isBrief}
          isAnnounced
          onClose={one.freeze ? undefined : () => close(keyOf(one))}
        />
      ))}
    </section>
  )
}

interface NoticeProps {
  kind: AnnouncementKind
  texts: AnnouncementTexts
  isBrief?: boolean
  isAnnounced?: boolean
  onClose?: (() => void) | undefined
}

export function AnnouncementNotice({ kind, texts, isBrief = false, isAnnounced, onClose }: NoticeProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(!isBrief)
  const { tone, icon } = appearances[kind]
  return (
    <Notice
      tone={tone}
      icon={icon}
      title={
        <>
          <span className={styles.kind} data-brief={isBrief || undefined}>
            {texts.kind}
          </span>
          {texts.title}
        </>
      }
      isAnnounced={isAnnounced}
      onClose={onClose}
    >
      {isOpen && <p className={styles.text}>{texts.text}</p>}
      <div className={styles.line}>
        {texts.time && <p>{texts.time}</p>}
        {isBrief && (
          <Button mode="ghost" size="small" onPress={() => setOpen(!isOpen)} aria-expanded={isOpen}>
            {t(isOpen ? 'announcements.less' : 'announcements.more')}
          </Button>
        )}
      </div>
      {isOpen && texts.services && <p>{texts.services}</p>}
      {isOpen && texts.returns && <p>{texts.returns}</p>}
      {isOpen && texts.frozen && <p>{texts.frozen}</p>}
    </Notice>
  )
}

const storage = inTabStorage<readonly string[]>('gridbill.announcements', {
  write: JSON.stringify,
  read: (text) => JSON.parse(text) as string[],
})
const keysAtom = atom<readonly string[]>(storage.initial ?? [])

/** A changed announcement has a new version, and appears again. */
const keyOf = ({ announcementId, version }: Announcement) => `${announcementId} ${version}`

/** The keys of the announcements that the user closed in this tab. Writing a key to the atom adds it. */
const closedAtom = atom(
  (get) => get(keysAtom),
  (get, set, key: string) => {
    const keys = [...get(keysAtom), key]
    set(keysAtom, keys)
    storage.save(keys)
  },
)
