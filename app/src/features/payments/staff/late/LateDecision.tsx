/** Decides a late receipt: pay its bills, credit an account, or record a refund. This is decided once. */
import { useCallback, useState } from 'react'
import { amountShown, check, instantShown, type LateConfirmationDetails, type LateWay, sentence } from '~/core/core'
import { messageOf } from '~/kit/call/api'
import { useWrite } from '~/kit/call/write'
import { LeaveGuard } from '~/kit/form/LeaveGuard'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { QueueNext } from '~/kit/queue/QueueNext'
import type { Queue } from '~/kit/queue/useQueue'
import { useMay } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { Form } from '~/ui/form/Form'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { TextField } from '~/ui/form/TextField'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { isEffectChanged, whyNotSecond } from '../useDecision'
import { entryOf, initialLateEntry, isProposed, type LateEntry } from './entry'

interface Props {
  details: LateConfirmationDetails
  queue: Queue | undefined
  /** Whether this user decided on this page. */
  isDecidedHere: boolean
  onDecided: () => void
}

export function LateDecision({ details, queue, isDecidedHere, onDecided }: Props) {
  const { t } = useTranslation('paymentsStaff')
  const language = useLanguage()
  const { late, needsSecondOfficer } = details
  const { resolved, proposed } = late
  const said = resolved ?? proposed
  const figures = { account: said?.accountNo ?? '', reference: said?.reference ?? '' }
  const by = said && t('late.by', { who: said.by, when: instantShown(said.at, language) })
  return (
    <Card title={t('decide.title')} isInLandmark>
      <Stack gap={5}>
        {resolved && (
          <Notice tone="good" title={t(`late.said.${resolved.way}`, figures)} isAnnounced>
            <p>{by}</p>
          </Notice>
        )}
        {proposed && (
          <Notice tone="warning" title={t('officers.waits')} isAnnounced>
            <p>{t(`late.proposed.${proposed.way}`, figures)}</p>
            <p>{by}</p>
          </Notice>
        )}
        {needsSecondOfficer && !said && <Notice title={t('officers.two')}>{t('officers.twoBody')}</Notice>}
        {(resolved || isDecidedHere) && <QueueNext queue={queue} isFocused={isDecidedHere} />}
        {!resolved && <Choice details={details} onDecided={onDecided} />}
      </Stack>
    </Card>
  )
}

function Choice({ details, onDecided }: Pick<Props, 'details' | 'onDecided'>) {
  const { t } = useTranslation('paymentsStaff')
  const language = useLanguage()
  const mayDecide = useMay('pendingApproval', 'update')
  const { late, whyNotBills, accounts, needsSecondOfficer } = details
  const { proposed, lateId } = late
  const [typed, setTyped] = useState<LateEntry | null>(null)
  const [isSent, setSent] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  /**
   * The entry that the dialogue was opened with, the amount that it shows, and the proposal of that moment. The server refuses a
   * decision that would now confirm a later proposal.
   */
  const [confirmed, setConfirmed] = useState<(LateEntry & Pick<typeof late, 'amount' | 'proposed'>) | null>(null)
  const begun = initialLateEntry(proposed, accounts)
  const entry = entryOf(typed, isSent, proposed, accounts)
  const { way, account, reference } = entry
  const isChanged = way !== begun.way || account !== begun.account || reference !== begun.reference
  const isUnsaved = useCallback(() => isChanged && !isSent, [isChanged, isSent])
  const set = (change: Partial<LateEntry>) => {
    setSent(false)
    setTyped({ ...entry, ...change })
  }
  const resolve = useWrite('ResolveLateConfirmation')
  const figures = { amount: amountShown(late.amount), company: late.companyName }
  const asked = confirmed?.way ?? 'bills'
  const askedFigures = {
    ...figures,
    amount: amountShown(confirmed?.amount ?? late.amount),
    account: confirmed?.account.trim() ?? '',
    reference: confirmed?.reference.trim() ?? '',
  }

  const wrongWay = way === null ? t('late.choose') : way === 'bills' ? (whyNotBills ?? undefined) : undefined
  const wrongAccount = way === 'account' ? check('accountNo', account.trim(), language).error?.errorMessage : undefined
  const wrongReference = way === 'refund' && reference.trim() === '' ? sentence('refundReferenceWrong', language) : undefined
  const problems = [
    ...(wrongWay ? [{ id: 'way', message: wrongWay }] : []),
    ...(wrongAccount ? [{ id: 'account', message: wrongAccount }] : []),
    ...(wrongReference ? [{ id: 'reference', message: wrongReference }] : []),
  ]
  const isSame = isProposed(entry, proposed)
  const whyNotConfirm = proposed && isSame ? whyNotSecond(proposed, language) : undefined
  const whyNot = mayDecide ? whyNotConfirm : sentence('forbidden', language)
  const isProposal = needsSecondOfficer && confirmed !== null && !isProposed(confirmed, confirmed.proposed)
  // One's own proposal, whose answer was lost, can be repeated.
  const isMoved = isConfirming && !resolve.isPending && !resolve.isSuccess && proposed?.at !== confirmed?.proposed?.at && !proposed?.isOwn

  const whyNotSend = isMoved ? t('late.moved') : isEffectChanged(resolve.error) ? messageOf(resolve.error) : undefined

  function close() {
    resolve.reset()
    setConfirming(false)
  }
  const send = () =>
    confirmed !== null &&
    resolve.mutate(
      {
        lateId,
        way: asked,
        amount: confirmed.amount,
        awaitsSecondOfficer: isProposal,
        ...(asked === 'account' && { accountNo: confirmed.account.trim() }),
        ...(asked === 'refund' && { reference: confirmed.reference.trim() }),
      },
      {
        onSuccess: () => {
          setSent(true)
          setSubmitted(false)
          close()
          onDecided()
        },
      },
    )

  return (
    <Form
      onSubmit={() => {
        setSubmitted(true)
        if (problems.length > 0 || whyNot !== undefined) return
        setConfirmed({ ...entry, amount: late.amount, proposed })
        setConfirming(true)
      }}
      errors={isSubmitted ? problems : []}
      errorTitle={t('common:problem.summary')}
    >
      <RadioGroup
        id="way"
        label={t('late.question')}
        value={way}
        onChange={(chosen) => set({ way: chosen as LateWay })}
        error={isSubmitted ? wrongWay : undefined}
        isRequired
        options={[
          { id: 'bills', title: t('late.way.bills'), description: t('late.about.bills'), whyNot: whyNotBills ?? undefined },
          {
            id: 'account',
            title: t('late.way.account'),
            description: t('late.about.account'),
            content: (
              <TextField
                id="account"
                label={t('late.account')}
                hint={t('late.accountHint', { bulk: late.bulkId })}
                value={account}
                onChange={(account) => set({ account })}
                error={isSubmitted ? wrongAccount : undefined}
                inputMode="numeric"
                autoComplete="off"
                isTabular
                isRequired
              />
            ),
          },
          {
            id: 'refund',
            title: t('late.way.refund'),
            description: t('late.about.refund'),
            content: (
              <TextField
                id="reference"
                label={t('late.reference')}
                hint={t('late.referenceHint')}
                value={reference}
                onChange={(reference) => set({ reference })}
                error={isSubmitted ? wrongReference : undefined}
                maxLength={40}
                autoComplete="off"
                isTabular
                isRequired
              />
            ),
          },
        ]}
      />
      <Button type="submit" mode="primary" isWide isDisabled={whyNot !== undefined} why={whyNot}>
        {proposed && isSame ? t('officers.confirm', figures) : t('late.decide')}
      </Button>
      <LeaveGuard isUnsaved={isUnsaved} />
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={close}
        onConfirm={send}
        title={t(`late.confirm.${asked}`, askedFigures)}
        confirmLabel={t(`late.act.${asked}`, askedFigures)}
        cancelLabel={t('decide.notYet')}
        isLoading={resolve.isPending}
        isDisabled={whyNotSend !== undefined}
        why={whyNotSend}
      >
        {isMoved && <Notice tone="warning" title={t('late.moved')} isAnnounced />}
        {resolve.isError && <RefusalNotice error={resolve.error} />}
        {isProposal && <p>{t('officers.next')}</p>}
        <p>{t(`late.about.${asked}`)}</p>
        {!isProposal && <p>{t('decide.forGood')}</p>}
      </ConfirmDialog>
    </Form>
  )
}
