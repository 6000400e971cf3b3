/** The answer of the utility, with texts to begin with and the case number. It is stored as a draft. */
import { ChevronDown } from 'lucide-react'
import { checkQueryAnswer, constants, numberShown, type QueryDetails } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { useDraft } from '~/kit/session/useDraft'
import { Button } from '~/ui/button/Button'
import { toasts } from '~/ui/feedback/toastQueue'
import { Form } from '~/ui/form/Form'
import { TextField } from '~/ui/form/TextField'
import { Menu } from '~/ui/overlay/Menu'
import { useTranslation } from '~/words/useTranslation'
import { ChangedNotice } from '../ChangedNotice'
import styles from '../Thread.module.css'
import { useSeen } from '../useSeen'

export function AnswerForm({ query, onAnswered }: { query: QueryDetails; onAnswered: () => void }) {
  const { t } = useTranslation('queriesStaff')
  const { t: words } = useTranslation('queries')
  const { queryId, version, caseNo, templates } = query
  const answer = useWrite('AnswerQuery')
  const initial = { message: '', caseNo: caseNo ?? '' }
  const [draft, setDraft] = useDraft(`answer ${queryId}`, initial)
  const form = useForm(initial, {
    state: [draft, setDraft],
    check: ({ message, caseNo }, language) => checkQueryAnswer(message, caseNo, language),
  })
  const { isChanged, confirm } = useSeen(query, draft.message !== '')

  const begin = (text: string) => form.set('message', [draft.message.trimEnd(), text].filter(Boolean).join('\n\n'))
  const send = () =>
    form.submit(async () => {
      const { message, caseNo } = form.values
      await answer.mutateAsync({ queryId, message, version, ...(caseNo.trim() !== '' && { caseNo }) })
      // Deletes the draft, too. A stored case number would hide a colleague's later one.
      form.reset()
      toasts.add({ title: t('answer.done') })
      onAnswered()
    })

  return (
    <section className={styles.part} aria-label={t('answer.title')}>
      <Form
        onSubmit={() => !isChanged && void send()}
        errors={form.errors}
        errorTitle={t('common:problem.summary')}
        isBusy={form.isBusy}
        gap="close"
      >
        {isChanged ? <ChangedNotice onRead={confirm} /> : <FormRefusal form={form} />}
        {templates.length > 0 && (
          <div>
            <Menu
              label={t('answer.templates')}
              trigger={
                <Button size="small">
                  {t('answer.templates')}
                  <ChevronDown />
                </Button>
              }
              items={templates.map(({ title, text }) => ({ id: title, label: title, onAction: () => begin(text) }))}
            />
          </div>
        )}
        <TextField
          {...form.field('message')}
          label={t('answer.label')}
          hint={t('answer.hint', { limit: numberShown(constants.maxQueryMessage) })}
          rows={6}
          isRequired
        />
        <TextField {...form.field('caseNo')} label={words('facts.caseNo')} isOptional autoComplete="off" />
        <div>
          <Button type="submit" mode="primary" isLoading={form.isBusy} isDisabled={isChanged} why={t('answer.readFirst')}>
            {t('answer.send')}
          </Button>
        </div>
      </Form>
    </section>
  )
}
