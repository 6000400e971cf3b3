/** The dialogues to save and rename a view. */
import type { SavedView } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { toasts } from '~/ui/feedback/toastQueue'
import { Checkbox } from '~/ui/form/Checkbox'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'
import type { ListState } from '../useList'
import { savedAddressOf } from './viewAddress'

export type ViewDialogRequest = { kind: 'save' } | { kind: 'rename'; view: SavedView }

interface Props {
  asked: ViewDialogRequest
  listed: Pick<ListState<never>, 'list' | 'params'>
  onClose: () => void
}

export function ViewDialogs({ asked, listed, onClose }: Props) {
  return asked.kind === 'save' ? <Save listed={listed} onClose={onClose} /> : <Rename view={asked.view} onClose={onClose} />
}

/** The form field of each refusal. */
const at = { viewNameRequired: 'name', viewNameInvalid: 'name', viewNameInUse: 'name' } as const

function Save({ listed: { list, params }, onClose }: Omit<Props, 'asked'>) {
  const { t } = useTranslation('list')
  const write = useWrite('SaveView')
  const form = useForm({ name: '', isShared: false }, { at })
  const { name, isShared } = form.values
  const save = () =>
    form.submit(async () => {
      const saved = await write.mutateAsync({ list: list.name, name, address: savedAddressOf(list, params), isShared })
      onClose()
      toasts.add({ title: t('saved.done', { name: saved.name }) })
    })
  return (
    <FormDialog
      title={t('saved.save')}
      lead={t('saved.lead')}
      onClose={onClose}
      onSubmit={save}
      submitLabel={t('saved.submit')}
      form={form}
      isLeftFreely
    >
      <TextField {...form.field('name')} label={t('saved.name')} autoComplete="off" isRequired autoFocus />
      <Checkbox
        label={t('saved.share')}
        hint={t('saved.shareHint')}
        isChecked={isShared}
        onChange={(isChecked) => form.set('isShared', isChecked)}
      />
    </FormDialog>
  )
}

function Rename({ view: { viewId, name }, onClose }: { view: SavedView; onClose: () => void }) {
  const { t } = useTranslation('list')
  const write = useWrite('RenameView')
  const form = useForm({ name }, { at })
  const save = () =>
    form.submit(async () => {
      await write.mutateAsync({ viewId, name: form.values.name })
      onClose()
      toasts.add({ title: t('saved.renamed', { name: form.values.name.trim() }) })
    })
  return (
    <FormDialog
      title={t('saved.renameTitle', { name })}
      onClose={onClose}
      onSubmit={save}
      submitLabel={t('saved.renameSubmit')}
      form={form}
      isLeftFreely
    >
      <TextField {...form.field('name')} label={t('saved.name')} autoComplete="off" isRequired autoFocus />
    </FormDialog>
  )
}
