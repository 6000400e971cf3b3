/** Says which line of another statement is or may be the same transfer as a line, and declares the line to be other money. */
import { useState } from 'react'
import { checkFindingReason, type MatchCandidates, type MatchLine, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { Notice } from '~/ui/feedback/Notice'
import { TextField } from '~/ui/form/TextField'
import { Stack } from '~/ui/layout/Stack'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  line: MatchLine
  repeats: NonNullable<MatchCandidates['repeats']>
  mayDecide: boolean
  onDeclared: () => void
}

export function OtherMoney({ line, repeats, mayDecide, onDeclared }: Props) {
  const { t } = useTranslation('bankStatements')
  const [isAsking, setAsking] = useState(false)
  const { transactionNo, statementId, isProven } = repeats
  const title = transactionNo ? (isProven ? 'other.same' : 'other.mayBe') : isProven ? 'other.alsoSame' : 'other.alsoMayBe'
  const place = { bank: repeats.bankName, file: repeats.fileName, line: numberShown(repeats.line) }
  return (
    <>
      <Notice
        tone={transactionNo ? 'warning' : undefined}
        title={t(title)}
        actions={mayDecide && <Button onPress={() => setAsking(true)}>{t('other.action')}</Button>}
      >
        <Stack gap={2}>
          <p>
            {t(transactionNo ? 'other.used' : 'other.line')}{' '}
            <Link href={link('bankLine', { statementId, line: String(repeats.line) })}>{t('elsewhere.otherStatement', place)}</Link>
          </p>
          {transactionNo && (
            <p>
              {t('other.payment')} <Link href={link('staffPayment', { transactionNo })}>{transactionNo}</Link>
            </p>
          )}
          {mayDecide && <p>{t(transactionNo ? 'other.choice' : 'other.choiceOfOpen')}</p>}
        </Stack>
      </Notice>
      {isAsking && <ReasonDialog line={line} repeats={repeats} onClose={() => setAsking(false)} onDeclared={onDeclared} />}
    </>
  )
}

function ReasonDialog({ line, repeats, onClose, onDeclared }: Omit<Props, 'mayDecide'> & { onClose: () => void }) {
  const { t } = useTranslation('bankStatements')
  const declare = useWrite('DeclareOtherMoney')
  const form = useForm({ reason: '' }, { check: ({ reason }, language) => checkFindingReason(reason, language) })
  const send = () =>
    form.submit(async () => {
      const other = { otherStatementId: repeats.statementId, otherLine: repeats.line }
      await declare.mutateAsync({ statementId: line.statementId, line: line.line, ...other, reason: form.values.reason.trim() })
      onDeclared()
      onClose()
    })
  return (
    <FormDialog
      title={t('other.title')}
      lead={t('other.lead')}
      onClose={onClose}
      onSubmit={() => void send()}
      submitLabel={t('other.action')}
      form={form}
      calls={['DeclareOtherMoney']}
    >
      <TextField {...form.field('reason')} label={t('other.reason')} hint={t('other.reasonHint')} rows={3} isRequired autoFocus />
    </FormDialog>
  )
}
