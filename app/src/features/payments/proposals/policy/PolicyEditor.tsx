/** The editor of the approval policy. What is typed is shown in words at its side, as core describes it. */
import { useNavigate } from '@tanstack/react-router'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type ApproverMode, type CompanyApprovals, constants, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { readAgain } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { LeaveGuard } from '~/kit/form/LeaveGuard'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useFocusAdded } from '~/kit/form/useFocusAdded'
import { useForm } from '~/kit/form/useForm'
import { useBulkId } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { toasts } from '~/ui/feedback/toastQueue'
import { AmountField } from '~/ui/form/AmountField'
import editor from '~/ui/form/Editor.module.css'
import { Form, FormActions } from '~/ui/form/Form'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { Select } from '~/ui/form/Select'
import { TextField } from '~/ui/form/TextField'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { ApproverPicker } from './ApproverPicker'
import { PayersNotice } from './PayersNotice'
import styles from './Policy.module.css'
import {
  entryOf,
  type GroupEntry,
  type LayerEntry,
  newGroup,
  newLayer,
  newStep,
  type PolicyEntry,
  policyOf,
  problemsOf,
  type StepEntry,
  sentencesOf,
} from './policyForm'
import { Sentences } from './Sentences'

/** Replaces an element of a list, or removes it. */
const replaced = <Row extends { key: string }>(rows: readonly Row[], key: string, next: Row | undefined): Row[] =>
  rows.flatMap((row) => (row.key === key ? (next ?? []) : row))

export function PolicyEditor({ company: live }: { company: CompanyApprovals }) {
  const { t } = useTranslation('proposals')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const id = useBulkId()
  const navigate = useNavigate()
  // The policy when the form was opened. The server refuses if a colleague changed it since.
  const [company] = useState(live)
  const { users, accountGroups, version, isOn } = company
  const set = useWrite('SetApprovalPolicy')
  const [isEnding, setEnding] = useState(false)
  const known = {
    userIds: users.filter(({ canApprove }) => canApprove).map(({ userId }) => userId),
    accountGroupIds: accountGroups.map(({ groupId }) => groupId),
  }
  const [opened] = useState(() => entryOf(company.policy))
  const form = useForm<{ policy: PolicyEntry }>(
    { policy: opened },
    {
      check: ({ policy }, language) => ({
        fields: problemsOf(policy, known, language)
          .slice(0, 1)
          .map(({ message }) => ({ field: 'policy', code: 'policyUnchanged', params: {}, message })),
      }),
    },
  )
  const entry = form.values.policy
  const { groups, layers } = entry
  const policy = policyOf(entry, language)
  const problems = form.errors.length > 0 ? problemsOf(entry, known, language) : []
  const errorAt = (field: string) => problems.find(({ id }) => id === field)?.message
  const change = (next: Partial<PolicyEntry>) => form.set('policy', { ...entry, ...next })
  const focusAdded = useFocusAdded()
  function addLayer() {
    focusAdded(`policy.layers.${layers.length}.${accountGroups.length > 0 ? 'groupId' : 'from'}`)
    change({ layers: [...layers, newLayer()] })
  }

  async function store(next: typeof policy) {
    const { awaitsSecondApprover } = await set.mutateAsync({ id, policy: next, version })
    await readAgain('GetApprovalPolicy', { id })
    toasts.add(
      awaitsSecondApprover
        ? { title: t('policy.edit.waits'), body: t('policy.edit.waitsBody') }
        : { title: t('policy.edit.done'), body: t('policy.edit.doneBody') },
    )
    void navigate({ href: link('approvalPolicy') })
  }
  const save = () => form.submit(() => store(policy))
  const end = () => {
    setEnding(false)
    void set
      .mutateAsync({ id, policy: { approverGroups: [], layers: [] }, version })
      .then(async ({ awaitsSecondApprover }) => {
        form.reset({ policy: entryOf({ approverGroups: [], layers: [] }) })
        await readAgain('GetApprovalPolicy', { id })
        toasts.add(
          awaitsSecondApprover ? { title: t('policy.edit.waits'), body: t('policy.edit.waitsBody') } : { title: t('policy.end.done') },
        )
        void navigate({ href: link('approvalPolicy') })
      })
      .catch(form.refuse)
  }
  return (
    <Form onSubmit={() => void save()} errors={problems} errorTitle={common('problem.summary')} isBusy={form.isBusy}>
      <FormRefusal form={form} />
      <div className={`${editor.editor} ${styles.editor}`}>
        <div className={styles.fields}>
          {layers.map((layer, place) => (
            <Layer
              key={layer.key}
              layer={layer}
              place={place}
              company={company}
              groups={groups}
              onChange={(next) => change({ layers: replaced(layers, layer.key, next) })}
              canRemove={layers.length > 1}
              errorAt={errorAt}
            />
          ))}
          <div>
            <Button id="policy.layers" icon={<Plus />} onPress={addLayer}>
              {t('policy.edit.addLayer')}
            </Button>
          </div>
          <Groups groups={groups} company={company} onChange={(groups) => change(withoutGone(entry, groups))} errorAt={errorAt} />
        </div>
        <section className={`${editor.side} ${styles.means}`} aria-labelledby="policy-means">
          <h2 id="policy-means">{t('policy.edit.means')}</h2>
          <Sentences
            sentences={sentencesOf(entry, company, language, (number) => t('policy.edit.unfinished', { number: numberShown(number) }))}
          />
          <PayersNotice />
          <p className={editor.muted}>{t('policy.fixed')}</p>
        </section>
      </div>
      <FormActions>
        <Button type="submit" mode="primary" isLoading={form.isBusy}>
          {t(isOn ? 'policy.edit.propose' : 'policy.edit.submit')}
        </Button>
        <LinkButton href={link('approvalPolicy')}>{common('ui.cancel')}</LinkButton>
        {isOn && (
          <Button mode="ghost" onPress={() => setEnding(true)} isDisabled={form.isBusy} isLoading={set.isPending && !form.isBusy}>
            {t('policy.end.action')}
          </Button>
        )}
      </FormActions>
      <LeaveGuard isUnsaved={form.isUnsaved} part="open" />
      <ConfirmDialog
        isOpen={isEnding}
        onClose={() => setEnding(false)}
        onConfirm={end}
        title={t('policy.end.title')}
        confirmLabel={t('policy.end.action')}
        cancelLabel={t('policy.end.keep')}
        tone="danger"
      >
        <p>{t('policy.end.body')}</p>
      </ConfirmDialog>
    </Form>
  )
}

/** Steps name groups by key, so a removed group leaves them. */
const withoutGone = ({ layers }: PolicyEntry, groups: readonly GroupEntry[]): PolicyEntry => ({
  groups,
  layers: layers.map((layer) => ({
    ...layer,
    steps: layer.steps.map((step) => ({ ...step, groups: step.groups.filter((key) => groups.some((group) => group.key === key)) })),
  })),
})

interface LayerProps {
  layer: LayerEntry
  place: number
  company: CompanyApprovals
  groups: readonly GroupEntry[]
  onChange: (layer: LayerEntry | undefined) => void
  canRemove: boolean
  errorAt: (field: string) => string | undefined
}

/** A layer: the payments that it applies to, and their steps. */
function Layer({ layer, place, company: { users, accountGroups }, groups, onChange, canRemove, errorAt }: LayerProps) {
  const { t } = useTranslation('proposals')
  const field = `policy.layers.${place}`
  const number = numberShown(place + 1)
  const { steps } = layer
  const set = (next: Partial<LayerEntry>) => onChange({ ...layer, ...next })
  const focusAdded = useFocusAdded()
  function addStep() {
    focusAdded(`${field}.steps.${steps.length}`)
    set({ steps: [...steps, newStep()] })
  }
  return (
    <section className={styles.layer} aria-labelledby={`${field}.title`}>
      <div className={editor.head}>
        <h2 id={`${field}.title`}>{t('policy.edit.layer', { number })}</h2>
        {canRemove && (
          <Button
            size="small"
            mode="ghost"
            icon={<Trash2 />}
            label={t('policy.edit.removeLayer', { number })}
            onPress={() => onChange(undefined)}
          />
        )}
      </div>
      {accountGroups.length > 0 && (
        <Select
          id={`${field}.groupId`}
          label={t('policy.edit.scope')}
          options={[
            { id: allBills, label: t('policy.edit.allBills') },
            ...accountGroups.map(({ groupId, groupName }) => ({ id: groupId, label: groupName })),
          ]}
          value={layer.groupId || allBills}
          onChange={(groupId) => set({ groupId: groupId === allBills ? '' : groupId })}
          error={errorAt(`${field}.groupId`)}
        />
      )}
      <div className={styles.amounts}>
        <AmountField
          id={`${field}.from`}
          label={t('policy.edit.from')}
          hint={t('policy.edit.fromHint')}
          currency="RM"
          value={layer.from}
          onChange={(from) => set({ from })}
          error={errorAt(`${field}.from`)}
          isOptional
        />
        <AmountField
          id={`${field}.largestBillFrom`}
          label={t('policy.edit.largest')}
          hint={t('policy.edit.largestHint')}
          currency="RM"
          value={layer.largest}
          onChange={(largest) => set({ largest })}
          error={errorAt(`${field}.largestBillFrom`)}
          isOptional
        />
      </div>
      {steps.map((step, at) => (
        <Step
          key={step.key}
          step={step}
          place={at}
          field={`${field}.steps.${at}`}
          users={users}
          groups={groups}
          onChange={(next) => set({ steps: replaced(steps, step.key, next) })}
          canRemove={steps.length > 1}
          error={errorAt(`${field}.steps.${at}`)}
        />
      ))}
      <div>
        <Button id={`${field}.steps`} size="small" icon={<Plus />} onPress={addStep}>
          {t('policy.edit.addStep')}
        </Button>
      </div>
    </section>
  )
}

/** The option for all bills. Group ids are never empty, and neither is an option's id. */
const allBills = 'all'
const groupPrefix = 'group:'

interface StepProps {
  step: StepEntry
  place: number
  field: string
  users: CompanyApprovals['users']
  groups: readonly GroupEntry[]
  onChange: (step: StepEntry | undefined) => void
  canRemove: boolean
  error: string | undefined
}

/** A step: its people and groups, and whether one or all of them must approve. */
function Step({ step, place, field, users, groups, onChange, canRemove, error }: StepProps) {
  const { t } = useTranslation('proposals')
  const number = numberShown(place + 1)
  const set = (next: Partial<StepEntry>) => onChange({ ...step, ...next })
  const chosen = [...step.userIds, ...step.groups.map((key) => groupPrefix + key)]
  return (
    <fieldset className={editor.group} aria-labelledby={`${field}.title`}>
      <div className={editor.head}>
        <h3 id={`${field}.title`}>{t('steps.one', { step: number })}</h3>
        {canRemove && (
          <Button
            size="small"
            mode="ghost"
            icon={<Trash2 />}
            label={t('policy.edit.removeStep', { number })}
            onPress={() => onChange(undefined)}
          />
        )}
      </div>
      <ApproverPicker
        id={field}
        label={t('steps.approvers', { step: number })}
        addLabel={t('policy.edit.addApprover')}
        options={[
          ...users.map(({ userId, name, canApprove }) => ({ id: userId, label: name, isGone: !canApprove })),
          ...groups
            .filter(({ name }) => name.trim() !== '')
            .map(({ key, name }) => ({ id: groupPrefix + key, label: t('policy.edit.group', { name }) })),
        ]}
        chosen={chosen}
        onChange={(all) =>
          set({
            userIds: all.filter((one) => !one.startsWith(groupPrefix)),
            groups: all.filter((one) => one.startsWith(groupPrefix)).map((one) => one.slice(groupPrefix.length)),
          })
        }
        error={error}
      />
      {(chosen.length > 1 || step.groups.length > 0 || step.mode === 'all') && (
        <RadioGroup
          id={`${field}.mode`}
          label={t('policy.edit.mode')}
          isPlain
          columns={2}
          options={(['any', 'all'] as const).map((mode) => ({ id: mode, title: t(`policy.edit.modes.${mode}`) }))}
          value={step.mode}
          onChange={(mode) => set({ mode: mode as ApproverMode })}
        />
      )}
    </fieldset>
  )
}

interface GroupsProps {
  groups: readonly GroupEntry[]
  company: CompanyApprovals
  onChange: (groups: GroupEntry[]) => void
  errorAt: (field: string) => string | undefined
}

/** Groups of approvers, which steps can name. */
function Groups({ groups, company: { users }, onChange, errorAt }: GroupsProps) {
  const { t } = useTranslation('proposals')
  const focusAdded = useFocusAdded()
  function addGroup() {
    focusAdded(`policy.approverGroups.${groups.length}.name`)
    onChange([...groups, newGroup()])
  }
  return (
    <section className={styles.fields} aria-labelledby="approver-groups">
      <div className={editor.head}>
        <h2 id="approver-groups">{t('policy.edit.groups')}</h2>
      </div>
      <p className={editor.muted}>{t('policy.edit.groupsLead')}</p>
      {groups.map((group, place) => {
        const field = `policy.approverGroups.${place}`
        const set = (next: Partial<GroupEntry>) => onChange(replaced(groups, group.key, { ...group, ...next }))
        const name = group.name.trim() || numberShown(place + 1)
        return (
          <fieldset key={group.key} className={editor.group} aria-label={t('policy.edit.group', { name })}>
            <TextField
              id={`${field}.name`}
              label={t('policy.edit.groupName')}
              value={group.name}
              onChange={(name) => set({ name })}
              maxLength={constants.maxGroupNameLength}
              error={errorAt(`${field}.name`)}
              autoComplete="off"
              isRequired
            />
            <ApproverPicker
              id={`${field}.userIds`}
              label={t('policy.edit.members', { name })}
              addLabel={t('policy.edit.addMember')}
              options={users.map(({ userId, name, canApprove }) => ({ id: userId, label: name, isGone: !canApprove }))}
              chosen={group.userIds}
              onChange={(userIds) => set({ userIds })}
              error={errorAt(`${field}.userIds`)}
            />
            <div>
              <Button size="small" icon={<Trash2 />} onPress={() => onChange(replaced(groups, group.key, undefined))}>
                {t('policy.edit.removeGroup')}
              </Button>
            </div>
          </fieldset>
        )
      })}
      <div>
        <Button id="policy.approverGroups" icon={<Plus />} onPress={addGroup}>
          {t('policy.edit.addGroup')}
        </Button>
      </div>
    </section>
  )
}
