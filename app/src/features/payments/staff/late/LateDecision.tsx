/** What becomes of late money: its bills are paid, an account is credited, or it was refunded. It is decided once. */
import { useCallback, useRef, useState } from 'react'
import { amountShown, check, instantShown, type LateConfirmationDetails, type LateWay, sentence } from '../../../../core/core'
import { messageOf } from '../../../../kit/call/api'
import { useWrite } from '../../../../kit/call/write'
import { LeaveGuard } from '../../../../kit/form/LeaveGuard'
import { useMay } from '../../../../kit/session/useProfile'
import { Button } from '../../../../ui/button/Button'
import { Notice } from '../../../../ui/feedback/Notice'
import { Form } from '../../../../ui/form/Form'
import { RadioGroup } from '../../../../ui/form/RadioGroup'
import { TextField } from '../../../../ui/form/TextField'
import { Card } from '../../../../ui/layout/Card'
import { Stack } from '../../../../ui/layout/Stack'
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog'
import { useLanguage } from '../../../../words/useLanguage'
import { useTranslation } from '../../../../words/useTranslation'

export function LateDecision({ details }: { details: LateConfirmationDetails }) {
  const { t } = useTranslation('paymentsStaff')
  const language = useLanguage()
  const { late, needsSecondOfficer } = details
  const { resolved, proposed } = late
  const said = resolved ?? proposed
  const what = said && t(`late.said.${said.way}`, { account: said.accountNo ?? '', reference: said.reference ?? '' })
  const by = said && t('late.by', { who: said.by, when: instantShown(said.at, language) })
  return (
    <Card title={t('decide.title')} isInLandmark>
      <Stack gap={5}>
        {resolved && (
          <Notice tone="good" title={what} isAnnounced>
            <p>{by}</p>
          </Notice>
        )}
        {proposed && (
          <Notice tone="warning" title={t('officers.waits')} isAnnounced>
            <p>{what}</p>
            <p>{by}</p>
          </Notice>
        )}
        {needsSecondOfficer && !said && <Notice title={t('officers.two')}>{t('officers.twoBody')}</Notice>}
        {!resolved && <Choice key={proposed?.at} details={details} />}
      </Stack>
    </Card>
  )
}

function Choice({ details: { late, whyNotBills, accounts, needsSecondOfficer } }: { details: LateConfirmationDetails }) {
  const { t } = useTranslation('paymentsStaff')
  const language = useLanguage()
  const mayDecide = useMay('pendingApproval', 'update')
  const { proposed, lateId } = late
  const [begun] = useState({
    way: proposed?.way ?? null,
    account: proposed?.accountNo ?? accounts[0] ?? '',
    reference: proposed?.reference ?? '',
  })
  const [way, setWay] = useState(begun.way)
  const [account, setAccount] = useState(begun.account)
  const [reference, setReference] = useState(begun.reference)
  const [isSubmitted, setSubmitted] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const isSent = useRef(false)
  const isChanged = way !== begun.way || account !== begun.account || reference !== begun.reference
  const isUnsaved = useCallback(() => isChanged && !isSent.current, [isChanged])
  const resolve = useWrite('ResolveLateConfirmation')
  const figures = { amount: amountShown(late.amount), company: late.companyName, account, reference: reference.trim() }

  const wrongAccount = way === 'account' ? check('accountNo', account.trim(), language).error?.errorMessage : undefined
  const wrongReference = way === 'refund' && reference.trim() === '' ? sentence('refundReferenceWrong', language) : undefined
  const problems = [
    ...(way === null ? [{ id: 'way', message: t('late.choose') }] : []),
    ...(wrongAccount ? [{ id: 'account', message: wrongAccount }] : []),
    ...(wrongReference ? [{ id: 'reference', message: wrongReference }] : []),
  ]
  const isSame =
    way === proposed?.way && (proposed?.accountNo ?? account) === account && (proposed?.reference ?? reference.trim()) === reference.trim()
  const isOwn = proposed?.isOwn === true && isSame
  const whyNot = mayDecide ? (isOwn ? sentence('secondOfficerNeeded', language) : undefined) : sentence('forbidden', language)
  const isProposal = needsSecondOfficer && !isSame

  function close() {
    resolve.reset()
    setConfirming(false)
  }
  const send = () =>
    way !== null &&
    resolve.mutate(
      {
        lateId,
        way,
        ...(way === 'account' && { accountNo: account.trim() }),
        ...(way === 'refund' && { reference: reference.trim() }),
      },
      {
        onSuccess: () => {
          isSent.current = true
          close()
        },
      },
    )

  return (
    <Form
      onSubmit={() => {
        setSubmitted(true)
        if (problems.length === 0 && whyNot === undefined) setConfirming(true)
      }}
      errors={isSubmitted ? problems : []}
      errorTitle={t('common:problem.summary')}
    >
      <RadioGroup
        id="way"
        label={t('late.question')}
        value={way}
        onChange={(chosen) => setWay(chosen as LateWay)}
        error={isSubmitted && way === null ? t('late.choose') : undefined}
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
                onChange={setAccount}
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
                onChange={setReference}
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
        isOpen={isConfirming && way !== null}
        onClose={close}
        onConfirm={send}
        title={t(`late.confirm.${way ?? 'bills'}`, figures)}
        confirmLabel={t(`late.act.${way ?? 'bills'}`, figures)}
        cancelLabel={t('decide.notYet')}
        isLoading={resolve.isPending}
      >
        {resolve.isError && <Notice tone="bad" title={messageOf(resolve.error)} isAnnounced />}
        {isProposal && <p>{t('officers.next')}</p>}
        <p>{t(`late.about.${way ?? 'bills'}`)}</p>
        {!isProposal && <p>{t('decide.forGood')}</p>}
      </ConfirmDialog>
    </Form>
  )
}
