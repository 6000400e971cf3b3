/**
 * The review before payments are decided by bank lines: the number of each decision, and each line that fits only approximately;
 * then the outcome of each line. Lines are sent in batches, so that progress is visible and a batch without a response can be sent
 * again.
 */
import { useState } from 'react'
import { type BankLine, type LineDecision, type LineOutcome, numberShown } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { Modal } from '~/ui/overlay/Modal'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { proposalOf, reasonOf, totalReceived } from './bankLineList'
import { mustShowOutcome } from './mustShowOutcome'

interface Props {
  statementId: string
  lines: readonly BankLine[]
  /** `answered` are the lines whose outcome is known. */
  onClose: (answered: readonly number[]) => void
}

const decisions = ['accept', 'insufficient', 'overpayment'] as const satisfies LineDecision[]
/** Lines in each call. */
const part = 50

export function DecideLines({ statementId, lines, onClose }: Props) {
  const { t } = useTranslation('bankStatements')
  const decide = useWrite('DecideBankLines')
  const [outcomes, setOutcomes] = useState<LineOutcome[]>([])
  const [isSending, setSending] = useState(false)
  const [isLeft, setLeft] = useState(false)
  const count = { count: lines.length, shown: numberShown(lines.length) }
  const isDone = outcomes.length === lines.length
  const close = () => onClose(outcomes.map(({ line }) => line))
  /** Closes the dialogue. Refused lines lose their tick, so their reasons are shown first. */
  const leave = () => (outcomes.some(mustShowOutcome) ? setLeft(true) : close())

  async function send() {
    setSending(true)
    const done = new Set(outcomes.map(({ line }) => line))
    const left = lines.filter(({ line }) => !done.has(line))
    try {
      for (let from = 0; from < left.length; from += part) {
        const asked = left.slice(from, from + part).flatMap(({ line, payment, proposal }) =>
          payment && proposal
            ? [
                {
                  line,
                  eBulkPaymentID: payment.eBulkPaymentID,
                  decision: proposal.decision,
                  ...(proposal.amount && { amount: proposal.amount }),
                },
              ]
            : [],
        )
        const answer = await decide.mutateAsync({ statementId, lines: asked })
        setOutcomes((before) => [...before, ...answer.outcomes])
      }
    } catch {
      // The error is shown below; the remaining lines can be sent again.
    } finally {
      setSending(false)
    }
  }

  if (isDone || isLeft) return <Outcomes lines={lines} outcomes={outcomes} onClose={close} />
  return (
    <ConfirmDialog
      isOpen
      onClose={leave}
      onConfirm={() => void send()}
      title={t('decide.title', count)}
      confirmLabel={decide.isError ? t('common:ui.tryAgain') : t('decide.confirm', count)}
      cancelLabel={t('decide.notYet')}
      isLoading={isSending}
    >
      {decide.isError && <RefusalNotice error={decide.error} />}
      <Review lines={lines} />
      <p>{t('decide.forGood')}</p>
      <p role="status">
        {(isSending || outcomes.length > 0) && t('decide.progress', { done: numberShown(outcomes.length), all: numberShown(lines.length) })}
      </p>
    </ConfirmDialog>
  )
}

function Review({ lines }: { lines: readonly BankLine[] }) {
  const { t } = useTranslation('bankStatements')
  const language = useLanguage()
  const near = lines.filter(({ fit }) => fit === 'near')
  return (
    <>
      <Description
        items={decisions.flatMap((decision) => {
          const own = lines.filter(({ proposal }) => proposal?.decision === decision)
          const amount = totalReceived(own, language)
          const value = t('decide.of', { count: own.length, shown: numberShown(own.length), amount })
          return own.length > 0 ? [{ id: decision, label: t(`group.${decision}`), value }] : []
        })}
      />
      {near.length > 0 && (
        <Notice tone="warning" title={t('decide.near', { count: near.length, shown: numberShown(near.length) })}>
          <ul>
            {near.map((line) => (
              <li key={line.line}>
                {t('decide.nearLine', {
                  number: line.payment?.transactionNo ?? '',
                  reference: line.reference,
                  proposal: proposalOf(line, { t }),
                  reason: reasonOf(line, { t }) ?? '',
                })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

/** The outcome: the number of decided lines, and why each other line was not decided. */
function Outcomes({ lines, outcomes, onClose }: { lines: readonly BankLine[]; outcomes: readonly LineOutcome[]; onClose: () => void }) {
  const { t } = useTranslation('bankStatements')
  const { t: common } = useTranslation()
  const refused = outcomes.filter(({ refusal }) => refusal)
  const proposed = outcomes.filter(({ awaitsSecondOfficer }) => awaitsSecondOfficer)
  const decided = outcomes.length - refused.length - proposed.length
  const referenceOf = (line: number) => lines.find((one) => one.line === line)?.reference ?? ''
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t('decided.title', { count: decided, shown: numberShown(decided) })}
      closesOnOutside={false}
      footer={
        <Button mode="primary" onPress={onClose}>
          {common('ui.close')}
        </Button>
      }
    >
      {proposed.length > 0 && (
        <Notice tone="warning" title={t('decided.second', { count: proposed.length, shown: numberShown(proposed.length) })} isAnnounced>
          <p>{proposed.map(({ transactionNo }) => transactionNo).join(', ')}</p>
        </Notice>
      )}
      {refused.length > 0 ? (
        <Notice tone="warning" title={t('decided.not', { count: refused.length, shown: numberShown(refused.length) })} isAnnounced>
          <ul>
            {refused.map(({ line, refusal }) => (
              <li key={line}>{t('decided.line', { line: numberShown(line), reference: referenceOf(line), refusal: refusal ?? '' })}</li>
            ))}
          </ul>
        </Notice>
      ) : (
        proposed.length === 0 && <Notice tone="good" title={t('decided.all')} isAnnounced />
      )}
    </Modal>
  )
}
