/** A dialogue that sends an e-mail to a colleague, optionally with a note. */
import { noteRefusal } from '~/core/core'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { Select } from '~/ui/form/Select'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'
import { useRead } from '../call/read'
import { FormDialog } from '../form/FormDialog'
import { useForm } from '../form/useForm'
import { Boundary } from '../page/Boundary'

interface Props {
  title: string
  lead: string
  submitLabel: string
  /** Only colleagues who may pay can be chosen; the others show why not. */
  isForPayers?: boolean
  hasNote?: boolean
  /** Label of the first option, which means all colleagues who may pay. */
  allLabel?: string | undefined
  /** Returns the message to show after sending. `userId` is undefined for all colleagues. */
  onSend: (userId: string | undefined, note: string | undefined) => Promise<string>
  onClose: () => void
}

export function ColleagueDialog(props: Props) {
  return (
    <Boundary isPart waiting={null}>
      <Dialog {...props} />
    </Boundary>
  )
}

/** The id of the option for all colleagues. */
const allId = 'everybody'

function Dialog({ title, lead, submitLabel, isForPayers = false, hasNote = false, allLabel, onSend, onClose }: Props) {
  const { t } = useTranslation('list')
  const colleagues = useRead('GetColleagues', {})
  const hasPayer = colleagues.some(({ mayPay }) => mayPay)
  const options = [
    ...(allLabel && hasPayer ? [{ id: allId, label: allLabel }] : []),
    ...colleagues.map(({ userId, name, email, mayPay }) => ({
      id: userId,
      label: name,
      description: email,
      ...(isForPayers && !mayPay && { whyNot: t('colleague.mayNotPay') }),
    })),
  ]
  const first = options.find((option) => !('whyNot' in option))
  const form = useForm(
    { userId: first?.id ?? '', note: '' },
    { check: ({ note }, language) => noteRefusal(note, language), at: { userNotFound: 'userId' } },
  )
  const whyNot = first ? undefined : t(isForPayers ? 'colleague.noPayer' : 'colleague.nobody')

  const send = () =>
    form.submit(async () => {
      const { userId, note } = form.values
      const message = await onSend(userId === allId ? undefined : userId, note.trim() || undefined)
      onClose()
      toasts.add({ title: message })
    })

  return (
    <FormDialog
      title={title}
      lead={lead}
      onClose={onClose}
      onSubmit={() => void send()}
      submitLabel={submitLabel}
      form={form}
      whyNot={whyNot}
    >
      {whyNot ? (
        <Notice title={whyNot} />
      ) : (
        <>
          <Select {...form.field('userId')} label={t('colleague.to')} options={options} isRequired />
          {hasNote && <TextField {...form.field('note')} label={t('colleague.note')} hint={t('colleague.noteHint')} rows={3} isOptional />}
        </>
      )}
    </FormDialog>
  )
}
