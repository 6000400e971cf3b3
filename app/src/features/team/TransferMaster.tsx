/** Dialogue that transfers the Master role: it shows what changes for both users, and asks for the successor's e-mail address. */
import { useState } from 'react'
import { type Permissions, sentence, type TeamMember } from '~/core/core'
import { link } from '~/core/links'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { focusAfterRefetch } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { Boundary } from '~/kit/page/Boundary'
import { RightsChange } from '~/kit/people/RightsChange'
import { markTransferred } from '~/kit/public/transferred'
import { deferComponent } from '~/ui/base/deferred'
import { Notice } from '~/ui/feedback/Notice'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { toasts } from '~/ui/feedback/toastQueue'
import { TextField } from '~/ui/form/TextField'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { memberName } from './memberList'
import { type Team, useTransferMaster } from './team'

const Select = deferComponent(async () => (await import('~/ui/form/Select')).Select)

/** Returns the request for all users of the bulk account, regardless of the filters of the list. */
const allMembersRequest = ({ bulkId }: Team) => ({ id: bulkId, recordCount: 1000 })
const isOther = ({ role }: TeamMember) => role !== 'master'

const none: Permissions = { makePayments: false, manageAccounts: false }
const master = { role: 'master', permissions: none } as const
const viewer = { role: 'viewer', permissions: none } as const

interface Props {
  team: Team
  /** The chosen successor. */
  userId: string | undefined
  onUser: (userId: string) => void
  onClose: () => void
}

export function TransferMaster({ team, userId, onUser, onClose }: Props) {
  const { t } = useTranslation('team')
  // `NextMaster` shows the error if this fails.
  const people = useOptionalRead('GetManageUsersTable', allMembersRequest(team))
  const transfer = useTransferMaster(team)
  const [typed, setTyped] = useState('')
  const form = useForm({})

  const others = people?.items.filter(isOther) ?? []
  const former = people?.items.find(({ role }) => role === 'master')
  const next = others.find((one) => one.userId === userId && one.isActivated)
  const whyNot = next
    ? typed.trim() === next.email
      ? undefined
      : t('common:ui.typeFirst', { text: next.email })
    : !people || others.some(({ isActivated }) => isActivated)
      ? t('transfer.chooseFirst')
      : t('transfer.nobody')

  const transferRole = () =>
    form.submit(async () => {
      if (!next) return
      await transfer.mutateAsync({ userId: next.userId })
      if (!team.isStaff) {
        // The session has ended. The promise never resolves, because a further call would redirect to the sign-in page.
        markTransferred()
        location.replace(link('masterTransferred'))
        await new Promise(() => undefined)
      }
      focusAfterRefetch()
      onClose()
      toasts.add({ title: t('transfer.done', { who: memberName(next) }) })
    })

  function choose(chosen: string) {
    setTyped('')
    onUser(chosen)
  }

  return (
    <FormDialog
      title={t('transfer.title')}
      onClose={onClose}
      onSubmit={transferRole}
      submitLabel={t('transfer.confirm')}
      tone="danger"
      form={form}
      whyNot={whyNot}
      aside={
        <>
          <RightsChange
            title={next ? t('transfer.theirs', { who: memberName(next) }) : t('transfer.next')}
            before={next ?? viewer}
            after={next && master}
            side="customer"
            empty={t('transfer.empty')}
          />
          {next && (
            <RightsChange
              title={team.isStaff ? t('transfer.former', { who: former ? memberName(former) : t('transfer.master') }) : t('transfer.yours')}
              before={master}
              after={viewer}
              side="customer"
            />
          )}
        </>
      }
    >
      <Notice tone="warning" title={t('transfer.forGood')}>
        {team.isStaff ? t('transfer.forGoodTheirs') : t('transfer.forGoodYours')}
      </Notice>
      <Boundary isPart waiting={<Skeleton shape="box" height="4rem" />}>
        <NextMaster team={team} userId={next?.userId} onUser={choose} />
      </Boundary>
      {next && (
        <TextField
          id="typed"
          label={t('common:ui.typeToConfirm', { text: next.email })}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          isRequired
        />
      )}
    </FormDialog>
  )
}

function NextMaster({ team, userId, onUser }: { team: Team; userId: string | undefined; onUser: (userId: string) => void }) {
  const { t } = useTranslation('team')
  const language = useLanguage()
  const people = useRead('GetManageUsersTable', allMembersRequest(team))
  const options = people.items.filter(isOther).map((one) => ({
    id: one.userId,
    label: memberName(one),
    description: one.email,
    whyNot: one.isActivated ? undefined : sentence('userNotActive', language),
  }))
  return (
    <Select
      id="user"
      label={t('transfer.next')}
      placeholder={t('transfer.choose')}
      options={options}
      value={userId ?? null}
      onChange={onUser}
      isRequired
    />
  )
}
