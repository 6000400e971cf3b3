/** What paying a group's bills asks on the way: whether bills that were selected before are paid with them. */

import { countShown } from '../../../core/core'
import { messageOf } from '../../../kit/call/api'
import { Button } from '../../../ui/button/Button'
import { Notice } from '../../../ui/feedback/Notice'
import { Modal } from '../../../ui/overlay/Modal'
import { useTranslation } from '../../../words/useTranslation'
import styles from '../ProgressBar.module.css'
import type { Paying } from './usePayGroup'

export function PayGroup({ paying: { asks, others, answer, giveUp, isPending, error, forget } }: { paying: Paying }) {
  const { t } = useTranslation('groups')
  return (
    <>
      {error && !asks && (
        <div className={styles.over}>
          <Notice tone="bad" title={messageOf(error)} isAnnounced onClose={forget} />
        </div>
      )}
      <Modal
        isOpen={asks !== undefined}
        onClose={giveUp}
        title={t('pay.title', { group: asks?.groupName ?? '' })}
        role="alertdialog"
        isDismissable={!isPending}
        footer={
          <>
            <Button onPress={() => answer(true)} isLoading={isPending}>
              {t('pay.together')}
            </Button>
            <Button mode="primary" onPress={() => answer(false)} isLoading={isPending}>
              {t('pay.only')}
            </Button>
          </>
        }
      >
        {error && <Notice tone="bad" title={messageOf(error)} isAnnounced />}
        <p>{t('pay.others', { count: others, shown: countShown(others) })}</p>
      </Modal>
    </>
  )
}
