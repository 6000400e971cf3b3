/** A request about personal data for staff: what is asked, its deadline, and the decision. */
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type DataRequestDetails, type DataRequestOutcome, dayShown, instantShown, sentence } from '~/core/core'
import { link, paths } from '~/core/links'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { LeaveGuard } from '~/kit/form/LeaveGuard'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { viewOf } from '~/kit/list/declare'
import { Boundary } from '~/kit/page/Boundary'
import { Decision } from '~/kit/page/Decision'
import sides from '~/kit/page/Sides.module.css'
import { useTitle } from '~/kit/page/useTitle'
import { QueueNav } from '~/kit/queue/QueueNav'
import { QueueNext } from '~/kit/queue/QueueNext'
import { type Queue, useQueue } from '~/kit/queue/useQueue'
import { useMay } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { Form } from '~/ui/form/Form'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { TextField } from '~/ui/form/TextField'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from '../PersonalData.module.css'
import { isOpenRequest, RequestStatus } from '../RequestStatus'
import { DaysLeft, dataRequestList } from './dataRequestList'

const route = getRouteApi(paths.dataRequest)

export function DataRequest() {
  const { number } = route.useParams()
  // The key remounts the screen for another request, so that entries do not carry over.
  return <Request key={number} number={number} />
}

function Request({ number }: { number: string }) {
  const { t } = useTranslation(['personalDataStaff', 'personalData'])
  // For the header only. The boundary below shows any error.
  const request = useOptionalRead('GetDataRequest', { number })
  const title = t('request.title', { number })
  useTitle(title)
  const queue = useQueue(route.useSearch().queue, number, [
    {
      href: link('dataRequests'),
      list: dataRequestList,
      label: t('title'),
      isQueue: (params) => viewOf(dataRequestList, params)?.name === 'open',
    },
  ])
  return (
    <Page
      title={title}
      breadcrumbs={[{ label: t('title'), href: queue?.href ?? link('dataRequests') }]}
      actions={<QueueNav queue={queue} />}
      status={request && <RequestStatus state={request.state} />}
      subtitle={request && [t(`personalData:kinds.${request.kind}`), request.personName].join(' · ')}
    >
      <Boundary>
        <Record number={number} queue={queue} />
      </Boundary>
    </Page>
  )
}

function Record({ number, queue }: { number: string; queue: Queue | undefined }) {
  const { t } = useTranslation('personalDataStaff')
  const request = useRead('GetDataRequest', { number })
  const mayAct = useMay('manageTnbUsers', 'update')
  const mayErase = useMay('manageTnbAdmins', 'update')
  const [isEndedHere, setEndedHere] = useState(false)
  const { text, extensionReason, answer, daysLeft } = request
  return (
    <div className={sides.sides}>
      <div className={sides.record}>
        <Stack gap={5}>
          {daysLeft !== null && daysLeft < 0 && <Notice tone="warning" title={t('request.late')} />}
          <Card title={t('request.asked')}>
            <p className={styles.text}>{text}</p>
          </Card>
          {extensionReason && (
            <Card title={t('request.reason')}>
              <p className={styles.text}>{extensionReason}</p>
            </Card>
          )}
          {answer && (
            <Card title={t('request.answer')}>
              <p className={styles.text}>{answer}</p>
            </Card>
          )}
          {!isOpenRequest(request.state) && <QueueNext queue={queue} isFocused={isEndedHere} />}
          {mayAct && isOpenRequest(request.state) && <Decide request={request} onEnded={() => setEndedHere(true)} />}
          {mayErase && request.kind === 'erasure' && request.userId !== null && <Erasure request={request} userId={request.userId} />}
        </Stack>
      </div>
      <Decision label={t('request.facts')}>
        <Facts request={request} />
      </Decision>
    </div>
  )
}

function Facts({ request }: { request: DataRequestDetails }) {
  const { t } = useTranslation('personalDataStaff')
  const language = useLanguage()
  const by = (name: string | null, at: string | null) =>
    name === null || at === null ? undefined : t('request.by', { name, when: instantShown(at, language) })
  const { personName, email, userId, readsInPortal, channel, receivedOn, dueOn, daysLeft, basis } = request
  const user = userId === null ? 'noUser' : readsInPortal ? 'isUser' : 'isFormer'
  const [extended, ended] = [by(request.extendedBy, request.extendedAt), by(request.endedBy, request.endedAt)]
  return (
    <Card title={t('request.facts')} isInLandmark>
      <Description
        columns={2}
        items={[
          { id: 'person', label: t('request.person'), value: personName },
          { id: 'email', label: t('request.email'), value: email },
          { id: 'user', label: t('request.user'), value: t(`request.${user}`) },
          { id: 'channel', label: t('requests.channel'), value: t(`channels.${channel}`) },
          { id: 'received', label: t('requests.received'), value: dayShown(receivedOn, language) },
          { id: 'due', label: t('requests.due'), value: dayShown(dueOn, language) },
          ...(daysLeft === null ? [] : [{ id: 'left', label: t('requests.left'), value: <DaysLeft left={daysLeft} /> }]),
          { id: 'basis', label: t('request.basis'), value: basis },
          { id: 'recorded', label: t('request.recorded'), value: by(request.recordedBy, request.recordedAt) },
          ...(extended ? [{ id: 'extended', label: t('request.extended'), value: extended }] : []),
          ...(ended ? [{ id: 'ended', label: t('request.ended'), value: ended }] : []),
        ]}
      />
    </Card>
  )
}

const outcomes: readonly DataRequestOutcome[] = ['answered', 'refused', 'withdrawn']
const undecided: { outcome: DataRequestOutcome; answer: string } = { outcome: 'answered', answer: '' }

function Decide({ request, onEnded }: { request: DataRequestDetails; onEnded: () => void }) {
  const { t } = useTranslation('personalDataStaff')
  const { number, version, extendsTo, readsInPortal } = request
  const end = useWrite('EndDataRequest')
  const form = useForm(undecided)
  const [isExtending, setExtending] = useState(false)
  const send = () =>
    form.submit(async () => {
      await end.mutateAsync({ number, version, ...form.values })
      toasts.add({ title: t('request.done', { number }), tone: 'good' })
      onEnded()
    })
  return (
    <Card title={t('request.decide')}>
      <Form onSubmit={() => void send()} errors={form.errors} errorTitle={t('common:problem.summary')} isBusy={form.isBusy}>
        <FormRefusal form={form} />
        <RadioGroup
          {...form.field('outcome')}
          onChange={(outcome) => form.set('outcome', outcome as DataRequestOutcome)}
          label={t('request.outcome')}
          options={outcomes.map((id) => ({ id, title: t(`request.outcomes.${id}`) }))}
          isPlain
        />
        <TextField
          {...form.field('answer')}
          label={t('request.answerLabel')}
          hint={t(readsInPortal ? 'request.answerHint' : 'request.answerHintSent')}
          rows={6}
          isRequired
        />
        <Stack gap={3} direction="along">
          <Button type="submit" mode="primary" isLoading={form.isBusy}>
            {t('request.end')}
          </Button>
          {extendsTo !== null && <Button onPress={() => setExtending(true)}>{t('request.extend')}</Button>}
        </Stack>
      </Form>
      <LeaveGuard isUnsaved={form.isUnsaved} />
      {isExtending && extendsTo !== null && <Extend request={request} day={extendsTo} onClose={() => setExtending(false)} />}
    </Card>
  )
}

interface ErasureProps {
  request: DataRequestDetails
  userId: string
}

/** The erasure of the user's personal data: the first officer proposes it, a second one erases. */
function Erasure({ request, userId }: ErasureProps) {
  const { t } = useTranslation('personalDataStaff')
  const language = useLanguage()
  const { erasure: proposal, isErased, readsInPortal } = request
  const [isOpen, setOpen] = useState(false)
  const whyNot = readsInPortal
    ? 'userStillActive'
    : proposal?.isOwn
      ? 'secondOfficerNeeded'
      : proposal && !proposal.canConfirm
        ? 'officersNotIndependent'
        : undefined
  if (isErased)
    return (
      <Card title={t('erasure.title')}>
        <p>{t('erasure.isErased')}</p>
      </Card>
    )
  return (
    <Card title={t('erasure.title')}>
      <Stack gap={4}>
        <p>{t('erasure.body')}</p>
        {proposal && (
          <p className={styles.text}>
            {t('erasure.by', { name: proposal.proposedBy, when: instantShown(proposal.proposedAt, language), reason: proposal.reason })}
          </p>
        )}
        <div>
          <Button mode="danger" onPress={() => setOpen(true)} isDisabled={whyNot !== undefined} why={whyNot && sentence(whyNot, language)}>
            {t(proposal ? 'erasure.action' : 'erasure.propose')}
          </Button>
        </div>
      </Stack>
      {isOpen && <EraseDialog request={request} userId={userId} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function EraseDialog({ request: { personName, erasure }, userId, onClose }: ErasureProps & { onClose: () => void }) {
  const { t } = useTranslation('personalDataStaff')
  const erase = useWrite('ErasePerson')
  // The dialogue stays the decision that it showed. The server refuses it if a colleague decided in the meantime.
  const [isProposal] = useState(erasure === null)
  const form = useForm({ reason: '' })
  const action = t(isProposal ? 'erasure.propose' : 'erasure.action')
  const send = () =>
    form.submit(async () => {
      await erase.mutateAsync({ userId, ...form.values, awaitsSecondOfficer: isProposal })
      onClose()
      toasts.add({ title: t(isProposal ? 'erasure.proposed' : 'erasure.done'), tone: 'good' })
    })
  return (
    <FormDialog
      title={t(isProposal ? 'erasure.proposeQuestion' : 'erasure.question', { name: personName })}
      lead={t(isProposal ? 'erasure.proposeLead' : 'erasure.lead')}
      onClose={onClose}
      onSubmit={() => void send()}
      submitLabel={action}
      tone="danger"
      form={form}
    >
      {isProposal && <TextField {...form.field('reason')} label={t('erasure.reason')} rows={3} isRequired />}
    </FormDialog>
  )
}

interface ExtendProps {
  request: DataRequestDetails
  /** The deadline after the extension. */
  day: string
  onClose: () => void
}

function Extend({ request: { number, version, readsInPortal }, day, onClose }: ExtendProps) {
  const { t } = useTranslation('personalDataStaff')
  const language = useLanguage()
  const extend = useWrite('ExtendDataRequest')
  const form = useForm({ reason: '' })
  const send = () =>
    form.submit(async () => {
      const { dueOn } = await extend.mutateAsync({ number, version, ...form.values })
      onClose()
      toasts.add({ title: t('request.extendDone', { day: dayShown(dueOn, language) }), tone: 'good' })
    })
  return (
    <FormDialog
      title={t('request.extendTitle', { day: dayShown(day, language) })}
      lead={t(readsInPortal ? 'request.extendLead' : 'request.extendLeadSent')}
      onClose={onClose}
      onCancel={onClose}
      onSubmit={() => void send()}
      submitLabel={t('request.extend')}
      form={form}
    >
      <TextField {...form.field('reason')} label={t('request.extendReason')} rows={4} isRequired />
    </FormDialog>
  )
}
