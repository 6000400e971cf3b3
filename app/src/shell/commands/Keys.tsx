/** The list of keyboard shortcuts, with the switch for single-key shortcuts. */
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { chooseSingleKeys } from '~/kit/session/preferences'
import { singleKeysAtom } from '~/ui/base/singleKeys'
import { Checkbox } from '~/ui/form/Checkbox'
import { Stack } from '~/ui/layout/Stack'
import { Modal } from '~/ui/overlay/Modal'
import { useTranslation } from '~/words/useTranslation'
import styles from './Keys.module.css'

/** The shortcuts by the place where they work, each with the key of its description. */
const places = {
  everywhere: [
    [['Ctrl', 'K'], 'open'],
    [['?'], 'list'],
    [['F6'], 'messages'],
  ],
  lists: [
    [['/'], 'search'],
    [['↑', '↓'], 'rows'],
    [['Home', 'End'], 'ends'],
    [['Enter'], 'open'],
    [['Shift', 'Enter'], 'panel'],
    [['Space'], 'tick'],
    [['Shift', 'Space'], 'range'],
    [['Ctrl', 'A'], 'all'],
    [['B'], 'bar'],
    [['Esc'], 'clear'],
  ],
  queue: [
    [['J'], 'next'],
    [['K'], 'previous'],
    [['A'], 'accept'],
    [['D'], 'decline'],
    [['R'], 'reconcile'],
  ],
} as const

export function Keys({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('commands')
  const isOn = useAtomValue(singleKeysAtom)
  return (
    <Modal isOpen onClose={onClose} title={t('keys.title')} size="large">
      <Stack gap={5}>
        <div className={styles.places}>
          <Place title={t('keys.everywhere.title')}>
            {places.everywhere.map(([keys, description]) => (
              <Line key={description} keys={keys} description={t(`keys.everywhere.${description}`)} isOff={!isOn && isSingleKey(keys)} />
            ))}
          </Place>
          <Place title={t('keys.lists.title')}>
            {places.lists.map(([keys, description]) => (
              <Line key={description} keys={keys} description={t(`keys.lists.${description}`)} isOff={!isOn && isSingleKey(keys)} />
            ))}
          </Place>
          <Place title={t('keys.queue.title')}>
            {places.queue.map(([keys, description]) => (
              <Line key={description} keys={keys} description={t(`keys.queue.${description}`)} isOff={!isOn && isSingleKey(keys)} />
            ))}
          </Place>
        </div>
        <Checkbox label={t('keys.single')} hint={t('keys.singleHint')} isChecked={isOn} onChange={chooseSingleKeys} />
      </Stack>
    </Modal>
  )
}

/** Whether it is a single-key shortcut, that is, a single printable key. */
const isSingleKey = (keys: readonly string[]) => keys.length === 1 && /^[!-~]$/.test(keys[0] ?? '')

function Place({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.keys}>{children}</dl>
    </section>
  )
}

function Line({ keys, description, isOff }: { keys: readonly string[]; description: string; isOff: boolean }) {
  return (
    <div className={styles.line} data-off={isOff || undefined}>
      <dt>
        {keys.map((key) => (
          <kbd key={key} className={styles.key}>
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{description}</dd>
    </div>
  )
}
