/** Dialogue that requests a statement: account, months, language, and how the user receives it. */
import { check, instantShown, type Language } from '~/core/core'
import { useRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { Boundary } from '~/kit/page/Boundary'
import { useBulkId, useProfile } from '~/kit/session/useProfile'
import { toasts } from '~/ui/feedback/toastQueue'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { TextField } from '~/ui/form/TextField'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { AccountChoice } from './AccountChoice'
import { defaultPeriod, PeriodChoice } from './PeriodChoice'
import { usePromisedTime } from './usePromisedTime'

interface Entry {
  whose: 'own' | 'other'
  caNo: string
  statementPeriod: string
  language: Language
  channel: 'email' | 'download'
  email: string
}

interface Props {
  /** The account that is preselected. */
  accountNo: string | undefined
  onClose: () => void
}

export function RequestStatement(props: Props) {
  return (
    <Boundary isPart waiting={null}>
      <Dialog {...props} />
    </Boundary>
  )
}

/** Checks the entries by core's rules. */
function checkRequest({ whose, caNo, channel, email }: Entry, language: Language) {
  const account = whose === 'other' ? check('accountNo', caNo, language).error : null
  const address = channel === 'email' ? check('email', email, language).error : null
  const at = (field: keyof Entry, refusal: typeof account) => (refusal ? [{ ...refusal, field, message: refusal.errorMessage }] : [])
  return { fields: [...at('caNo', account), ...at('email', address)] }
}

function Dialog({ accountNo, onClose }: Props) {
  const { t } = useTranslation('statements')
  const language = useLanguage()
  const bulkId = useBulkId()
  const { email, name } = useProfile()
  const offer = useRead('GetStatementOffer', {})
  const { periods } = offer
  const promise = usePromisedTime()
  const request = useWrite('GetStatement')
  const first: Entry = {
    whose: 'own',
    caNo: accountNo ?? '',
    statementPeriod: defaultPeriod(periods),
    language,
    channel: 'email',
    email,
  }
  const form = useForm<Entry>(first, { check: checkRequest, at: { statementPeriodUnknown: 'statementPeriod' } })
  const { whose, caNo, statementPeriod, channel } = form.values

  const send = () =>
    form.submit(async () => {
      const requested = await request.mutateAsync({
        bulkId,
        caNo: caNo.trim(),
        isOwnedAccount: whose === 'own',
        statementPeriod: Number(statementPeriod),
        language: form.values.language,
        channel,
        ...(channel === 'email' && { email: form.values.email.trim(), name }),
      })
      onClose()
      const by = instantShown(requested.promisedBy, language)
      toasts.add({ title: t(requested.isAlreadyRequested ? 'request.already' : 'request.done'), body: t('request.by', { when: by }) })
    })

  return (
    <FormDialog
      title={t('request.title')}
      lead={promise(offer)}
      onClose={onClose}
      onSubmit={() => void send()}
      submitLabel={t('request.submit')}
      form={form}
      calls={['GetStatement']}
      whyNot={whose === 'own' && !caNo ? t('request.chooseFirst') : undefined}
    >
      <RadioGroup
        label={t('request.whose')}
        options={[
          {
            id: 'own',
            title: t('request.own'),
            content: (
              <AccountChoice value={caNo || null} onChange={(chosen) => form.set('caNo', chosen ?? '')} error={form.error('caNo')} />
            ),
          },
          {
            id: 'other',
            title: t('request.other'),
            content: (
              <TextField {...form.field('caNo')} label={t('request.number')} hint={t('request.otherHint')} autoComplete="off" isRequired />
            ),
          },
        ]}
        value={whose}
        onChange={(chosen) => {
          form.set('whose', chosen === 'own' ? 'own' : 'other')
          form.set('caNo', '')
        }}
        isPlain
      />
      <PeriodChoice
        periods={periods}
        value={statementPeriod}
        onChange={(chosen) => form.set('statementPeriod', chosen)}
        error={form.error('statementPeriod')}
      />
      <RadioGroup
        label={t('request.language')}
        options={(['en', 'ms'] as const).map((id) => ({ id, title: t(`common:language.${id}`) }))}
        value={form.values.language}
        onChange={(chosen) => form.set('language', chosen === 'ms' ? 'ms' : 'en')}
        columns={2}
        isPlain
      />
      <RadioGroup
        label={t('request.channel')}
        options={[
          {
            id: 'email',
            title: t('request.byEmail'),
            content: (
              <TextField
                {...form.field('email')}
                label={t('request.email')}
                hint={t('request.emailHint')}
                type="email"
                autoComplete="email"
                isRequired
              />
            ),
          },
          { id: 'download', title: t('request.byDownload') },
        ]}
        value={channel}
        onChange={(chosen) => form.set('channel', chosen === 'download' ? 'download' : 'email')}
        isPlain
      />
    </FormDialog>
  )
}
