/**
 * Accepts or declines a payment, or asks for reconciliation. If a colleague decides first, it says who and when, and keeps the
 * user's entries.
 */
import { useState } from 'react'
import { type AdminPaymentDetails, amountShown, instantShown } from '~/core/core'
import styles from '~/kit/page/Decision.module.css'
import { QueueNext } from '~/kit/queue/QueueNext'
import { useKeys } from '~/kit/queue/useKeys'
import type { Queue } from '~/kit/queue/useQueue'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { RepeatedReferences } from '../RepeatedReferences'
import { AskReconciliation } from './AskReconciliation'
import { ConfirmAcceptance } from './ConfirmAcceptance'
import { LastDecision } from './LastDecision'
import { ReasonDialog } from './ReasonDialog'
import { useDecision } from './useDecision'

interface Props {
  payment: AdminPaymentDetails
  queue: Queue | undefined
}

/** The decision of the open dialogue, and the payment when it opened. */
interface Deciding extends Pick<AdminPaymentDetails['head'], 'version' | 'proposed'> {
  about: 'accept' | 'decline' | 'turnDown' | 'takeBack'
}

export function DecisionPanel({ payment, queue }: Props) {
  const { t } = useTranslation('paymentsStaff')
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const [isDecidedHere, setDecidedHere] = useState(false)
  const { head } = payment
  const { isOpen, whyNot, whyNotAccept } = useDecision(payment)
  const isFpx = head.paymentMethod === 'FPX'
  const isWaiting = head.proposed?.isOwn === true
  const decided = () => setDecidedHere(true)
  const decide = (about: Deciding['about']) => setDeciding({ about, version: head.version, proposed: head.proposed })
  const close = () => setDeciding(null)
  const amount = { amount: amountShown(head.billedAmount) }
  useKeys({
    a: whyNotAccept === undefined ? () => decide('accept') : undefined,
    d: whyNot === undefined ? () => decide('decline') : undefined,
    r: whyNot === undefined ? () => document.querySelector<HTMLElement>('#paid')?.focus() : undefined,
  })
  return (
    <Card title={t('decide.title')} isInLandmark>
      <Stack gap={5}>
        <DecisionState payment={payment} />
        {isOpen && <Officers head={head} />}
        {isOpen && payment.repeatedReferences.length > 0 && <Repeated payment={payment} />}
        {isOpen && (
          <Stack gap={3}>
            {!isWaiting && (
              <Button
                mode="primary"
                size="large"
                isWide
                shortcut="A"
                onPress={() => decide('accept')}
                isDisabled={whyNotAccept !== undefined}
                why={whyNotAccept}
              >
                {head.proposed ? t('officers.confirm', amount) : t('decide.accept', amount)}
              </Button>
            )}
            {head.proposed && (
              <Button
                size="large"
                isWide
                onPress={() => decide(isWaiting ? 'takeBack' : 'turnDown')}
                isDisabled={whyNot !== undefined}
                why={whyNot}
              >
                {isWaiting ? t('officers.takeBack') : t('officers.turnDown')}
              </Button>
            )}
            <Button size="large" isWide shortcut="D" onPress={() => decide('decline')} isDisabled={whyNot !== undefined} why={whyNot}>
              {t('decide.decline')}
            </Button>
          </Stack>
        )}
        {isOpen && whyNot === undefined && <p className={styles.keys}>{t('decide.keys')}</p>}
        {(!isOpen || isWaiting) && <QueueNext queue={queue} isFocused={isDecidedHere} />}
        {!isFpx && (
          <>
            {/* Hidden but still mounted, so that an open dialogue can report a colleague's decision. */}
            <div className={styles.other} hidden={!isOpen}>
              <AskReconciliation payment={payment} isOpen={isOpen} whyNot={whyNot} onDecided={decided} />
            </div>
            <ConfirmAcceptance
              payment={payment}
              isOpen={deciding?.about === 'accept'}
              opened={deciding ?? head}
              whyNot={whyNotAccept}
              onDecided={decided}
              onClose={close}
            />
            {deciding?.about === 'decline' && (
              <ReasonDialog payment={payment} about="decline" whyNot={whyNot} onDecided={decided} onClose={close} />
            )}
            {(deciding?.about === 'turnDown' || deciding?.about === 'takeBack') && (
              <ReasonDialog payment={payment} about={deciding.about} whyNot={whyNot} onClose={close} />
            )}
          </>
        )}
      </Stack>
    </Card>
  )
}

/** Warns about reference numbers that other payments have too, because the same money may be counted twice. */
function Repeated({ payment }: { payment: AdminPaymentDetails }) {
  const { t } = useTranslation('paymentsStaff')
  return (
    <Notice tone="warning" title={t('decide.repeated')}>
      <RepeatedReferences repeated={payment.repeatedReferences} audience="staff" />
      <p>{t('decide.repeatedBody')}</p>
    </Notice>
  )
}

/** Shows whether a decision is possible, or the last decision. */
function DecisionState({ payment }: { payment: AdminPaymentDetails }) {
  const { t } = useTranslation('paymentsStaff')
  const { isOpen, mayDecide, whyNot } = useDecision(payment)
  if (payment.head.paymentMethod === 'FPX') return <p className={styles.quiet}>{t('decide.fpx')}</p>
  if (isOpen && mayDecide) return <p className={styles.quiet}>{t('decide.compare')}</p>
  if (isOpen) return <Notice title={whyNot} />
  return <LastDecision payment={payment} />
}

/** Says whether a payment needs one or two officers, and who accepted it first. */
function Officers({ head: { proposed, needsSecondOfficer } }: { head: AdminPaymentDetails['head'] }) {
  const { t } = useTranslation('paymentsStaff')
  const language = useLanguage()
  if (!proposed) return needsSecondOfficer ? <Notice title={t('officers.two')}>{t('officers.twoBody')}</Notice> : null
  const figures = { who: proposed.by, when: instantShown(proposed.at, language) }
  return (
    <Notice tone="warning" title={t('officers.waits')} isAnnounced>
      {t(`officers.${proposed.isOwn ? 'own' : proposed.isRelated ? 'related' : 'other'}`, figures)}
    </Notice>
  )
}
